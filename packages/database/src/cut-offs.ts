import { cutOffInstants, defaultCutOffRule, type CutOffRule } from '@refectory/domain/cut-off';
import { dayAt, type CalendarDay, type Instant } from '@refectory/domain/day';
import { and, eq, gte, sql } from 'drizzle-orm';

import type { Canteen } from './canteens.ts';
import { timestamp } from './column-values.ts';
import type { Database } from './database.ts';
import type { Queries } from './offerings.ts';
import { canteen as canteenTable, closedDay, offering } from './schema.ts';

/** Sets a canteen's rule, for the menus that are stored from today on too; answers the dishes whose limits change. */
export function setCutOffRule(
  database: Database,
  canteen: Canteen,
  rule: CutOffRule,
  now: Instant,
): Promise<number> {
  return database.orm.transaction(async (queries) => {
    // Not while a menu is stored by the old rule.
    await queries.select().from(canteenTable).where(eq(canteenTable.id, canteen.id)).for('update');
    await queries.update(canteenTable).set({ cutOffRule: rule }).where(eq(canteenTable.id, canteen.id));
    return storeCutOffs(queries, { ...canteen, cutOffRule: rule }, dayAt(now, canteen.timeZone));
  });
}

/** Computes the limits of a canteen's dishes anew, from a day on; answers how many dishes have other limits now. */
export async function storeCutOffs(
  queries: Queries,
  { id, cutOffRule, timeZone }: Canteen,
  from: CalendarDay,
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
    })
    .from(offering)
    .where(and(eq(offering.canteenId, id), gte(offering.day, from)));
  const changed = dishes.flatMap((dish) => {
    const limits = cutOffInstants(cutOffRule ?? defaultCutOffRule, dish, timeZone, (day) =>
      closedDays.has(day),
    );
    const isSame =
      limits.orderUntil === dish.orderUntil &&
      limits.cancelUntil === dish.cancelUntil &&
      limits.exchangeUntil === dish.exchangeUntil;
    return isSame ? [] : [{ id: dish.id, ...limits }];
  });
  if (changed.length === 0) return 0;
  const rows = changed.map((dish) => ({
    id: dish.id,
    order_until: timestamp(dish.orderUntil),
    cancel_until: timestamp(dish.cancelUntil),
    exchange_until: timestamp(dish.exchangeUntil),
  }));
  await queries.execute(sql`
    update offering set order_until = changed.order_until, cancel_until = changed.cancel_until,
      exchange_until = changed.exchange_until
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as changed (id bigint, order_until timestamptz, cancel_until timestamptz, exchange_until timestamptz)
    where offering.id = changed.id`);
  return changed.length;
}
