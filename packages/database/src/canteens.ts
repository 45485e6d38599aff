import type { CutOffRule } from '@refectory/domain/cut-off';
import type { Texts } from '@refectory/domain/texts';
import { eq } from 'drizzle-orm';

import type { Database } from './database.ts';
import type { Queries } from './offerings.ts';
import { canteen } from './schema.ts';

/** A canteen as stored. */
export type Canteen = typeof canteen.$inferSelect;

/** Makes a canteen; without a rule its cut-offs are the domain's default, without main groups none of its dishes is a main one. */
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

/** One change of a canteen's rules, days or menu at a time: whoever is next sees what this one did. */
export async function lockCanteen(queries: Queries, { id }: Pick<Canteen, 'id'>): Promise<Canteen> {
  const [locked] = await queries.select().from(canteen).where(eq(canteen.id, id)).for('update');
  if (locked === undefined) throw new Error('the canteen is gone');
  return locked;
}
