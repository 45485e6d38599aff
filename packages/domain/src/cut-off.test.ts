import { expect, test } from 'vitest';

import { calendarDay, isoWithOffset } from './day.ts';
import { cutOffInstants, defaultCutOffRule } from './cut-off.ts';

const prague = 'Europe/Prague';
const dayBefore = { workingDaysBefore: 1, time: '14:00' } as const;

test('the default limits lie on the day itself', () => {
  const limits = cutOffInstants(defaultCutOffRule, calendarDay('2026-11-24'), prague);
  expect(Object.values(limits).map((limit) => isoWithOffset(limit, prague))).toEqual([
    '2026-11-24T10:00:00+01:00',
    '2026-11-24T10:00:00+01:00',
    '2026-11-24T13:30:00+01:00',
  ]);
});

test.each([
  ['a Tuesday', '2026-11-24', [], '2026-11-23T14:00:00+01:00'],
  ['a Monday reaches back over the weekend', '2026-11-23', [], '2026-11-20T14:00:00+01:00'],
  ['and over a closed Friday', '2026-11-23', ['2026-11-20'], '2026-11-19T14:00:00+01:00'],
  ['over the clock change', '2026-03-30', [], '2026-03-27T14:00:00+01:00'],
  ['over the turn of the year', '2027-01-04', ['2027-01-01'], '2026-12-31T14:00:00+01:00'],
])('one working day before %s', (_, day, closed, expected) => {
  const rule = { order: dayBefore, cancel: dayBefore, exchange: dayBefore };
  const { orderUntil } = cutOffInstants(rule, calendarDay(day), prague, (other) => closed.includes(other));
  expect(isoWithOffset(orderUntil, prague)).toBe(expected);
});
