import { addDays, type CalendarDay, type Instant } from '@refectory/domain/day';
import { and, asc, eq, gte, inArray, ne, sql } from 'drizzle-orm';

import { lockCanteen, type Canteen } from './canteens.ts';
import type { Database } from './database.ts';
import { applyOrderRules } from './order-rules.ts';
import { closedDay, offering, orders, stock } from './schema.ts';

/** What closing a day did, and what it left. */
export type ClosedDay = {
  /** Dishes that went off the menu. */
  readonly dishes: number;
  /** Dishes on the menu of later days whose cut-offs moved, since there is one working day less. */
  readonly laterDishes: number;
};

/** Closes a day and takes its dishes off the menu; orders stay as they are. Undefined when the day was closed already. */
export function closeDay(
  database: Database,
  { id }: Pick<Canteen, 'id'>,
  { day, reason }: { readonly day: CalendarDay; readonly reason: string },
): Promise<ClosedDay | undefined> {
  return database.orm.transaction(async (queries) => {
    const canteen = await lockCanteen(queries, { id });
    // Orders lock the stock: no order of these dishes begins from here on, and those that have begun are seen below. The
    // cut-offs of later days move, so their dishes are locked too.
    const onMenu = await queries
      .select({ id: offering.id, day: offering.day, state: offering.state })
      .from(offering)
      .innerJoin(stock, eq(stock.offeringId, offering.id))
      .where(and(eq(offering.canteenId, id), gte(offering.day, day), ne(offering.state, 'withdrawn')))
      .orderBy(asc(offering.id))
      .for('update', { of: stock });
    const dishes = onMenu.filter((dish) => dish.day === day);
    const closed = await queries
      .insert(closedDay)
      .values({
        canteenId: id,
        day,
        reason: { und: reason },
        takenOff: Object.fromEntries(
          dishes.flatMap(({ id: dish, state }) => (state === 'withdrawn' ? [] : [[dish, state]])),
        ),
      })
      .onConflictDoNothing()
      .returning();
    if (closed.length === 0) return undefined;
    await queries
      .update(offering)
      .set({ state: 'withdrawn' })
      .where(
        inArray(
          offering.id,
          dishes.map((dish) => dish.id),
        ),
      );
    return {
      dishes: dishes.length,
      // The cut-offs of this day stay, since its customers know them.
      laterDishes: await applyOrderRules(queries, canteen, { from: addDays(day, 1), isNewRule: false }),
    };
  });
}

/** The orders of a day that stand, and how many of them their customers can cancel at a moment. */
export async function standingOrders(
  { orm }: Database,
  { id }: Pick<Canteen, 'id'>,
  day: CalendarDay,
  now: Instant,
): Promise<{ readonly orders: number; readonly cancellable: number }> {
  const placed = await orm
    .select({ cancelUntil: offering.cancelUntil, collectedAt: orders.collectedAt })
    .from(orders)
    .innerJoin(offering, eq(offering.id, orders.offeringId))
    .where(and(eq(offering.canteenId, id), eq(offering.day, day), eq(orders.state, 'placed')));
  return {
    orders: placed.length,
    cancellable: placed.filter(({ cancelUntil, collectedAt }) => collectedAt === null && cancelUntil >= now)
      .length,
  };
}

/**
 * Opens a closed day and puts back on the menu what closing it took off. Returns how many dishes, or undefined when the
 * day was not closed.
 */
export function openDay(
  database: Database,
  { id }: Pick<Canteen, 'id'>,
  day: CalendarDay,
): Promise<number | undefined> {
  return database.orm.transaction(async (queries) => {
    const canteen = await lockCanteen(queries, { id });
    const [opened] = await queries
      .delete(closedDay)
      .where(and(eq(closedDay.canteenId, id), eq(closedDay.day, day)))
      .returning();
    if (opened === undefined) return undefined;
    const { rowCount } = await queries.execute(sql`
      update offering set state = dish.value from jsonb_each_text(${JSON.stringify(opened.takenOff)}::jsonb) dish
      where id = dish.key::bigint and state = 'withdrawn'`);
    await applyOrderRules(queries, canteen, { from: day, isNewRule: false });
    return rowCount ?? 0;
  });
}
