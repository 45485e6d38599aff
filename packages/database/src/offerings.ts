import type { UnitPrice } from '@refectory/domain/money';
import type { PriceLevel, Subsidy } from '@refectory/domain/price-level';
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
  subsidies: Partial<Record<PriceLevel, Subsidy>>;
  capacity: number;
};

/** Dishes stored in one statement: well below the 65,535 parameters a statement may have. */
const DISHES_AT_ONCE = 500;

/** Stores new dishes and returns their ids, the `mealId`s of the API, in the same order. */
export async function insertOfferings(
  queries: Queries,
  canteenId: number,
  dishes: readonly OfferingRows[],
): Promise<number[]> {
  const ids: number[] = [];
  for (let begin = 0; begin < dishes.length; begin += DISHES_AT_ONCE)
    ids.push(...(await insertTogether(queries, canteenId, dishes.slice(begin, begin + DISHES_AT_ONCE))));
  return ids;
}

async function insertTogether(
  queries: Queries,
  canteenId: number,
  dishes: readonly OfferingRows[],
): Promise<number[]> {
  // The ids come first, since an insert returns its rows in no promised order.
  const productIds = await nextIds(queries, 'product', dishes.length);
  const offeringIds = await nextIds(queries, 'offering', dishes.length);
  const stored = dishes.flatMap((rows, index) => {
    const [id, productId] = [offeringIds[index], productIds[index]];
    if (id === undefined || productId === undefined) throw new Error('too few ids were given');
    return [{ rows, id, productId }];
  });
  await queries
    .insert(product)
    .overridingSystemValue()
    .values(stored.map(({ rows, productId }) => ({ ...rows.product, id: productId, canteenId })));
  await queries
    .insert(offering)
    .overridingSystemValue()
    .values(stored.map(({ rows, id, productId }) => ({ ...rows.offering, id, canteenId, productId })));
  await insertPrices(
    queries,
    stored.flatMap(({ rows, id }) => priceRows(id, rows)),
  );
  await queries
    .insert(stock)
    .values(stored.map(({ rows: { capacity }, id }) => ({ offeringId: id, capacity })));
  return offeringIds;
}

async function nextIds(queries: Queries, table: 'product' | 'offering', count: number): Promise<number[]> {
  const { rows } = await queries.execute<{ id: string | number }>(
    sql`select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count})`,
  );
  return rows.map(({ id }) => Number(id));
}

/** Changes a stored dish; its orders stand when the capacity changes. */
export async function updateOffering(
  queries: Queries,
  { id, productId }: { id: number; productId: number },
  rows: OfferingRows,
): Promise<void> {
  await queries.update(product).set(rows.product).where(eq(product.id, productId));
  await queries.update(offering).set(rows.offering).where(eq(offering.id, id));
  await queries.delete(offeringPrice).where(eq(offeringPrice.offeringId, id));
  await insertPrices(queries, priceRows(id, rows));
  await queries.execute(sql`select set_capacity(${id}, ${rows.capacity})`);
}

type PriceRow = typeof offeringPrice.$inferInsert;

function priceRows(offeringId: number, { prices, subsidies }: OfferingRows): PriceRow[] {
  return (Object.entries(prices) as [PriceLevel, UnitPrice][]).map(([priceLevel, unitPrice]) => ({
    offeringId,
    priceLevel,
    unitPrice,
    taxSubsidy: subsidies[priceLevel]?.tax,
    nonTaxSubsidy: subsidies[priceLevel]?.nonTax,
  }));
}

async function insertPrices(queries: Queries, rows: PriceRow[]): Promise<void> {
  if (rows.length > 0) await queries.insert(offeringPrice).values(rows);
}
