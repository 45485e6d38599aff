import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  cutOffInstants,
  defaultCutOffRule,
  isCutOffRule,
  withCutOffs,
  withoutCutOffs,
  type CutOff,
  type CutOffRule,
} from './cut-off.ts';
import {
  addDays,
  calendarDay,
  civilTimeAt,
  dayAt,
  isoWithOffset,
  mondayOf,
  timeAt,
  weekdayOf,
  type CalendarDay,
  type Weekday,
} from './day.ts';

const prague = 'Europe/Prague';
const soups = { cs: 'Polévky', en: 'Soups' };
const mains = { cs: 'Hlavní jídla', en: 'Main courses' };
const dayBefore: CutOff = { workingDaysBefore: 1, time: '14:00' };
const always = (cutOff: CutOff): CutOffRule => ({ order: cutOff, cancel: cutOff, exchange: cutOff });

const limitOf = (rule: CutOffRule, day: string, closed: readonly string[] = [], group = soups) =>
  isoWithOffset(
    cutOffInstants(rule, { day: calendarDay(day), group }, prague, (other) => closed.includes(other))
      .orderUntil,
    prague,
  );

test('the default limits lie on the day itself', () => {
  const limits = cutOffInstants(defaultCutOffRule, { day: calendarDay('2026-11-24'), group: soups }, prague);
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
  ['a Sunday that has meals', '2026-11-22', [], '2026-11-20T14:00:00+01:00'],
])('one working day before %s', (_, day, closed, expected) => {
  expect(limitOf(always(dayBefore), day, closed)).toBe(expected);
});

test.each([
  ['a Monday', '2026-11-30', 1, [], '2026-11-26T12:00:00+01:00'],
  ['the Friday of that week', '2026-12-04', 1, [], '2026-11-26T12:00:00+01:00'],
  ['its Sunday', '2026-12-06', 1, [], '2026-11-26T12:00:00+01:00'],
  ['two weeks earlier', '2026-12-04', 2, [], '2026-11-19T12:00:00+01:00'],
  ['over the clock change', '2026-10-26', 1, [], '2026-10-22T12:00:00+02:00'],
  ['over the turn of the year', '2027-01-04', 1, [], '2026-12-31T12:00:00+01:00'],
  ['earlier where that day is closed', '2026-11-30', 1, ['2026-11-26'], '2026-11-25T12:00:00+01:00'],
])('on a fixed Thursday for %s', (_, day, weeksBefore, closed, expected) => {
  expect(limitOf(always({ weekday: 4, weeksBefore, time: '12:00' }), day, closed)).toBe(expected);
});

test('limits of group and weekday come before those of the group, of the weekday, and the general ones', () => {
  const at = (time: CutOff['time']): { order: CutOff } => ({ order: { workingDaysBefore: 0, time } });
  const rule: CutOffRule = {
    ...defaultCutOffRule,
    exceptions: [
      { weekday: 5, ...at('08:00') },
      { group: 'polévky', ...at('09:00') },
      { weekday: 5, group: 'Soups', ...at('07:00') },
    ],
  };
  const [thursday, friday] = ['2026-11-26', '2026-11-27'];
  expect(limitOf(rule, thursday, [], mains)).toContain('T10:00');
  expect(limitOf(rule, friday, [], mains)).toContain('T08:00');
  expect(limitOf(rule, thursday)).toContain('T09:00');
  expect(limitOf(rule, friday)).toContain('T07:00');
  // What an exception does not say is as for all.
  const { cancelUntil } = cutOffInstants(rule, { day: calendarDay(friday), group: soups }, prague);
  expect(timeAt(cancelUntil, prague)).toBe('10:00');
});

