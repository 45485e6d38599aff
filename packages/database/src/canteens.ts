import type { CutOffRule } from '@refectory/domain/cut-off';
import type { Instant } from '@refectory/domain/day';
import type { Texts } from '@refectory/domain/texts';
import { eq } from 'drizzle-orm';

import type { Database } from './database.ts';
import { closeDueBills } from './hand-out.ts';
import type { Queries } from './offerings.ts';
import { canteen, type BillClosing } from './schema.ts';

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

/**
 * Sets the tax that is in the prices of a canteen, or in those of a group of its menu, in hundredths of a percent; null
 * states none, or lets the group have the rate of the canteen. Answers the canteen as it is then.
 */
export function setTaxRates(
  database: Database,
  { id }: Pick<Canteen, 'id'>,
  { group, rate }: { readonly group?: string | undefined; readonly rate: number | null },
): Promise<Canteen> {
  return database.orm.transaction(async (queries) => {
    const { taxRate, groupTaxRates } = await lockCanteen(queries, { id });
    const { [group ?? '']: _before, ...others } = groupTaxRates;
    const rates =
      group === undefined
        ? { taxRate: rate }
        : { taxRate, groupTaxRates: { ...others, ...(rate !== null && { [group]: rate }) } };
    const [changed] = await queries.update(canteen).set(rates).where(eq(canteen.id, id)).returning();
    if (changed === undefined) throw new Error('the canteen is gone');
    return changed;
  });
}

/**
 * Sets when bills of a canteen close from now on, and closes those that now wait for nothing any more. Bills that are closed
 * stay as they are.
 */
export async function setBillClosing(
  database: Database,
  { id }: Pick<Canteen, 'id'>,
  billClosing: BillClosing,
  now: Instant,
): Promise<void> {
  await database.orm.update(canteen).set({ billClosing }).where(eq(canteen.id, id));
  while ((await closeDueBills(database, now)) > 0);
}
