/** A cell of a CSV file: a text, or a number that is written with the decimal sign of the reader's language. */
export type CsvCell = string | number | undefined;

/** What the signs of a CSV file are for readers of a language. */
export type CsvSigns = { readonly decimal: string };

/** Spreadsheets take such a text for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function cellText(cell: CsvCell, { decimal }: CsvSigns, separator: string): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return String(cell).replace('.', decimal);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Rows as a CSV file that spreadsheets open by a double click: UTF-8 with its mark at the beginning, and semicolons between
 * the cells where the comma is the decimal sign. A text that would be a formula begins with an apostrophe.
 */
export function csvOf(rows: readonly (readonly CsvCell[])[], signs: CsvSigns): string {
  const separator = signs.decimal === ',' ? ';' : ',';
  const lines = rows.map((row) => row.map((cell) => cellText(cell, signs, separator)).join(separator));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
