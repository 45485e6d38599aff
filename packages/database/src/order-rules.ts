import {
  cutOffInstants,
  defaultCutOffRule,
  isGroupCalled,
  type CutOffInstants,
  type CutOffRule,
} from '@refectory/domain/cut-off';
import { dayAt, type CalendarDay, type Instant } from '@refectory/domain/day';
import type { Texts } from '@refectory/domain/texts';
import { and, count, eq, gte, min, ne, sql } from 'drizzle-orm';

import { lockCanteen, type Canteen } from './canteens.ts';
import { timestamp } from './column-values.ts';
import type { Database } from './database.ts';
import type { Queries } from './offerings.ts';
import { canteen as canteenTable, closedDay, offering, orders } from './schema.ts';

/** What a canteen decides about orders: cut-offs, groups of main dishes, and how many portions (null is any number). */
export type OrderRules = {
  readonly cutOffRule?: CutOffRule;
  readonly mainGroups?: readonly string[];
  readonly mostOfDish?: number | null;
  readonly mostOfDay?: number | null;
};

/**
 * Changes the rules of a canteen, also for menus that are stored for today and later. `change` gets the canteen after it is
 * locked, so that of two changes at once neither is lost. Returns how many dishes change.
 */
export function setOrderRules(
  database: Database,
  { id }: Pick<Canteen, 'id'>,
  change: (canteen: Canteen) => OrderRules,
  now: Instant,
): Promise<{ readonly canteen: Canteen; readonly changedDishes: number }> {
  return database.orm.transaction(async (queries) => {
    // Waits until nobody stores a menu by the old rule.
    const before = await lockCanteen(queries, { id });
    const rules = change(before);
    await queries.update(canteenTable).set(rules).where(eq(canteenTable.id, id));
    const canteen = { ...before, ...rules };
    const changedDishes = await applyOrderRules(queries, canteen, {
      from: dayAt(now, canteen.timeZone),
      isNewRule: rules.cutOffRule !== undefined,
    });
    return { canteen, changedDishes };
  });
}

/** The groups that a canteen's dishes from a day on are in, as the menu has them, and how many dishes each has. */
export function groupsOnMenu(
  database: Database,
  { id }: Pick<Canteen, 'id'>,
  from: CalendarDay,
): Promise<{ readonly group: Texts; readonly dishes: number }[]> {
  return database.orm
    .select({ group: offering.mealGroup, dishes: count() })
    .from(offering)
    .where(and(eq(offering.canteenId, id), gte(offering.day, from), ne(offering.state, 'withdrawn')))
    .groupBy(offering.mealGroup)
    .orderBy(min(offering.id));
}

/**
 * Computes anew what the rules of a canteen say of its dishes from a day on, and returns how many dishes change. The
 * cut-offs of a new rule hold for everybody. Where only working days changed, customers who ordered can cancel and offer
 * at least as long as they were told, and dishes off the menu stay as they are.
 */
export async function applyOrderRules(
  queries: Queries,
  { id, cutOffRule, mainGroups, timeZone }: Canteen,
  { from, isNewRule }: { readonly from: CalendarDay; readonly isNewRule: boolean },
): Promise<number> {
  const closed = await queries.select().from(closedDay).where(eq(closedDay.canteenId, id));
  const closedDays = new Set(closed.map(({ day }) => day));
  const dishes = await queries
    .select({
      id: offering.id,
      day: offering.day,
      group: offering.mealGroup,
      orderUntil: offering.orderUntil,
      cancelUntil: offering.cancelUntil,
      exchangeUntil: offering.exchangeUntil,
      isMain: offering.isMain,
      state: offering.state,
    })
    .from(offering)
    .where(and(eq(offering.canteenId, id), gte(offering.day, from)));
  const placed = await queries
    .selectDistinct({ id: orders.offeringId })
    .from(orders)
    .innerJoin(offering, eq(offering.id, orders.offeringId))
    .where(and(eq(offering.canteenId, id), gte(offering.day, from), eq(orders.state, 'placed')));
  const ordered = new Set(placed.map((dish) => dish.id));
  const changed = dishes.flatMap((dish) => {
    const ruled = cutOffInstants(cutOffRule ?? defaultCutOffRule, dish, timeZone, (day) =>
      closedDays.has(day),
    );
    const limits = isNewRule ? ruled : limitsKept(ruled, dish, ordered.has(dish.id));
    const isMain = mainGroups.some((name) => isGroupCalled(dish.group, name));
    const isSame =
      isMain === dish.isMain &&
      limits.orderUntil === dish.orderUntil &&
      limits.cancelUntil === dish.cancelUntil &&
      limits.exchangeUntil === dish.exchangeUntil;
    return isSame ? [] : [{ ...limits, id: dish.id, isMain }];
  });
  if (changed.length === 0) return 0;
  const rows = changed.map((dish) => ({
    id: dish.id,
    order_until: timestamp(dish.orderUntil),
    cancel_until: timestamp(dish.cancelUntil),
    exchange_until: timestamp(dish.exchangeUntil),
    is_main: dish.isMain,
  }));
  await queries.execute(sql`
    update offering set order_until = changed.order_until, cancel_until = changed.cancel_until,
      exchange_until = changed.exchange_until, is_main = changed.is_main
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as changed (id bigint, order_until timestamptz, cancel_until timestamptz, exchange_until timestamptz, is_main boolean)
    where offering.id = changed.id`);
  return changed.length;
}

/** The cut-offs of a dish after working days changed; those that its customers count on are kept. */
function limitsKept(
  ruled: CutOffInstants,
  dish: CutOffInstants & { readonly state: string },
  isOrdered: boolean,
): CutOffInstants {
  if (dish.state === 'withdrawn') return dish;
  if (!isOrdered) return ruled;
  return {
    // Nobody was promised an order, and the kitchen counts portions on a day it works.
    orderUntil: ruled.orderUntil,
    cancelUntil: Math.max(ruled.cancelUntil, dish.cancelUntil),
    exchangeUntil: Math.max(ruled.exchangeUntil, dish.exchangeUntil),
  };
}
