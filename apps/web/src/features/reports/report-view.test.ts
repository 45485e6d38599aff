import { money, type Money } from '@refectory/domain/money';
import { languages } from '@refectory/domain/texts';
import { languageEntry } from '@refectory/translations/languages';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createFormats } from '#platform/i18n/formats.ts';

import { cellText, decimalSignOf, rowsInView, totalOf, type ReportColumn } from './report-view.ts';

type Row = { readonly name?: string; readonly paid?: Money; readonly subsidy?: Money; readonly at?: string };

const columns: readonly ReportColumn<Row>[] = [
  { key: 'name', label: 'Name', kind: 'text', value: ({ name }) => name },
  { key: 'at', label: 'Date', kind: 'moment', value: ({ at }) => at },
  { key: 'paid', label: 'Paid', kind: 'amount', value: ({ paid }) => paid, hasTotal: true },
  { key: 'subsidy', label: 'Subsidy', kind: 'amount', value: ({ subsidy }) => subsidy, hasTotal: true },
];

const typeOf = ({ name }: Row) => name ?? '';

const formatsOf = (language: (typeof languages)[number]) => ({
  ...createFormats({
    language,
    currencyFormat: '{0} Kč',
    zone: 'Europe/Prague',
    invalidDate: 'Invalid date',
    timeOnDay: (_, time) => time,
    timeOnDate: (date, time) => `${date} ${time}`,
  }),
  locale: languageEntry(language).locale,
});

const formatsBy = new Map(languages.map((language) => [language, formatsOf(language)]));

/** Hundredths of an amount as it stands on the screen. */
function hundredths(text: string, decimal: string): bigint {
  const digits = text.replace(/[-\u2212]/, '').replaceAll(/[^\d.,]/g, '');
  const [whole = '', fraction = ''] = digits.split(decimal);
  const value = BigInt(whole.replaceAll(/\D/g, '') + fraction);
  return /[-\u2212]/.test(text) ? -value : value;
}

const amount = fc.oneof(
  fc.integer({ min: -500_000, max: 500_000 }),
  fc.constantFrom(0, 1, -1, 9_999_999_999, -9_999_999_999),
);
const row = fc.record(
  {
    name: fc.constantFrom('Broth', 'Vývar', 'Łosoś', '', 'All', '=1'),
    at: fc.constantFrom('2026-10-25 02:30', '2026-03-29T02:30:00Z', 'never', ''),
    paid: amount.map(money),
    subsidy: amount.map(money),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Row>;

test('I17 in 10,000 sets of rows, by every type, search and order, a total is the sum of the amounts that are shown', () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 12 }),
      fc.constantFrom('', 'vyvar', 'LOSOS', 'b', 'Kč', '2026', 'nothing'),
      fc.constantFrom(undefined, 'paid', '-paid', 'name', '-name', 'at', '-at', 'unknown'),
      fc.constantFrom(undefined, 'Broth', '', 'All', 'nobody has it'),
      fc.constantFrom(...languages),
      (rows, search, sort, type, language) => {
        const formats = formatsBy.get(language) ?? formatsOf(language);
        const decimal = decimalSignOf(formats.locale);
        const shown = rowsInView(
          rows,
          columns,
          { search, sort, type },
          { formats, typeOf, zone: 'Europe/Prague' },
        );
        const ofType = rows.filter((one) => type === undefined || typeOf(one) === type);
        expect(shown.every((one) => ofType.includes(one))).toBe(true);
        if (search === '') expect(shown).toHaveLength(ofType.length);
        for (const column of columns) {
          const total = totalOf(column, shown);
          if (total === undefined) continue;
          const sum = shown
            .map((one) => cellText(column, one, formats))
            .filter((text) => text !== '')
            .reduce((before, text) => before + hundredths(text, decimal), 0n);
          expect(hundredths(formats.amount(total), decimal)).toBe(sum);
        }
      },
    ),
    { numRuns: 10_000 },
  );
}, 60_000);

test('a search finds what a row shows in the language of now, and never what two columns show together', () => {
  const rows: Row[] = [{ name: 'Broth 7', paid: money(150_000) }];
  const found = (search: string, language: (typeof languages)[number]) =>
    rowsInView(
      rows,
      columns,
      { search, sort: undefined, type: undefined },
      { formats: formatsOf(language), zone: 'UTC' },
    ).length;
  expect(found('1,500.00', 'en')).toBe(1);
  expect(found('500,00', 'cs')).toBe(1);
  // As it is typed, though no line ends within an amount.
  expect(found('1 500,00 kč', 'cs')).toBe(1);
  expect(found('1,500.00', 'cs')).toBe(0);
  expect(found('1,500.00', 'en')).toBe(1);
  expect(found('7 1,500', 'en')).toBe(0);
});

test('rows without a value come last in both directions, others by their own values', () => {
  const formats = formatsOf('cs');
  const rows: Row[] = [{ name: 'č' }, { paid: money(100) }, { name: 'c', paid: money(20) }, { name: 'd' }];
  const names = (sort: string) =>
    rowsInView(rows, columns, { search: '', sort, type: undefined }, { formats, zone: 'UTC' }).map(
      ({ name }) => name,
    );
  expect(names('name')).toEqual(['c', 'č', 'd', undefined]);
  expect(names('-name')).toEqual(['d', 'č', 'c', undefined]);
  expect(names('paid').slice(0, 2)).toEqual(['c', undefined]);
});

test.each([
  [50, 'en', '50%'],
  [12.345, 'en', '12.345%'],
  [5.5, 'cs', '5,5\u00a0%'],
  ['5.50', 'en', '5.5%'],
  ['5,5', 'en', '5,5%'],
  ['5,5', 'cs', '5,5\u00a0%'],
  ['7 %', 'en', '7 %'],
  ['', 'en', ''],
  [undefined, 'en', ''],
] as const)(
  'a percentage of %j is written in %s as it was received, with its sign: %s',
  (value, language, text) => {
    const formats = formatsBy.get(language);
    if (!formats) throw new Error(language);
    expect(cellText({ key: 'd', label: 'D', kind: 'percent', value: () => value }, {}, formats)).toBe(text);
  },
);
