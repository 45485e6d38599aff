import { calendarDay } from '@refectory/domain/day';
import { expect, test } from 'vitest';
import { czechHoliday } from './czech-holidays.ts';

test.each([
  ['2024-03-29', 'Good Friday'],
  ['2024-04-01', 'Easter Monday'],
  ['2025-04-21', 'Easter Monday'],
  ['2026-04-03', 'Good Friday'],
  ['2026-04-06', 'Easter Monday'],
  ['2027-03-26', 'Good Friday'],
  ['2028-04-17', 'Easter Monday'],
  // The earliest and the latest Easter of this and the last century.
  ['2008-03-24', 'Easter Monday'],
  ['2038-04-26', 'Easter Monday'],
  ['2026-11-17', 'Struggle for Freedom and Democracy Day'],
  ['2026-12-24', 'Christmas Eve'],
  ['2027-01-01', 'New Year’s Day'],
])('%s is %s', (day, name) => {
  expect(czechHoliday(calendarDay(day))?.en).toBe(name);
});

test.each(['2026-04-05', '2026-12-31', '2026-11-16', '2026-03-29'])(
  '%s is no public holiday of the list',
  (day) => {
    expect(czechHoliday(calendarDay(day))).toBeUndefined();
  },
);
