import { type Money } from '@refectory/domain/money';
import type { PriceLevel } from '@refectory/domain/price-level';
import type { Texts } from '@refectory/domain/texts';
import { eq, sql } from 'drizzle-orm';

import type { Database } from './database.ts';
import { account, customData, customer, priceLevelTable } from './schema.ts';

/** A customer as stored. */
export type Customer = typeof customer.$inferSelect;

/** A customer to be made; `floor` is how low the balance may go, that of his price level where it is absent. */
export type NewCustomer = typeof customer.$inferInsert & { floor?: Money };

/** Makes a customer with an empty account; money comes by `creditAccount`. */
export function createCustomer(database: Database, { floor, ...input }: NewCustomer): Promise<Customer> {
  return database.orm.transaction(async (transaction) => {
    const [created] = await transaction.insert(customer).values(input).returning();
    if (created === undefined) throw new Error('the customer was not stored');
    await transaction
      .insert(account)
      .values({ customerId: created.id, floor: floor ?? (await floorOf(transaction, created.priceLevel)) });
    return created;
  });
}

/** The customer of this name, upper and lower case alike. */
export async function findCustomer(database: Database, userName: string): Promise<Customer | undefined> {
  const [found] = await database.orm
    .select()
    .from(customer)
    .where(sql`lower(${customer.userName}) = lower(${userName})`);
  return found;
}

/** Puts a customer on a price level; orders that were placed keep their price. */
export async function setPriceLevel(
  database: Database,
  customerId: number,
  priceLevel: PriceLevel,
): Promise<void> {
  await database.orm.update(customer).set({ priceLevel }).where(eq(customer.id, customerId));
}

async function floorOf(queries: Pick<Database['orm'], 'select'>, level: PriceLevel): Promise<Money> {
  const [row] = await queries.select().from(priceLevelTable).where(eq(priceLevelTable.level, level));
  if (row === undefined) throw new Error(`there is no price level "${level}"`);
  return row.floor;
}

/** A label with its value. */
export type CustomDataRow = { label: Texts; value: string };

/** Sets what the canteen tells a customer about himself, in this order. */
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
