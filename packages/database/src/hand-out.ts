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
