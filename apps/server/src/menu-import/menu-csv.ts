import { isCalendarDay, type CalendarDay } from '@refectory/domain/day';
import { priceLevels } from '@refectory/domain/price-level';
import { languages, type Texts } from '@refectory/domain/texts';
import { CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod/mini';

import { closedReason, type MenuFileDay, type MenuFileDish } from './menu-file.ts';
import { MenuFileError } from './menu-file-error.ts';
import { FileDate, FileDish, FileTexts } from './menu-file-schema.ts';
import { menuFileDish } from './menu-json.ts';
import { reasonOf } from './schema-reason.ts';

type Cells = Readonly<Record<string, string>>;
type Row = {
  readonly line: number;
  readonly cells: Cells;
  /** The last cell, where the file ends without a line end. */
  readonly unended?: string;
};

const RowOfDay = z.object({ date: FileDate, closed: z.optional(FileTexts) });

/** Columns whose cells hold several values, and what stands between them. */
const lists: Readonly<Record<string, RegExp>> = {
  allergens: /[\s,|]+/,
  filters: /[\s,|]+/,
  notes: /\|/,
};

/** Spreadsheets write a day as their country does. */
function isoDate(text: string): string {
  const match = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/.exec(text);
  if (!match) return text;
  const [, day = '', month = '', year = ''] = match;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDay(iso) ? iso : text;
}

/** Decimals after a point, and after a comma where it cannot stand between thousands. */
const priceText = (text: string) => text.replace(/^(\d+),(\d{1,2})$/, '$1.$2');

/** What one cell says; undefined when it says nothing. */
function cellValue(column: string, text: string): unknown {
  const [field = ''] = column.split('.');
  if (text === '') return undefined;
  // A word processor makes a long dash of a short one.
  if (field === 'price') return /^[-–—]$/.test(text) ? undefined : priceText(text);
  if (field === 'date') return isoDate(text);
  if (field === 'portions') return /^\d{1,9}$/.test(text) ? Number(text) : text;
  if (column === 'closed' && text.toLowerCase() === 'yes') return closedReason;
  if (field === 'allowMultipleOrder') return { yes: true, no: false }[text.toLowerCase()] ?? text;
  if (field === 'pickupFrom' || field === 'pickupTo') return text.replace(/^\d:/, '0$&');
  const separator = lists[field];
  return separator ? text.split(separator).filter((part) => part.trim() !== '') : text;
}

/** The cells as the fields of a dish: `name.cs` is the Czech text of `name`. */
function fieldsOf(cells: Cells): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [column, text] of Object.entries(cells)) {
    const found = cellValue(column, text);
    if (found === undefined) continue;
    const [field = '', part] = column.split('.');
    if (part === undefined) fields[field] = found;
    else fields[field] = { ...(fields[field] as object | undefined), [part]: found };
  }
  return fields;
}

/** A level without a price of its own has the one for everybody. */
function withEveryPrice(cells: Cells): Cells {
  const { price, ...others } = cells;
  const own = levelColumns.filter((column) => column in others);
  if (price === undefined || own.length === 0) return cells;
  return {
    ...others,
    ...Object.fromEntries(levelColumns.map((column) => [column, others[column] || price])),
  };
}

const levelColumns = priceLevels.map((level) => `price.${level}`);
const textFields = ['name', 'group', 'description', 'size', 'closed'];
const plainColumns = [
  'date',
  'closed',
  // They have parts, which a cell does not; JSON has them.
  ...Object.keys(FileDish.shape).filter((field) => field !== 'subsidies' && field !== 'modifierGroups'),
];
/** Every column as it is written, by its name in small letters: a spreadsheet likes to begin with a capital. */
const columns: ReadonlyMap<string, string> = new Map(
  [
    ...plainColumns,
    ...textFields.flatMap((field) => languages.map((language) => `${field}.${language}`)),
    ...levelColumns,
  ].map((column) => [column.toLowerCase(), column]),
);

/** The column a cell of the first line names; a spreadsheet leaves cells without a name at the end. */
function columnOf(cell: string): string {
  const name = cell.trim();
  if (name === '') return '';
  const column = columns.get(name.toLowerCase());
  if (column === undefined)
    throw new MenuFileError(1, { code: 'unknown-column', column: name, known: plainColumns });
  return column;
}

function checkHeader(header: readonly string[]): void {
  for (const [place, column] of header.entries()) {
    if (column === '') continue;
    const isTwice =
      header.indexOf(column) !== place ||
      textFields.some((field) => column === field && header.some((other) => other.startsWith(`${field}.`)));
    if (isTwice) throw new MenuFileError(1, { code: 'duplicate-field', field: column });
  }
}

