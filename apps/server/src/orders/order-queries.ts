import type { Database } from '@refectory/database/database';
import type { CalendarDay, Instant } from '@refectory/domain/day';
import type { Money } from '@refectory/domain/money';
import type { Texts } from '@refectory/domain/texts';

/** An order as its customer sees it. */
export type OrderRow = {
  id: number;
  canteenId: number;
  mealId: number;
  productId: number;
  day: CalendarDay;
  name: Texts;
  group: Texts;
  quantity: number;
  price: Money;
  cancelUntil: Instant;
  exchangeUntil: Instant;
  collectedAt: Instant | null;
  pickupCode: string;
};

/** The SQL of orders. */
export function orderQueries({ pool }: Database) {
  return {
    /** A customer's orders that stand, from a day on, by day, the newest last. */
    async list(customerId: number, from: CalendarDay): Promise<OrderRow[]> {
      const { rows } = await pool.query<OrderRow>({
        name: 'order-list',
        text: `select o.id, f.canteen_id as "canteenId", f.id as "mealId", p.id as "productId", f.day,
                 p.name, f.meal_group as "group", o.quantity, o.price,
                 f.cancel_until as "cancelUntil", f.exchange_until as "exchangeUntil",
                 o.collected_at as "collectedAt", o.pickup_code as "pickupCode"
               from orders o
               join offering f on f.id = o.offering_id
               join product p on p.id = f.product_id
               where o.customer_id = $1 and o.state = 'placed' and f.day >= $2
               order by f.day, o.id`,
        values: [customerId, from],
      });
      return rows;
    },
  };
}
