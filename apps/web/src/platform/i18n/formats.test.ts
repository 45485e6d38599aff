import { calendarDay, instantAt } from '@refectory/domain/day';
import { money, unitPrice } from '@refectory/domain/money';
import type { Language } from '@refectory/domain/texts';
import { describe, expect, test } from 'vitest';

import { createFormats } from './formats.ts';

const crowns = { cs: '{0} Kč', en: 'CZK {0}', pl: '{0} CZK', sk: '{0} Kč' };
const formatsOf = (language: Language, currencyFormat: string | typeof crowns = crowns) =>
  createFormats({
    language,
    currencyFormat,
    zone: 'Europe/Prague',
    invalidDate: 'Invalid date',
    timeOnDay: (weekday, time) => `${weekday}. ${time}`,
    timeOnDate: (date, time) => `${date} ${time}`,
  });

/** Spaces that do not break are read like any other. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

describe('dates', () => {
  test.each([
    ['cs', '5. března', '5. března 2024'],
    ['en', '5. March', '5. March 2024'],
    ['pl', '5. marca', '5. marca 2024'],
    ['sk', '5. marca', '5. marca 2024'],
  ] as const)('FMT-07 FMT-08 in %s the month has its name: %s, %s', (language, short, long) => {
    const { date } = formatsOf(language);
    expect(date('d. MMMM', '2024-03-05')).toBe(short);
    expect(date('d. MMMM yyyy', '2024-03-05')).toBe(long);
  });

  test.each(['cs', 'en', 'pl', 'sk'] as const)(
    'FMT-05, part of FMT-03 FMT-04 FMT-09: in %s figures are the same',
    (language) => {
      const { date, dayShort } = formatsOf(language);
      expect(date('d. M. yyyy HH:mm', '2024-03-05 14:07:09')).toBe('5. 3. 2024 14:07');
      expect(date('d. M. yyyy', '2024-03-05')).toBe('5. 3. 2024');
      expect(date('dd-MM', '2024-03-05')).toBe('05-03');
      expect(dayShort(calendarDay('2024-03-05'))).toBe('05. 03.');
    },
  );

  test("FMT-18 a date with a zone is shown in the canteen's, one without as it stands", () => {
    const { date } = formatsOf('en');
    expect(date('d. M. yyyy HH:mm', '2024-03-15 11:30')).toBe('15. 3. 2024 11:30');
    expect(date('d. M. yyyy HH:mm', '2024-03-15T10:30:00Z')).toBe('15. 3. 2024 11:30');
    expect(date('d. M. yyyy HH:mm', Date.parse('2024-03-15T10:30:00Z'))).toBe('15. 3. 2024 11:30');
  });

  test('part of FORM-31: a date that cannot be read says so, an empty one says nothing', () => {
    const { date } = formatsOf('en');
    for (const value of ['tomorrow', '2024-02-30', Number.NaN])
      expect(date('d. M. yyyy', value)).toBe('Invalid date');
    for (const value of [undefined, null, '']) expect(date('d. M. yyyy', value)).toBe('');
  });
});

describe('amounts', () => {
  test.each([
    ['cs', '3,50 Kč', '1 234 567,80 Kč', '-1,00 Kč'],
    ['en', 'CZK 3.50', 'CZK 1,234,567.80', 'CZK -1.00'],
    ['pl', '3,50 CZK', '1 234 567,80 CZK', '-1,00 CZK'],
    ['sk', '3,50 Kč', '1 234 567,80 Kč', '-1,00 Kč'],
  ] as const)('FMT-10 FMT-11 CFG-39 in %s an amount is %s, %s, %s', (language, small, large, negative) => {
    const { amount, price } = formatsOf(language);
    expect(plain(amount(money(350)))).toBe(small);
    expect(plain(price(unitPrice(35_000)))).toBe(small);
    expect(plain(amount(money(123_456_780)))).toBe(large);
    expect(plain(amount(money(-100)))).toBe(negative);
  });

  test('FMT-11 one format serves all languages, and without any the number stands alone', () => {
    expect(formatsOf('en', '{0} €').amount(money(350))).toBe('3.50\u00a0€');
    expect(formatsOf('cs', '').amount(money(350))).toBe('3,50');
  });

  test('FMT-14, part of FMT-16: a bonus has the format that comes with it', () => {
    expect(formatsOf('en').amountIn('{0} b.', money(1200))).toBe('12.00\u00a0b.');
    expect(formatsOf('en').amountIn('{0} points', money(500))).toBe('5.00\u00a0points');
  });
});

test('no end of a line parts a day within a sentence', () => {
  expect(formatsOf('cs').dayBrief(calendarDay('2026-11-25'))).toBe('st\u00a025.\u00a011.');
});

test.each([
  ['2026-11-19', '19. 11. 14:00'],
  ['2026-11-20', '14:00'],
  ['2026-11-21', '6. 14:00'],
  ['2026-11-26', '4. 14:00'],
  ['2026-11-27', '27. 11. 14:00'],
  ['2027-11-20', '20. 11. 14:00'],
])('a time on %s is %s on Friday 20 November 2026', (day, text) => {
  const { timeOrDay } = formatsOf('en');
  expect(timeOrDay(instantAt(calendarDay(day), '14:00', 'Europe/Prague'), calendarDay('2026-11-20'))).toBe(
    text,
  );
});
