import type { PriceLevel } from '@refectory/domain/price-level';
import type { UnitPrice } from '@refectory/domain/money';
import { eq, sql } from 'drizzle-orm';

import type { Database } from './database.ts';
import { offering, offeringPrice, product, stock } from './schema.ts';

/** The typed queries, inside a transaction or not. */
export type Queries = Pick<
  Database['orm'],
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute'
>;

/** All that is stored of one dish on one day. */
export type OfferingRows = {
  product: Omit<typeof product.$inferSelect, 'id' | 'canteenId'>;
  offering: Omit<typeof offering.$inferSelect, 'id' | 'canteenId' | 'productId'>;
  prices: Partial<Record<PriceLevel, UnitPrice>>;
  capacity: number;
};

/** Stores a new dish of a day; answers its id, the wire's `mealId`. */
export async function insertOffering(
  queries: Queries,
  canteenId: number,
  rows: OfferingRows,
): Promise<number> {
  const [newProduct] = await queries
    .insert(product)
    .values({ ...rows.product, canteenId })
    .returning({ id: product.id });
  if (newProduct === undefined) throw new Error('the product was not stored');
  const [created] = await queries
    .insert(offering)
    .values({ ...rows.offering, canteenId, productId: newProduct.id })
    .returning({ id: offering.id });
  if (created === undefined) throw new Error('the dish was not stored');
  await insertPrices(queries, created.id, rows.prices);
  await queries
    .insert(stock)
    .values({ offeringId: created.id, capacity: rows.capacity, remaining: rows.capacity });
  return created.id;
}

/** Makes a stored dish as wanted; portions that were ordered stay ordered when the capacity changes. */
export async function updateOffering(
  queries: Queries,
  { id, productId }: { id: number; productId: number },
  rows: OfferingRows,
): Promise<void> {
  await queries.update(product).set(rows.product).where(eq(product.id, productId));
  await queries.update(offering).set(rows.offering).where(eq(offering.id, id));
  await queries.delete(offeringPrice).where(eq(offeringPrice.offeringId, id));
  await insertPrices(queries, id, rows.prices);
  await queries.update(stock).set({ capacity: rows.capacity }).where(eq(stock.offeringId, id));
  await queries.execute(sql`select refresh_stock(${id})`);
}

async function insertPrices(
  queries: Queries,
  offeringId: number,
  prices: OfferingRows['prices'],
): Promise<void> {
  const rows = (Object.entries(prices) as [PriceLevel, UnitPrice][]).map(([priceLevel, unitPrice]) => ({
    offeringId,
    priceLevel,
    unitPrice,
  }));
  if (rows.length > 0) await queries.insert(offeringPrice).values(rows);
}
