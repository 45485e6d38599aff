import { findCanteen, type Canteen } from '@refectory/database/canteens';
import type { Database } from '@refectory/database/database';

import { canteenQueries } from '../canteens/canteen-queries.ts';
import { CommandError } from './command-error.ts';

/** The canteen of a key that was typed; a wrong one is refused with those there are. */
export async function canteenOf(database: Database, key: string): Promise<Canteen> {
  const canteen = await findCanteen(database, key);
  if (canteen) return canteen;
  const keys = (await canteenQueries(database).list()).map((known) => known.key).join(', ');
  throw new CommandError(
    `There is no canteen "${key}"; ${keys ? `there are: ${keys}` : 'add it with "npx refectory canteen add"'}.`,
  );
}
