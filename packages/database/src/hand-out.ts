import type { CalendarDay, Instant } from '@refectory/domain/day';
import { and, eq, inArray, isNull } from 'drizzle-orm';

import type { Database } from './database.ts';
import { offering, orders } from './schema.ts';

/** What to hand out: the meals of a canteen and a day, all or those of one pick-up code. */
export type HandOut = {
  readonly canteenId: number;
  readonly day: CalendarDay;
  readonly pickupCode?: string | undefined;
  readonly now: Instant;
};

/**
 * Counts meals as handed out that were not yet, and takes them off the exchange (C32). Answers the
 * number of portions; an order can no longer be cancelled afterwards.
 */
export async function handOut(
  database: Database,
  { canteenId, day, pickupCode, now }: HandOut,
): Promise<number> {
  const ofTheDay = database.orm
    .select({ id: offering.id })
    .from(offering)
    .where(and(eq(offering.canteenId, canteenId), eq(offering.day, day)));
  const handedOut = await database.orm
    .update(orders)
    .set({ collectedAt: now, offeredAt: null })
    .where(
      and(
        inArray(orders.offeringId, ofTheDay),
        eq(orders.state, 'placed'),
        isNull(orders.collectedAt),
        pickupCode === undefined ? undefined : eq(orders.pickupCode, pickupCode),
      ),
    )
    .returning({ quantity: orders.quantity });
  return handedOut.reduce((sum, { quantity }) => sum + quantity, 0);
}

/**
 * Counts some meals as handed out whose day has ended in their canteen, as of the last moment of that day (C32).
 * Answers how many orders; those that another process is at are passed over.
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
                    limit $2 for update of orders skip locked) past
            where orders.id = past.id`,
    values: [new Date(now), atMost],
  });
  return rowCount ?? 0;
}
