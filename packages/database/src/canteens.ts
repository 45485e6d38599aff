import type { CutOffRule } from '@refectory/domain/cut-off';
import type { Texts } from '@refectory/domain/texts';
import { eq } from 'drizzle-orm';

import type { Database } from './database.ts';
import type { Queries } from './offerings.ts';
import { canteen } from './schema.ts';

/** A canteen as stored. */
export type Canteen = typeof canteen.$inferSelect;

/** Makes a canteen. Without a rule it has the default cut-offs of the domain, without main groups no main dishes. */
export async function createCanteen(
  database: Database,
  input: {
    key: string;
    name: Texts;
    timeZone: string;
    cutOffRule?: CutOffRule;
    mainGroups?: readonly string[];
  },
): Promise<Canteen> {
  const [created] = await database.orm.insert(canteen).values(input).returning();
  if (created === undefined) throw new Error('the canteen was not stored');
  return created;
}

/** The canteen of this key. */
export async function findCanteen(database: Database, key: string): Promise<Canteen | undefined> {
  const [found] = await database.orm.select().from(canteen).where(eq(canteen.key, key));
  return found;
}

/** Locks a canteen: its rules, days and menu are changed one at a time, and the next change sees this one. */
export async function lockCanteen(queries: Queries, { id }: Pick<Canteen, 'id'>): Promise<Canteen> {
  const [locked] = await queries.select().from(canteen).where(eq(canteen.id, id)).for('update');
  if (locked === undefined) throw new Error('the canteen is gone');
  return locked;
}
