import { describe, expect, test } from 'vitest';

import { calendarDay } from './day.ts';
import { csvOf } from './csv.ts';
import { isIncomplete, timespanDays, type Timespan } from './report.ts';

test.each<[Timespan, string, string, string]>([
  ['CURRENTMONTH', '2024-03-15', '2024-03-01', '2024-03-15'],
  ['CURRENTMONTH', '2024-03-01', '2024-03-01', '2024-03-01'],
  ['LASTMONTH', '2024-03-15', '2024-02-01', '2024-02-29'],
  ['LASTMONTH', '2024-01-31', '2023-12-01', '2023-12-31'],
  ['LAST365DAYS', '2024-03-15', '2023-03-16', '2024-03-15'],
  ['ALLTIME', '2024-03-15', '1970-01-01', '2024-03-15'],
])('REP-21 REP-23 DATA-31 %s on %s is from %s to %s', (timespan, today, from, to) => {
  expect(timespanDays(timespan, calendarDay(today))).toEqual({ from, to });
});

describe('a list is incomplete', () => {
  test.each([
    [{ incomplete: true }, 12, true],
    [{ incomplete: false }, 200, false],
    [{ totalCount: 13 }, 12, true],
    [{ totalCount: 200 }, 200, false],
    [{ incomplete: false, totalCount: 201 }, 200, true],
    [{}, 199, false],
    [{}, 200, true],
  ])('REP-05 REP-07 %j with %i of at most 200: %s', (list, count, expected) => {
    expect(isIncomplete(list, count, 200)).toBe(expected);
  });
});

describe('a CSV file', () => {
  test('has the signs of the language, and the mark of its encoding', () => {
    const rows = [
      ['Recipe', 'Price'],
      ['Vývar; s "játry"', 12.5],
      [undefined, -3],
    ];
    expect(csvOf(rows, { decimal: ',' })).toBe('\uFEFFRecipe;Price\r\n"Vývar; s ""játry""";12,5\r\n;-3\r\n');
    expect(csvOf(rows, { decimal: '.' })).toBe('\uFEFFRecipe,Price\r\n"Vývar; s ""játry""",12.5\r\n,-3\r\n');
  });

  test.each(['=1+1', '+1', '-1', '@A1', '\t=1', '\r=1'])('takes %j for no formula', (text) => {
    expect(csvOf([[text]], { decimal: '.' })).toMatch(/^\uFEFF"?'/);
  });
});
