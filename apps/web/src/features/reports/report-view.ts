import { foldText } from '@refectory/domain/dish-search';
import type { CsvCell } from '@refectory/domain/csv';
import { instantOf, type Moment } from '@refectory/domain/day';
import { moneyToDecimal, sumOf, type Money } from '@refectory/domain/money';

import type { Formats } from '#platform/i18n/formats.ts';

/** A value of a record before it is written. */
type Value = string | number | undefined;

/** How the values of a column are read and written. */
export type ReportColumn<Row> = {
  readonly key: string;
  readonly label: string;
  /** What stands in a second line of the value. */
  readonly below?: (row: Row) => string | undefined;
} & (
  | { readonly kind: 'text'; readonly value: (row: Row) => Value }
  | { readonly kind: 'percent'; readonly value: (row: Row) => Value }
  | { readonly kind: 'moment' | 'day'; readonly value: (row: Row) => Moment | undefined }
  | {
      readonly kind: 'amount';
      readonly value: (row: Row) => Money | undefined;
      /** The currency format of the amounts of a row, where it is not the canteen's. */
      readonly currency?: ((row: Row) => string | undefined) | undefined;
      /** Whether the amounts of the rows shown are summed up. */
      readonly hasTotal?: boolean;
      /** Whether it is what one looks for in a record, where that is not its first figure. */
      readonly isMain?: boolean;
    }
);

/** What a report shows of its rows, and in which order. */
export type ReportView = {
  readonly search: string;
  /** The type of the rows; undefined for all of them. */
  readonly type: string | undefined;
  /** The key of the column, with a hyphen before it for the other direction. */
  readonly sort: string | undefined;
};

/** How a report writes its values. */
export type ReportFormats = Formats & { readonly locale: string };

const percentFormats = new Map<string, Intl.NumberFormat>();

/** More decimals of a percentage than anybody sends, and fewer than the error of a division. */
const PERCENT_DECIMALS = 10;

/** A percentage as the language writes it, with all its decimals; a text that is no number gets the sign as it is. */
function percentText(value: string | number, locale: string): string {
  if (value === '') return '';
  const format =
    percentFormats.get(locale) ??
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: PERCENT_DECIMALS });
  percentFormats.set(locale, format);
  const percent = Number(value);
  if (!Number.isNaN(percent)) return format.format(percent / 100);
  if (String(value).includes('%')) return String(value);
  const parts = format.formatToParts(0);
  return parts.map((part) => (part.type === 'integer' ? value : part.value)).join('');
}

/** The sign between crowns and hundredths. */
export function decimalSignOf(locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** Whether the value of a row says that there is none, such as a discount of 0. */
export function isNothing<Row>(column: ReportColumn<Row>, row: Row): boolean {
  return (column.kind === 'amount' || column.kind === 'percent') && Number(column.value(row)) === 0;
}

/** A value as it is shown in its column. */
export function cellText<Row>(column: ReportColumn<Row>, row: Row, formats: ReportFormats): string {
  switch (column.kind) {
    case 'moment':
      return formats.date('d. M. yyyy HH:mm', column.value(row));
    case 'day':
      return formats.date('d. M. yyyy', column.value(row));
    case 'amount': {
      const amount = column.value(row);
      if (amount === undefined) return '';
      const currency = column.currency?.(row);
      return currency === undefined ? formats.amount(amount) : formats.amountIn(currency, amount);
    }
    case 'percent': {
      const value = column.value(row);
      return value === undefined ? '' : percentText(value, formats.locale);
    }
    case 'text':
      return String(column.value(row) ?? '');
  }
}

/** A value as it is written to a file: times as machines read them, amounts as numbers. */
export function cellOfFile<Row>(column: ReportColumn<Row>, row: Row, formats: ReportFormats): CsvCell {
  switch (column.kind) {
    case 'moment':
      return formats.date('yyyy-MM-dd HH:mm', column.value(row));
    case 'day':
      return formats.date('yyyy-MM-dd', column.value(row));
    case 'amount': {
      const amount = column.value(row);
      return amount === undefined ? undefined : moneyToDecimal(amount);
    }
    case 'percent':
      return column.value(row);
    case 'text': {
      const below = column.below?.(row);
      return below ? `${column.value(row) ?? ''} – ${below}` : column.value(row);
    }
  }
}

/** What each row shows in a language: it is written once, since a search is made anew with every key. */
const searched = new WeakMap<object, { readonly locale: string; readonly text: string }>();

/** All that a row shows, a column a line, in which a text is searched. */
export function searchedText<Row extends object>(
  columns: readonly ReportColumn<Row>[],
  row: Row,
  formats: ReportFormats,
): string {
  const known = searched.get(row);
  if (known?.locale === formats.locale) return known.text;
  const cells = columns.flatMap((column) => [cellText(column, row, formats), column.below?.(row) ?? '']);
  const text = foldText(cells.join('\n'));
  searched.set(row, { locale: formats.locale, text });
  return text;
}

/** What a report knows about its rows besides their columns. */
export type ReportReading<Row> = {
  readonly formats: ReportFormats;
  /** What type a row is of, where a report has types. */
  readonly typeOf?: ((row: Row) => string) | undefined;
};

/** The rows of a type that a text is found in, in the order they came in. */
export function rowsFound<Row extends object>(
  rows: readonly Row[],
  columns: readonly ReportColumn<Row>[],
  { search, type }: ReportView,
  { formats, typeOf }: ReportReading<Row>,
): readonly Row[] {
  const wanted = foldText(search.trim());
  const ofType = typeOf && type !== undefined ? rows.filter((row) => typeOf(row) === type) : rows;
  if (wanted === '') return ofType;
  return ofType.filter((row) => searchedText(columns, row, formats).includes(wanted));
}

/** The rows of a type that a text is found in, in the order of a column; without one in the order they came in. */
export function rowsInView<Row extends object>(
  rows: readonly Row[],
  columns: readonly ReportColumn<Row>[],
  view: ReportView,
  { zone, ...reading }: ReportReading<Row> & { readonly zone: string },
): readonly Row[] {
  const { formats } = reading;
  const { sort } = view;
  const found = rowsFound(rows, columns, view, reading);
  const isDescending = sort?.startsWith('-') === true;
  const column = columns.find(({ key }) => key === sort?.replace(/^-/, ''));
  if (!column) return found;
  const { compare } = new Intl.Collator(formats.locale, { numeric: true });
  const keyOf = (row: Row): Value => {
    if (column.kind === 'moment' || column.kind === 'day') return instantOf(column.value(row), zone);
    const value = column.value(row);
    return value === '' ? undefined : value;
  };
  const keyed = found.map((row) => ({ row, key: keyOf(row) }));
  return keyed
    .toSorted(({ key: one }, { key: other }) => {
      // What is missing comes last in both directions.
      if (one === undefined || other === undefined)
        return Number(one === undefined) - Number(other === undefined);
      const order =
        typeof one === 'number' && typeof other === 'number'
          ? one - other
          : compare(String(one), String(other));
      return isDescending ? -order : order;
    })
    .map(({ row }) => row);
}

/** The total of a column over the rows that are shown; undefined for a column without one. */
export function totalOf<Row>(column: ReportColumn<Row>, rows: readonly Row[]): Money | undefined {
  if (column.kind !== 'amount' || !column.hasTotal) return undefined;
  return sumOf(rows.map((row) => column.value(row)).filter((amount) => amount !== undefined));
}
