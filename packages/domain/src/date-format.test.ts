import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { datePatterns, formatDate, type DatePattern } from './date-format.ts';
import {
  addDays,
  calendarDay,
  civilTimeAt,
  daysFromTo,
  mondayOf,
  parseCivilTime,
  instantOf,
  weekdayOf,
  type CivilTime,
} from './day.ts';

const zones = ['Europe/Prague', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'] as const;
const months = ['ledna', 'února', 'března', 'dubna', 'května', 'června'];
const monthName = (day: string) => months[Number(day.slice(5, 7)) - 1] ?? day.slice(5, 7);
const written = (pattern: DatePattern, civil: CivilTime) => formatDate(pattern, civil, monthName);

const march: CivilTime = { day: calendarDay('2024-03-05'), time: '14:07:09' };
const december: CivilTime = { day: calendarDay('2039-12-31'), time: '00:00:00' };

describe('the nine patterns', () => {
  test.each([
    ['yyyy-MM-dd HH:mm', '2024-03-05 14:07', '2039-12-31 00:00'],
    ['yyyy-MM-dd HH:mm:ss', '2024-03-05 14:07:09', '2039-12-31 00:00:00'],
    ['d. M. yyyy HH:mm', '5. 3. 2024 14:07', '31. 12. 2039 00:00'],
    ['d. M. yyyy', '5. 3. 2024', '31. 12. 2039'],
    ['dd. MM.', '05. 03.', '31. 12.'],
    ['yyyy-MM-dd', '2024-03-05', '2039-12-31'],
    ['d. MMMM yyyy', '5. března 2024', '31. 12 2039'],
    ['d. MMMM', '5. března', '31. 12'],
    ['dd-MM', '05-03', '31-12'],
  ] as const)(
    'FMT-01 FMT-02 FMT-05 FMT-06 FMT-07 FMT-08, part of FMT-03 FMT-04 FMT-09: as %s it is %s, and %s',
    (pattern, early, late) => {
      expect(written(pattern, march)).toBe(early);
      expect(written(pattern, december)).toBe(late);
    },
  );

  test('they are nine', () => {
    expect(datePatterns).toHaveLength(9);
  });
});

/** Half hours from 2020 to 2040, each with the minute and second that some record might have. */
const anyInstant = fc
  .integer({ min: Date.UTC(2020, 0, 1) / 1000, max: Date.UTC(2041, 0, 1) / 1000 - 1 })
  .map((seconds) => seconds * 1000);
const anyZone = fc.constantFrom(...zones);

/** How far a zone is ahead of UTC, by what its clocks show. */
function offsetOf(instant: number, zone: string): number {
  const { day, time } = civilTimeAt(instant, zone);
  return Date.parse(`${day}T${time}Z`) - Math.floor(instant / 1000) * 1000;
}

const HOUR_MS = 3_600_000;

/** The moments at which a zone's clocks are changed from 2020 to 2040. */
function clockChanges(zone: string): number[] {
  const changes: number[] = [];
  let offset = offsetOf(Date.UTC(2020, 0, 1), zone);
  for (let day = Date.UTC(2020, 0, 2); day < Date.UTC(2041, 0, 1); day += 24 * HOUR_MS) {
    const next = offsetOf(day, zone);
    if (next === offset) continue;
    // Somewhere in the day before; every change of these zones falls on a full hour.
    const before = offset;
    changes.push(
      Array.from({ length: 24 }, (_, hours) => day - hours * HOUR_MS).find(
        (hour) => offsetOf(hour - 1, zone) === before,
      ) ?? Number.NaN,
    );
    offset = next;
  }
  return changes;
}

describe('moments and what the clocks show', () => {
  test('FMT-01 FMT-02 what is written in data is read back as the same civil time', () => {
    fc.assert(
      fc.property(anyInstant, anyZone, (instant, zone) => {
        const civil = civilTimeAt(instant, zone);
        const text = written('yyyy-MM-dd HH:mm:ss', civil);
        // A text without a zone is not moved by any.
        for (const anywhere of zones) expect(parseCivilTime(text, anywhere)).toEqual(civil);
        const short = written('yyyy-MM-dd HH:mm', civil);
        expect(parseCivilTime(short, zone)).toEqual({ day: civil.day, time: `${civil.time.slice(0, 5)}:00` });
        expect(parseCivilTime(instant, zone)).toEqual(civil);
        expect(parseCivilTime(new Date(instant).toISOString(), zone)).toEqual(civil);
      }),
    );
  });

  test('FMT-18 a civil time names the moment at which the clocks show it', () => {
    fc.assert(
      fc.property(anyInstant, anyZone, (instant, zone) => {
        const text = written('yyyy-MM-dd HH:mm:ss', civilTimeAt(instant, zone));
        const read = instantOf(text, zone) ?? Number.NaN;
        expect(civilTimeAt(read, zone)).toEqual(civilTimeAt(instant, zone));
        // In the hour that happens twice it is the first.
        expect([instant, instant - HOUR_MS]).toContain(read);
      }),
    );
  });

  test.each([
    ['Europe/Prague', 42],
    ['America/New_York', 42],
    ['Asia/Kolkata', 0],
    ['Pacific/Auckland', 42],
  ] as const)('FMT-17 FMT-18 in %s nothing is lost or doubled at any of %i clock changes', (zone, count) => {
    const changes = clockChanges(zone);
    expect(changes).toHaveLength(count);
    for (const change of changes) {
      const moved = offsetOf(change, zone) - offsetOf(change - 1, zone);
      expect(Math.abs(moved)).toBe(HOUR_MS);
      for (const around of [-HOUR_MS, -1000, 0, 1000, HOUR_MS - 1000, HOUR_MS, 2 * HOUR_MS]) {
        const instant = change + around;
        const read = instantOf(written('yyyy-MM-dd HH:mm:ss', civilTimeAt(instant, zone)), zone);
        const isSecondTime = moved < 0 && around >= 0 && around < HOUR_MS;
        expect(read).toBe(isSecondTime ? instant - HOUR_MS : instant);
      }
      // The week of the change has each day once, Monday first.
      const monday = mondayOf(civilTimeAt(change, zone).day);
      const days = daysFromTo(monday, addDays(monday, 6));
      expect(days.map(weekdayOf)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    }
  });

  test('FMT-18 the time a clock change skips is shown as it stands, and means the hour after it', () => {
    expect(parseCivilTime('2024-03-31 02:30', 'Europe/Prague')).toEqual({
      day: '2024-03-31',
      time: '02:30:00',
    });
    expect(instantOf('2024-03-31 02:30', 'Europe/Prague')).toBe(Date.parse('2024-03-31T03:30:00+02:00'));
  });
});

test.each([
  ['2024-03-05', '2024-03-05 00:00:00'],
  ['2024-03-05 14:07', '2024-03-05 14:07:00'],
  ['2024-03-05 14:07:09', '2024-03-05 14:07:09'],
  ['2024-03-05T14:07:09.123', '2024-03-05 14:07:09'],
  ['2024-03-05T14:07:09Z', '2024-03-05 15:07:09'],
  ['2024-03-05T14:07+05:30', '2024-03-05 09:37:00'],
  ['2024-03-05T14:07:09+0530', '2024-03-05 09:37:09'],
  [Date.UTC(2024, 2, 5, 14, 7, 9), '2024-03-05 15:07:09'],
  [0, '1970-01-01 01:00:00'],
])('FMT-02 FMT-18 a value %s of the wire is %s in Prague', (value, expected) => {
  const civil = parseCivilTime(value, 'Europe/Prague');
  expect(civil && written('yyyy-MM-dd HH:mm:ss', civil)).toBe(expected);
});

test.each([
  'yesterday',
  '5. 3. 2024',
  '2024-02-30',
  '2024-02-30T10:00:00Z',
  '2024-03-05 24:00',
  '2024-03-05 12:60',
  '2024-03-05 12:00:60',
  '2024-03-05T25:00:00Z',
  '2024-03-05T10:00:00Zulu',
  ' 2024-03-05',
  '',
  Number.NaN,
  Number.POSITIVE_INFINITY,
  9e15,
])('a value %s of the wire is no date', (value) => {
  expect(parseCivilTime(value, 'Europe/Prague')).toBeUndefined();
  if (typeof value === 'string') expect(instantOf(value, 'Europe/Prague')).toBeUndefined();
});
