import { readFile } from 'node:fs/promises';

import { findCanteen } from '@refectory/database/canteens';
import type { Database } from '@refectory/database/database';
import { storeMenu } from '@refectory/database/store-menu';
import type { CalendarDay } from '@refectory/domain/day';
import type { PriceLevel } from '@refectory/domain/price-level';

import { canteenQueries } from '../canteens/canteen-queries.ts';
import { MenuFileError } from '../menu-import/menu-file-error.ts';
import { importWarning, menuFileReason } from '../menu-import/menu-file-reason.ts';
import { parseOpenMensa } from '../menu-import/open-mensa.ts';
import { CommandError } from './command-error.ts';

/** What to import where. */
export type MenuImport = {
  readonly file: string;
  readonly canteenKey: string;
  readonly start: CalendarDay;
  readonly priceRole: PriceLevel;
};

async function planOf({ file, start, priceRole }: MenuImport) {
  let xml: string;
  try {
    // Anything else than UTF-8 would turn letters into question marks without a word.
    xml = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The file ${file} cannot be read: ${reason}.`, { cause: error });
  }
  try {
    return parseOpenMensa(xml, { start, priceRole });
  } catch (error) {
    if (!(error instanceof MenuFileError)) throw error;
    throw new CommandError(
      `Nothing was imported: ${file}, line ${error.line}: ${menuFileReason(error.reason)}.`,
      { cause: error },
    );
  }
}

/** Imports a menu file whole or not at all; tells line by line what it did. */
export async function importMenu(
  database: Database,
  wanted: MenuImport,
  tell: (line: string) => void,
): Promise<void> {
  const canteen = await findCanteen(database, wanted.canteenKey);
  if (!canteen) {
    const keys = (await canteenQueries(database).list()).map(({ key }) => key).join(', ') || 'none yet';
    throw new CommandError(`There is no canteen "${wanted.canteenKey}"; there are: ${keys}.`);
  }
  const { days, warnings } = await planOf(wanted);
  const counts = await storeMenu(database, canteen, days);
  const first = days[0]?.day;
  const last = days.at(-1)?.day;
  for (const warning of warnings) tell(`Note: ${importWarning(warning)}.`);
  const { added, changed, unchanged, removed } = counts;
  tell(
    `Menu of "${wanted.canteenKey}" from ${first} to ${last}: dishes added: ${added}, changed: ${changed}, ` +
      `unchanged: ${unchanged}, removed: ${removed}; notes: ${warnings.length}.`,
  );
}
