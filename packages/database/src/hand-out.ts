import type { CalendarDay, Instant } from '@refectory/domain/day';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';

import type { Database } from './database.ts';
import { repeatable } from './order-functions.ts';
import { customer, offering, orders } from './schema.ts';

/** Which meals to hand out: those of a canteen and a day, all of them or those of a pick-up code, a customer, or both. */
export type HandOut = {
  readonly canteenId: number;
  readonly day: CalendarDay;
  readonly pickupCode?: string | undefined;
  readonly customerId?: number | undefined;
  readonly now: Instant;
};

/** Portions that count as handed out now; or the names of several customers whose meals wait under one code. */
export type HandedOut = { readonly portions: number } | { readonly customers: readonly string[] };

/**
 * Marks meals as handed out and takes them off the exchange; their orders can no longer be cancelled. Codes are short, so
 * two customers may have the same one: then nothing is marked.
 */
export function handOut(database: Database, meals: HandOut): Promise<HandedOut> {
  return repeatable(() => handOutOnce(database, meals), { isKnownAgain: false });
}

function handOutOnce(
  database: Database,
  { canteenId, day, pickupCode, customerId, now }: HandOut,
): Promise<HandedOut> {
  return database.orm.transaction(async (queries) => {
    const waiting = await queries
      .select({ id: orders.id, quantity: orders.quantity, userName: customer.userName })
      .from(orders)
      .innerJoin(offering, eq(offering.id, orders.offeringId))
      .innerJoin(customer, eq(customer.id, orders.customerId))
      .where(
        and(
          eq(offering.canteenId, canteenId),
          eq(offering.day, day),
          eq(orders.state, 'placed'),
          isNull(orders.collectedAt),
          pickupCode === undefined ? undefined : eq(orders.pickupCode, pickupCode),
          customerId === undefined ? undefined : eq(orders.customerId, customerId),
        ),
      )
      // take_portions locks offers in this order.
      .orderBy(asc(orders.offeredAt), asc(orders.id))
      .for('update', { of: orders });
    const customers = [...new Set(waiting.map(({ userName }) => userName))];
    if (pickupCode !== undefined && customers.length > 1) return { customers };
    await queries
      .update(orders)
      .set({ collectedAt: now, offeredAt: null })
      .where(
        inArray(
          orders.id,
          waiting.map(({ id }) => id),
        ),
      );
    return { portions: waiting.reduce((sum, { quantity }) => sum + quantity, 0) };
  });
}

/**
 * Marks meals of past days as handed out, as of the last moment of their day in the zone of their canteen, and returns how
 * many orders. Nobody cooks on a closed day, so its meals are marked by `handOut` only. It skips orders that another process
 * has locked.
 */
export async function handOutPastMeals({ pool }: Database, now: Instant, atMost: number): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'hand-out-past-meals',
    text: `update orders set collected_at = past.ended_at - interval '1 ms', offered_at = null
             from (select orders.id, ended_at
                     from orders
                     join offering on offering.id = offering_id
                     join canteen on canteen.id = offering.canteen_id
                     cross join lateral (select (offering.day + 1)::timestamp at time zone time_zone as ended_at) day
                    where orders.state = 'placed' and collected_at is null and ended_at <= $1
                      and not exists (select from closed_day
                        where closed_day.canteen_id = offering.canteen_id and closed_day.day = offering.day)
                    limit $2 for update of orders skip locked) past
            where orders.id = past.id`,
    values: [new Date(now), atMost],
  });
  return rowCount ?? 0;
}
