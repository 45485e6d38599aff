import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  addDays,
  calendarDay,
  dayAt,
  daysBetween,
  daysFromTo,
  durationOfDays,
  instantAt,
  instantOf,
  isCalendarDay,
  isoWithOffset,
  mondayOf,
  startOfDay,
  timeAt,
  weekdayOf,
} from './day.ts';

const zones = ['Europe/Prague', 'Europe/Warsaw', 'Europe/London', 'UTC'];
const prague = 'Europe/Prague';
const anyDay = fc.integer({ min: 0, max: 7670 }).map((count) => addDays(calendarDay('2020-01-01'), count));

describe('calendar days', () => {
  test.each([
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['', false],
  ])('%s is a day: %s', (text, expected) => {
    expect(isCalendarDay(text)).toBe(expected);
  });

  test('FMT-18 the weeks of both clock changes have each day once', () => {
    for (const sunday of ['2024-03-31', '2024-10-27']) {
      const monday = mondayOf(calendarDay(sunday));
      const days = daysFromTo(monday, addDays(monday, 6));
      expect(new Set(days).size).toBe(7);
      expect(days.at(-1)).toBe(sunday);
      expect(days.map(weekdayOf)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    }
  });

  test('counting days never skips or repeats one, from 2020 to 2040', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 400 }), (day, count) => {
        const days = daysFromTo(day, addDays(day, count));
        expect(days).toHaveLength(count + 1);
        expect(new Set(days).size).toBe(count + 1);
        expect(daysBetween(day, addDays(day, count))).toBe(count);
      }),
      { numRuns: 60 },
    );
  });

  test('FMT-17 LIMIT-15 a span of time of so many days is 86400000 ms for each', () => {
    expect(durationOfDays(1)).toBe(86_400_000);
    expect(durationOfDays(30)).toBe(2_592_000_000);
  });

  test('every day begins on that day in each zone, and ends before the next', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...zones), (day, zone) => {
        const start = startOfDay(day, zone);
        expect(dayAt(start, zone)).toBe(day);
        expect(timeAt(start, zone)).toBe('00:00');
        expect(dayAt(start - 1, zone)).toBe(addDays(day, -1));
      }),
    );
  });
});

describe('moments', () => {
  test('FMT-18 at 20:00 in New York it is already the next day in Prague', () => {
    const evening = Date.parse('2024-03-14T20:00:00-04:00');
    expect(dayAt(evening, prague)).toBe('2024-03-15');
    expect(dayAt(evening, 'America/New_York')).toBe('2024-03-14');
  });

  test('FMT-18 a wire date without a zone is civil time, one with a zone is what it says', () => {
    expect(timeAt(instantOf('2024-03-15 11:30', prague) ?? 0, prague)).toBe('11:30');
    expect(timeAt(instantOf('2024-03-15T10:30:00Z', prague) ?? 0, prague)).toBe('11:30');
    expect(instantOf('2024-03-15 11:30:09', prague)).toBe(Date.parse('2024-03-15T11:30:09+01:00'));
    expect(instantOf('2024-03-15', prague)).toBe(Date.parse('2024-03-15T00:00:00+01:00'));
    expect(instantOf(1_710_498_609_000, prague)).toBe(1_710_498_609_000);
    expect(instantOf(undefined, prague)).toBeUndefined();
  });

  test.each([
    '2024-03-15 25:00',
    '2024-03-15 24:00',
    '2024-03-15 11:60',
    '2024-03-15 11:30:60',
    '2024-02-30',
    '2024-02-30T10:00:00Z',
    'nonsense',
    '',
  ])('FMT-18 %s names no moment', (text) => {
    expect(instantOf(text, prague)).toBeUndefined();
  });

  test.each([
    ['2026-11-24', '10:00', '2026-11-24T10:00:00+01:00'],
    ['2026-07-01', '10:00', '2026-07-01T10:00:00+02:00'],
    // 02:30 does not exist on the day the clocks go forward, and happens twice on the day they go back.
    ['2026-03-29', '02:30', '2026-03-29T03:30:00+02:00'],
    ['2026-10-25', '02:30', '2026-10-25T02:30:00+02:00'],
    ['2026-10-25', '03:00', '2026-10-25T03:00:00+01:00'],
    ['2026-12-31', '23:59', '2026-12-31T23:59:00+01:00'],
  ] as const)('%s %s in Prague is %s', (day, time, iso) => {
    expect(isoWithOffset(instantAt(calendarDay(day), time, prague), prague)).toBe(iso);
  });
});