describe('over clock changes and the ends of years', () => {
  // 2024 to 2030, with two leap years and fourteen clock changes.
  const day = fc.integer({ min: 0, max: 2_556 }).map((count) => addDays(calendarDay('2024-01-01'), count));
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(
      ([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`,
    ) as fc.Arbitrary<CutOff['time']>;
  const zone = fc.constantFrom(prague, 'America/New_York', 'Pacific/Auckland', 'UTC');

  /** Closed days, by how long before the meal they are. */
  const closed = fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { maxLength: 12 });

  /** The clocks show the time, unless a change skips it that night. */
  const expectTime = (instant: number, wanted: string, inZone: string) => {
    if (timeAt(instant, inZone) === wanted) return;
    expect(civilTimeAt(instant - 3_600_001, inZone).time < wanted, `${wanted} is skipped`).toBe(true);
  };

  test('so many working days lie between limit and meal, whatever is closed', () => {
    const rule = fc.record({ workingDaysBefore: fc.integer({ min: 0, max: 12 }), time });
    fc.assert(
      fc.property(rule, day, zone, closed, (cutOff, meal, inZone, daysBefore) => {
        const closedDays = new Set(daysBefore.map((count) => addDays(meal, -count)));
        const isClosed = (other: CalendarDay) => closedDays.has(other);
        const { orderUntil } = cutOffInstants(always(cutOff), { day: meal, group: soups }, inZone, isClosed);
        const limit = dayAt(orderUntil, inZone);
        let working = 0;
        for (let between = limit; between < meal; between = addDays(between, 1))
          if (weekdayOf(between) <= 5 && !isClosed(between)) working += 1;
        expect(working).toBe(cutOff.workingDaysBefore);
        if (cutOff.workingDaysBefore > 0) expect(weekdayOf(limit) <= 5 && !isClosed(limit)).toBe(true);
        else expect(limit).toBe(meal);
        expectTime(orderUntil, cutOff.time, inZone);
      }),
    );
  });

  test('a fixed weekday is that weekday, so many weeks before the meal’s week', () => {
    const weekday = fc.integer({ min: 1, max: 7 }).map((number) => number as Weekday);
    const rule = fc.record({ weekday, weeksBefore: fc.integer({ min: 1, max: 52 }), time });
    fc.assert(
      fc.property(rule, day, zone, (cutOff, meal, inZone) => {
        const { orderUntil } = cutOffInstants(always(cutOff), { day: meal, group: soups }, inZone);
        const limit = dayAt(orderUntil, inZone);
        expect(weekdayOf(limit)).toBe(cutOff.weekday);
        expect(mondayOf(limit)).toBe(addDays(mondayOf(meal), -7 * cutOff.weeksBefore));
        expectTime(orderUntil, cutOff.time, inZone);
      }),
    );
  });
});

test('limits of some meals are set and taken away without touching the others', () => {
  const fridays = withCutOffs(defaultCutOffRule, { weekday: 5 }, { order: dayBefore });
  const both = withCutOffs(fridays, { weekday: 5 }, { cancel: dayBefore });
  expect(both.exceptions).toEqual([{ weekday: 5, order: dayBefore, cancel: dayBefore }]);
  const general = withCutOffs(both, {}, { exchange: dayBefore });
  expect(general).toEqual({ ...defaultCutOffRule, exchange: dayBefore, exceptions: both.exceptions });
  const withSoups = withCutOffs(both, { group: 'Soups' }, { order: dayBefore });
  expect(withoutCutOffs(withSoups, { group: ' soups' })).toEqual(both);
  expect(withoutCutOffs(both, { weekday: 5 })).toEqual(defaultCutOffRule);
});

test.each([
  ['the default', defaultCutOffRule, true],
  [
    'one with exceptions',
    withCutOffs(defaultCutOffRule, { weekday: 5, group: 'x' }, { order: dayBefore }),
    true,
  ],
  ['a fixed weekday', always({ weekday: 4, weeksBefore: 1, time: '23:59' }), true],
  ['nothing', null, false],
  ['a list', [], false],
  ['one without a limit', { order: dayBefore, cancel: dayBefore }, false],
  ['a time that is none', always({ workingDaysBefore: 0, time: '24:00' }), false],
  ['days that are none', always({ workingDaysBefore: -1, time: '10:00' }), false],
  ['half a day', always({ workingDaysBefore: 0.5, time: '10:00' }), false],
  ['the same week', always({ weekday: 4, weeksBefore: 0, time: '10:00' }), false],
  ['an eighth weekday', { ...defaultCutOffRule, exceptions: [{ weekday: 8, order: dayBefore }] }, false],
  ['an exception for no meals', { ...defaultCutOffRule, exceptions: [{ order: dayBefore }] }, false],
  ['another word', { ...defaultCutOffRule, pickup: dayBefore }, false],
  ['another word in a limit', always({ ...dayBefore, zone: 'UTC' } as CutOff), false],
])('whether %s is a rule', (_, value, expected) => {
  expect(isCutOffRule(value)).toBe(expected);
});
