import { expect, test } from 'vitest';

import { calendarDay } from './day.ts';
import {
  availableDayFor,
  customRange,
  isShortened,
  isPeriod,
  periodOfTimeSpan,
  periods,
  rangeOf,
  timeSpanOfPeriod,
  timeSpans,
} from './period.ts';

const day = calendarDay;

test('DATA-24 each time span belongs to the period of the same position', () => {
  expect(timeSpans.map(periodOfTimeSpan)).toEqual(['DAY', 'WEEK', 'TIMESPAN']);
  expect(periods.map(timeSpanOfPeriod)).toEqual(['day', 'week', 'custom']);
  expect(isPeriod('WEEK')).toBe(true);
  expect(isPeriod('week')).toBe(false);
  expect(isPeriod(undefined)).toBe(false);
});

test.each([
  ['day', '2026-11-25', '2026-11-25', '2026-11-25'],
  ['week', '2026-11-25', '2026-11-23', '2026-11-29'],
  ['week', '2026-11-29', '2026-11-23', '2026-11-29'],
  ['week', '2027-01-01', '2026-12-28', '2027-01-03'],
  ['custom', '2026-11-25', '2026-11-25', '2026-12-08'],
] as const)('OFFER-03 a %s around %s goes from %s to %s', (timeSpan, selected, from, to) => {
  expect(rangeOf(timeSpan, day(selected))).toEqual({ from, to });
});

test.each([
  ['an available day stays', '2026-11-25', ['2026-11-25', '2026-11-26'], '2026-11-25'],
  ['the earliest from today on', '2026-11-25', ['2026-11-30', '2026-11-26', '2026-11-20'], '2026-11-26'],
  ['the earliest of all when all are past', '2026-11-25', ['2026-11-19', '2026-11-18'], '2026-11-18'],
  ['none available: stays', '2026-11-25', [], '2026-11-25'],
])('OFFER-12 the day to select: %s', (_, wanted, available, expected) => {
  expect(availableDayFor('day', day(wanted), available.map(day), day('2026-11-25'))).toBe(expected);
});

test.each([
  [
    'the first from today on in the week of today',
    '2026-11-24',
    ['2026-11-23', '2026-11-26', '2026-11-27'],
    '2026-11-26',
  ],
  [
    'the first of a week that is over',
    '2026-11-17',
    ['2026-11-18', '2026-11-16', '2026-11-25'],
    '2026-11-16',
  ],
  ['the first of a week to come', '2026-12-03', ['2026-11-25', '2026-12-04'], '2026-12-04'],
  ['as of a day where the week has none', '2026-12-03', ['2026-11-26'], '2026-11-26'],
])('OFFER-12 the day to select of a week: %s', (_, wanted, available, expected) => {
  expect(availableDayFor('week', day(wanted), available.map(day), day('2026-11-25'))).toBe(expected);
});

test.each([
  ['today and the 13 days after it', {}, '2026-11-25', '2026-12-08'],
  ['a start and the 13 days after it', { start: '2026-12-01' }, '2026-12-01', '2026-12-14'],
  ['a start and an end', { start: '2026-12-01', end: '2026-12-03' }, '2026-12-01', '2026-12-03'],
  ['one day', { start: '2026-12-01', end: '2026-12-01' }, '2026-12-01', '2026-12-01'],
  ['an end alone', { end: '2026-11-26' }, '2026-11-25', '2026-11-26'],
  ['an end before its start', { start: '2026-12-01', end: '2026-11-01' }, '2026-12-01', '2026-12-01'],
  ['more than a server answers for', { start: '2026-12-01', end: '2099-12-31' }, '2026-12-01', '2027-01-31'],
  ['a start that is past', { start: '2026-01-01', end: '2026-01-02' }, '2026-01-01', '2026-01-02'],
])('OFFER-04 a custom period: %s', (_, { start, end }: { start?: string; end?: string }, from, to) => {
  const chosen = { ...(start && { start: day(start) }), ...(end && { end: day(end) }) };
  expect(customRange(chosen, day('2026-11-25'))).toEqual({ from, to });
});

test.each([
  ['nothing', {}, false],
  ['62 days', { start: '2026-12-01', end: '2027-01-31' }, false],
  ['63 days', { start: '2026-12-01', end: '2027-02-01' }, true],
  ['an end before its start', { start: '2026-12-01', end: '2026-11-01' }, false],
])(
  'a custom period is shortened when more is chosen than it may have: %s',
  (_, { start, end }: { start?: string; end?: string }, expected) => {
    const chosen = { ...(start && { start: day(start) }), ...(end && { end: day(end) }) };
    expect(isShortened(chosen, customRange(chosen, day('2026-11-25')))).toBe(expected);
  },
);
