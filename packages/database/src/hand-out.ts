import type { CalendarDay, Instant } from '@refectory/domain/day';
import type { OrderedModifier } from '@refectory/domain/modifiers';
import type { DeliveryType } from '@refectory/domain/payment';
import type { Texts } from '@refectory/domain/texts';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';

import type { Database } from './database.ts';
import { repeatable } from './function-call.ts';
import { cart, customer, offering, orders, product } from './schema.ts';

/** Which meals to hand out: those of a canteen and a day, all of them or those of a pick-up code, a customer, or both. */
export type HandOut = {
  readonly canteenId: number;
  readonly day: CalendarDay;
  readonly pickupCode?: string | undefined;
  readonly customerId?: number | undefined;
  /** The till that hands them out, as bills name it. */
  readonly register?: string | undefined;
  readonly now: Instant;
};

/** A meal that counts as handed out now, what was chosen with it, and how its customer wanted it. */
export type HandedOutMeal = {
  readonly dish: Texts;
  readonly quantity: number;
  readonly modifiers: readonly OrderedModifier[];
  readonly delivery: DeliveryType | null;
};

/** Meals that count as handed out now; or the names of several customers whose meals wait under one code. */
export type HandedOut =
  | { readonly meals: readonly HandedOutMeal[] }
  | { readonly customers: readonly string[] };

/**
 * Marks meals as handed out, closes their bills unless the canteen waits for the end of the day, and takes them off the
 * exchange; their orders can no longer be cancelled.
 * Codes are short, so two customers may have the same one: then nothing is marked.
 */
export function handOut(database: Database, meals: HandOut): Promise<HandedOut> {
  return repeatable(() => handOutOnce(database, meals), { isKnownAgain: false });
}

function handOutOnce(
  database: Database,
  { canteenId, day, pickupCode, customerId, register, now }: HandOut,
): Promise<HandedOut> {
  return database.orm.transaction(async (queries) => {
    const waiting = await queries
      .select({
        id: orders.id,
        dish: product.name,
        quantity: orders.quantity,
        modifiers: orders.modifiers,
        delivery: cart.delivery,
        userName: customer.userName,
      })
      .from(orders)
      .innerJoin(offering, eq(offering.id, orders.offeringId))
      .innerJoin(product, eq(product.id, offering.productId))
      .innerJoin(customer, eq(customer.id, orders.customerId))
      .leftJoin(cart, eq(cart.id, orders.cartId))
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
    const ids = waiting.map(({ id }) => id);
    await queries
      .update(orders)
      .set({ collectedAt: now, offeredAt: null, register })
      .where(inArray(orders.id, ids));
    await queries.execute(
      sql`select close_bills(${sql.param(ids)}::bigint[], ${sql.param(now, orders.collectedAt)})`,
    );
    return {
      meals: waiting.map(({ dish, quantity, modifiers, delivery }) => ({
        dish,
        quantity,
        modifiers,
        delivery,
      })),
    };
  });
}

/** Meals of one statement that closes bills: it holds the counters of bills, which each hand-out waits for. */
const MEALS_AT_ONCE = 100;

/**
 * Closes the bills of meals whose day is over in the zone of their canteen, and returns of how many meals: `atMost`, and what
 * else those customers ate on these days. Unless bills of the canteen close at the hand-out only, meals that nobody fetched
 * count as handed out at the last moment of their day. Nobody cooks on a closed day, so its meals are marked by `handOut`
 * only. It skips orders that another process has locked.
 */
export async function closeDueBills(
  { pool }: Database,
  now: Instant,
  atMost = MEALS_AT_ONCE,
): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    name: 'close-due-bills',
    text: 'select close_due_bills($1, $2) as count',
    values: [new Date(now), atMost],
  });
  return rows[0]?.count ?? 0;
}
