import { type Money } from '@refectory/domain/money';
import type { PriceLevel } from '@refectory/domain/price-level';
import type { Texts } from '@refectory/domain/texts';
import { and, asc, eq, getTableColumns, ne, sql } from 'drizzle-orm';

import type { Database } from './database.ts';
import { account, customData, customer, priceLevelTable, session } from './schema.ts';

/** A customer as stored, and their price level. */
export type Customer = typeof customer.$inferSelect & { priceLevel: PriceLevel };

/** A customer to be made; `floor` is how low the balance may go, that of their price level where it is absent. */
export type NewCustomer = typeof customer.$inferInsert & { priceLevel: PriceLevel; floor?: Money };

/** Makes a customer with an empty account; money comes by `creditAccount`. */
export function createCustomer(
  database: Database,
  { floor, priceLevel, ...input }: NewCustomer,
): Promise<Customer> {
  return database.orm.transaction(async (transaction) => {
    const [created] = await transaction.insert(customer).values(input).returning();
    if (created === undefined) throw new Error('the customer was not stored');
    const levelFloor = floor ?? (await floorOf(transaction, priceLevel));
    await transaction.insert(account).values({ customerId: created.id, priceLevel, levelFloor });
    return { ...created, priceLevel };
  });
}

/** The customer of this name, upper and lower case alike. */
export async function findCustomer(database: Database, userName: string): Promise<Customer | undefined> {
  const [found] = await database.orm
    .select({ ...getTableColumns(customer), priceLevel: account.priceLevel })
    .from(customer)
    .innerJoin(account, eq(account.customerId, customer.id))
    .where(sql`lower(${customer.userName}) = lower(${userName})`);
  return found;
}

/**
 * Puts a customer on a price level; orders that were placed keep their price. The account gets the level's floor; one
 * that is lower can only be paid in.
 */
export function setPriceLevel(database: Database, customerId: number, priceLevel: PriceLevel): Promise<void> {
  return database.orm.transaction(async (queries) => {
    const levelFloor = await floorOf(queries, priceLevel);
    await queries.update(account).set({ priceLevel, levelFloor }).where(eq(account.customerId, customerId));
  });
}

/**
 * Sets how far below zero the accounts of a price level may go, 0 or less. An account that is lower already can only be
 * paid in. Answers how many of those there are.
 */
export function setFloor(database: Database, priceLevel: PriceLevel, floor: Money): Promise<number> {
  return database.orm.transaction(async (queries) => {
    await queries.update(priceLevelTable).set({ floor }).where(eq(priceLevelTable.level, priceLevel));
    // Accounts are locked in ascending order everywhere.
    await queries
      .select()
      .from(account)
      .where(eq(account.priceLevel, priceLevel))
      .orderBy(asc(account.customerId))
      .for('update');
    const changed = await queries
      .update(account)
      .set({ levelFloor: floor })
      .where(eq(account.priceLevel, priceLevel))
      .returning({ floor: account.floor });
    return changed.filter((row) => row.floor < floor).length;
  });
}

/** The floor of a level, locked until the transaction ends: a later `setFloor` finds the new account too. */
async function floorOf(queries: Pick<Database['orm'], 'select'>, level: PriceLevel): Promise<Money> {
  const [row] = await queries
    .select()
    .from(priceLevelTable)
    .where(eq(priceLevelTable.level, level))
    .for('share');
  if (row === undefined) throw new Error(`there is no price level "${level}"`);
  return row.floor;
}

/** A label with its value. */
export type CustomDataRow = { label: Texts; value: string };

/** Sets what the canteen tells a customer about themselves, in this order. */
export async function setCustomData(
  database: Database,
  customerId: number,
  rows: readonly CustomDataRow[],
): Promise<void> {
  await database.orm.transaction(async (transaction) => {
    await transaction.delete(customData).where(eq(customData.customerId, customerId));
    if (rows.length === 0) return;
    await transaction
      .insert(customData)
      .values(rows.map((row, index) => ({ customerId, position: index + 1, ...row })));
  });
}

/**
 * Shuts a customer out, or lets them in again. Whoever is shut out has no session from then on and cannot sign in; their
 * orders and their money stay. Answers whether that is a change.
 */
export function setActive(database: Database, customerId: number, active: boolean): Promise<boolean> {
  return database.orm.transaction(async (queries) => {
    const changed = await queries
      .update(customer)
      .set({ active })
      .where(and(eq(customer.id, customerId), ne(customer.active, active)))
      .returning({ id: customer.id });
    if (!active) await queries.delete(session).where(eq(session.customerId, customerId));
    return changed.length > 0;
  });
}
