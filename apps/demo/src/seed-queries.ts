import type { Database } from '@refectory/database/database';
import type { CalendarDay, Instant } from '@refectory/domain/day';
import type { Money, UnitPrice } from '@refectory/domain/money';

/** The days of a canteen that have a menu or are closed. */
export async function daysWithMenu(database: Database, canteenId: number): Promise<Set<CalendarDay>> {
  const { rows } = await database.pool.query<{ day: CalendarDay }>(
    'select day from offering where canteen_id = $1 union select day from closed_day where canteen_id = $1',
    [canteenId],
  );
  return new Set(rows.map(({ day }) => day));
}

/** A dish whose last portions will stand on exchange. */
export type DishToExchange = {
  readonly offeringId: number;
  readonly canteenId: number;
  readonly productId: number;
  readonly day: CalendarDay;
  readonly remaining: number;
  readonly unitPrice: UnitPrice;
};

/** Days of a canteen that have just been given their menu. */
export type AddedDays = { readonly canteenId: number; readonly days: readonly CalendarDay[] };

/**
 * On each of these days that can still be ordered: the dish with the fewest portions left, when they are few, among those
 * with nothing to choose.
 */
export async function dishesToExchange(
  database: Database,
  { canteenId, days }: AddedDays,
  now: Instant,
): Promise<DishToExchange[]> {
  const { rows } = await database.pool.query<DishToExchange>(
    `select distinct on (offering.day)
            offering.id as "offeringId", offering.canteen_id as "canteenId", offering.product_id as "productId",
            offering.day, stock.remaining, offering_price.unit_price as "unitPrice"
       from offering
       join stock on stock.offering_id = offering.id
       join offering_price on offering_price.offering_id = offering.id and offering_price.price_level = 'other'
      where offering.canteen_id = $1 and offering.day = any ($2::date[]) and offering.state = 'open'
        and offering.order_until > to_timestamp($3 / 1000.0)
        and stock.remaining between 1 and 6 and offering.modifier_groups = '[]'
      order by offering.day, stock.remaining, offering.id`,
    [canteenId, days, now],
  );
  return rows;
}

/** Offers an order to others. */
export async function offerForExchange(database: Database, orderId: number, now: Instant): Promise<void> {
  await database.pool.query('update orders set offered_at = to_timestamp($2 / 1000.0) where id = $1', [
    orderId,
    now,
  ]);
}

/** The dishes of these days of a canteen by day and source key. */
export async function offeringsOf(
  database: Database,
  canteenId: number,
  days: readonly CalendarDay[],
): Promise<ReadonlyMap<string, { readonly id: number; readonly productId: number }>> {
  const { rows } = await database.pool.query<{ key: string; id: number; productId: number }>(
    `select day || ' ' || source_key as key, id, product_id as "productId"
       from offering where canteen_id = $1 and day = any ($2::date[])`,
    [canteenId, days],
  );
  return new Map(rows.map(({ key, ...offering }) => [key, offering]));
}

/** Whether money has moved under this reference. */
export async function isReferenceKnown(database: Database, reference: string): Promise<boolean> {
  const { rows } = await database.pool.query('select from movement where reference = $1', [reference]);
  return rows.length > 0;
}

/** Whether a customer was granted any bonus or voucher. */
export async function hasGrants(database: Database, customerId: number): Promise<boolean> {
  const { rows } = await database.pool.query(
    'select from bonus where customer_id = $1 union all select from voucher where customer_id = $1',
    [customerId],
  );
  return rows.length > 0;
}

/** What the account of a customer holds. */
export async function balanceOf(database: Database, customerId: number): Promise<Money> {
  const { rows } = await database.pool.query<{ balance: Money }>(
    'select balance from account where customer_id = $1',
    [customerId],
  );
  if (rows[0] === undefined) throw new Error(`there is no account of customer ${customerId}`);
  return rows[0].balance;
}

/** Has a pairing become what it is in the demo; one that is pending, or missed for its age, stays as it is. */
export async function setPairingStatus(
  database: Database,
  token: string,
  status: 'pending' | 'missed' | 'valid' | 'rejected' | 'invalid',
  { pairedAt, invalidAt }: { readonly pairedAt: Instant; readonly invalidAt: Instant },
): Promise<void> {
  if (status === 'pending' || status === 'missed') return;
  await database.pool.query(
    `update pairing set status = $2, paired_at = case when $2 in ('valid', 'invalid') then $3::timestamptz end,
       invalid_at = case when $2 = 'invalid' then $4::timestamptz end where token = $1`,
    [token, status, new Date(pairedAt), new Date(invalidAt)],
  );
}