/** The sign between the cells of the first line: the one it has most of. */
function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1);
  const count = (separator: string) => first.split(separator).length;
  return [';', '\t', ','].toSorted((one, other) => count(other) - count(one))[0] ?? ',';
}

/** Every row that says something, its cells by their columns. */
function rowsOf(text: string): Row[] {
  const records = recordsOf(text);
  const header = records[0]?.record.map(columnOf) ?? [];
  checkHeader(header);
  const rows: Row[] = records.slice(1).flatMap(({ record, info }) => {
    if (record.every((cell) => cell.trim() === '')) return [];
    // A cell may hold line ends of its own, and the row begins where its first line is.
    const line = info.lines - record.join('').split('\n').length + 1;
    if (record.length !== header.length)
      throw new MenuFileError(line, { code: 'cell-count', found: record.length, expected: header.length });
    const cells = header.map((column, at) => [column, record[at]?.trim() ?? ''] as const);
    const nameless = cells.find(([column, cell]) => column === '' && cell !== '');
    if (nameless) throw new MenuFileError(line, { code: 'no-column', found: nameless[1] });
    return [{ line, cells: Object.fromEntries(cells.filter(([column]) => column !== '')) }];
  });
  const last = rows.at(-1);
  const lastColumn = header.at(-1);
  const found = last?.cells[lastColumn ?? ''] ?? '';
  if (last === undefined || lastColumn === undefined || found === '' || /[\n"]\s*$/.test(text)) return rows;
  if (isPriceColumn(lastColumn)) checkPriceIsWhole(last.line, found, rows);
  return [...rows.slice(0, -1), { ...last, unended: found }];
}

const isPriceColumn = (column: string) => column.split('.', 1)[0] === 'price';

/** Refuses the price at the end of a file when others have more decimals: 14 may be what is left of 145.90. */
function checkPriceIsWhole(line: number, found: string, rows: readonly Row[]): void {
  const decimalsOf = (price: string) => /[.,](\d+)$/.exec(price)?.[1]?.length ?? 0;
  const prices = rows.flatMap(({ cells }) =>
    Object.entries(cells).flatMap(([column, cell]) => (isPriceColumn(column) ? [cell] : [])),
  );
  const decimals = Math.max(...prices.map(decimalsOf));
  if (/^\d/.test(found) && decimalsOf(found) < decimals)
    throw new MenuFileError(line, { code: 'cut-off-price', found, decimals });
}

type CsvRecord = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

function recordsOf(text: string): readonly CsvRecord[] {
  const lines = text.replaceAll('\r\n', '\n');
  try {
    // With `info` each record comes with where it stands, which the types of the library do not say.
    const records: unknown = parse(lines, {
      delimiter: separatorOf(lines),
      info: true,
      skip_empty_lines: true,
      // Counted where it can be said in words.
      relax_column_count: true,
    });
    return records as readonly CsvRecord[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? error['lines'] : 1;
    throw new MenuFileError(line, { code: 'not-well-formed', format: 'CSV', detail: error.message });
  }
}

function readRow<T extends z.ZodMiniType>(schema: T, line: number, fields: unknown): z.output<T> {
  const read = schema.safeParse(fields);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  if (issue === undefined) throw read.error;
  throw new MenuFileError(line, reasonOf(issue, fields).reason);
}

/**
 * Reads a menu in our CSV (docs/menus.md) into its days, in the order in which the file begins them:
 * a row is a dish or a closed day.
 */
export function readMenuCsv(text: string): MenuFileDay[] {
  const days = new Map<
    CalendarDay,
    {
      readonly line: number;
      closed?: Texts;
      readonly dishes: MenuFileDish[];
      unended?: NonNullable<MenuFileDay['unended']>;
    }
  >();
  for (const { line, cells, unended } of rowsOf(text)) {
    const fields = fieldsOf(withEveryPrice(cells));
    const { date, closed } = readRow(RowOfDay, line, { date: fields['date'], closed: fields['closed'] });
    const known = days.get(date);
    if (closed && known?.closed) throw new MenuFileError(line, { code: 'duplicate-day', date });
    if (closed ? known || Object.keys(fields).length > 2 : known?.closed)
      throw new MenuFileError(line, { code: 'closed-with-dishes', date });
    const day = known ?? { line, ...(closed && { closed }), dishes: [] };
    days.set(date, day);
    if (unended !== undefined) day.unended = { line, found: unended };
    if (!closed) {
      const { date: _date, ...dish } = fields;
      day.dishes.push(menuFileDish(() => line, readRow(FileDish, line, dish)));
    }
  }
  return [...days].map(([date, { closed, dishes, ...day }]) =>
    closed ? { ...day, date, closed } : { ...day, date, dishes },
  );
}
