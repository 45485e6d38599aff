import { checkTexts } from './check-texts.ts';
import { readMenuCsv } from './menu-csv.ts';
import type { MenuFileDay } from './menu-file.ts';
import { MenuFileError } from './menu-file-error.ts';
import { readMenuJson } from './menu-json.ts';
import { readOpenMensa } from './open-mensa.ts';

/** The largest file that is read. */
export const LIMIT_BYTES = 5 * 1024 * 1024;
const MAXIMUM_DAYS = 1_000;
const MAXIMUM_DISHES = 20_000;

const readers: Readonly<Record<string, (text: string) => MenuFileDay[]>> = {
  xml: readOpenMensa,
  json: readMenuJson,
  csv: readMenuCsv,
};

/**
 * Reads a menu file into its days, in the order of the file; the ending of its name says which
 * format it has. Throws MenuFileError at the first thing that is not as the format has it.
 */
export function readMenuFile(name: string, bytes: Uint8Array): MenuFileDay[] {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const read = Object.hasOwn(readers, ending) ? readers[ending] : undefined;
  if (read === undefined) throw new MenuFileError(1, { code: 'unknown-format', found: ending });
  if (bytes.byteLength > LIMIT_BYTES)
    throw new MenuFileError(1, { code: 'too-large', limitBytes: LIMIT_BYTES });
  const days = read(menuFileText(bytes));
  checkTexts(days);
  const dishes = days.reduce((sum, day) => sum + ('dishes' in day ? day.dishes.length : 0), 0);
  if (days.length > MAXIMUM_DAYS) throw new MenuFileError(1, { code: 'too-many-days', limit: MAXIMUM_DAYS });
  if (dishes > MAXIMUM_DISHES) throw new MenuFileError(1, { code: 'too-many-dishes', limit: MAXIMUM_DISHES });
  return days;
}

/**
 * The text of a file; anything else than UTF-8 would turn letters into question marks without a word. Throws
 * MenuFileError.
 */
export function menuFileText(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw new MenuFileError(1, { code: 'not-utf-8', encoding: 'UTF-16' });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new MenuFileError(firstForeignLine(bytes), { code: 'not-utf-8' });
  }
}

const LINE_FEED = 0x0a;

/** The first line that is not UTF-8; no letter of UTF-8 holds the byte of a line's end. */
function firstForeignLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let line = 1, from = 0; from < bytes.length; line += 1) {
    const end = bytes.indexOf(LINE_FEED, from);
    const to = end === -1 ? bytes.length : end + 1;
    try {
      decoder.decode(bytes.subarray(from, to));
    } catch {
      return line;
    }
    from = to;
  }
  return 1;
}
