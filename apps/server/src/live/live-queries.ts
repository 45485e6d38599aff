import type { Database } from '@refectory/database/database';
import { listen } from '@refectory/database/listen';
import type { CalendarDay, Instant } from '@refectory/domain/day';
import { FEW_PORTIONS, type OfferingState } from '@refectory/domain/dish';

import type { Offered } from '../menu/menu-answer.ts';

/** What the status of a dish follows from. */
export type LiveRow = {
  mealId: number;
  canteenId: number;
  day: CalendarDay;
  state: OfferingState;
  orderUntil: Instant;
  exchangeUntil: Instant;
  remaining: number;
  /** Portions that can be taken from the exchange, by what was chosen with them. */
  offers: Offered[];
};

/** Twice as many as a card tells: a number on a screen has to go away again when portions come back. */
const TOLD_PORTIONS = 2 * FEW_PORTIONS;

/** The SQL of the live stream; the triggers of `functions/tell_*.sql` notify its channel. */
export function liveQueries(database: Database) {
  const { pool } = database;
  return {
    /** Hears the channel: `dish <mealId> <canteenId>`, `menu <canteenId>` and `orders <customerId>`. */
    listen: (onEvent: Parameters<typeof listen>[2]) => listen(database, 'live', onEvent),

    /** Dishes as they are now; those that were taken off the menu are left out. */
    async dishes(mealIds: readonly number[]): Promise<LiveRow[]> {
      const { rows } = await pool.query<LiveRow>({
        name: 'live-dishes',
        text: `select o.id as "mealId", o.canteen_id as "canteenId", o.day, o.state,
                 o.order_until as "orderUntil", o.exchange_until as "exchangeUntil", s.remaining,
                 coalesce((select jsonb_agg(offer) from (
                   select sum(quantity) as portions, modifiers from orders
                   where offering_id = o.id and state = 'placed' and offered_at is not null
                     and can_be_chosen(o.modifier_groups, modifiers)
                   group by modifiers) offer), '[]') as offers
               from offering o join stock s on s.offering_id = o.id
               where o.id = any($1) and o.state <> 'withdrawn'`,
        values: [mealIds],
      });
      return rows;
    },

    /**
     * Tells every process whose these orders are, and of the dishes of which few portions are left, or were before the
     * orders were cancelled. That none is left was told by what took the last.
     */
    async tellOrders(orderIds: readonly number[]): Promise<void> {
      await pool.query({
        name: 'live-tell-orders',
        text: `select pg_notify('live', format('dish %s %s', offering_id, canteen_id))
               from (select offering_id, sum(quantity) as portions from orders where id = any($1)
                 group by offering_id) changed
               join offering on offering.id = offering_id join stock using (offering_id)
               where remaining between 1 and $2 + portions
               union all
               select pg_notify('live', 'orders ' || customer_id)
               from (select distinct customer_id from orders where id = any($1)) customers`,
        values: [orderIds, TOLD_PORTIONS],
      });
    },
  };
}
