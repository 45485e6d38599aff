import type { Database } from '@refectory/database/database';
import type { CalendarDay, Instant } from '@refectory/domain/day';
import type { OfferingState } from '@refectory/domain/dish';
import type { Money } from '@refectory/domain/money';
import type { OrderedModifier } from '@refectory/domain/modifiers';
import type { DeliveryType } from '@refectory/domain/payment';
import type { Texts } from '@refectory/domain/texts';

/** The name of a dish and its day. */
export type DishOfDay = { readonly name: Texts; readonly day: CalendarDay };

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
  modifiers: OrderedModifier[];
  price: Money;
  /** What the canteen gave back for it, while it can still be cancelled or offered to others. */
  refunded: Money;
  cancelUntil: Instant;
  exchangeUntil: Instant;
  dishState: OfferingState | 'withdrawn';
  collectedAt: Instant | null;
  pickupFrom: Instant | null;
  pickupTo: Instant | null;
  pickupCode: string;
  delivery: DeliveryType | null;
  offeredAt: Instant | null;
  fromExchange: boolean;
};

/** Portions of a customer's order that somebody else has taken. */
export type ExchangedRow = {
  id: number;
  orderId: number;
  name: Texts;
  day: CalendarDay;
  quantity: number;
  refunded: Money;
  exchangedAt: Instant;
};

/** The SQL of orders. */
export function orderQueries({ pool }: Database) {
  return {
    /** A customer's orders that stand, from a day on, by day, the newest last. */
    async list(customerId: number, from: CalendarDay, now: Instant): Promise<OrderRow[]> {
      const { rows } = await pool.query<OrderRow>({
        name: 'order-list',
        text: `select o.id, f.canteen_id as "canteenId", f.id as "mealId", p.id as "productId", f.day,
                 p.name, f.meal_group as "group", o.quantity, o.modifiers, o.price,
                 case when $3 <= greatest(f.cancel_until, f.exchange_until) then refunded_of(o.id) else 0 end as refunded,
                 f.cancel_until as "cancelUntil", f.exchange_until as "exchangeUntil", f.state as "dishState",
                 o.collected_at as "collectedAt", f.pickup_from as "pickupFrom", f.pickup_to as "pickupTo", o.pickup_code as "pickupCode",
                 c.delivery,
                 o.offered_at as "offeredAt",
                 exists (select from exchange where taken_order_id = o.id) as "fromExchange"
               from orders o
               join offering f on f.id = o.offering_id
               join product p on p.id = f.product_id
               left join cart c on c.id = o.cart_id
               where o.customer_id = $1 and o.state = 'placed' and o.day >= $2
               order by o.day, o.id`,
        values: [customerId, from, new Date(now)],
      });
      return rows;
    },

    /** The name and the day of a dish of the menu. */
    async dishOfDay(mealId: number): Promise<DishOfDay | undefined> {
      const { rows } = await pool.query<DishOfDay>({
        name: 'order-dish-of-day',
        text: 'select p.name, o.day from offering o join product p on p.id = o.product_id where o.id = $1',
        values: [mealId],
      });
      return rows[0];
    },

    /** The dish of an order, and what the order cost. */
    async orderedDish(orderId: number): Promise<(DishOfDay & { price: Money }) | undefined> {
      const { rows } = await pool.query<DishOfDay & { price: Money }>({
        name: 'order-ordered-dish',
        text: `select p.name, f.day, o.price - refunded_of(o.id) as price from orders o
               join offering f on f.id = o.offering_id
               join product p on p.id = f.product_id
               where o.id = $1`,
        values: [orderId],
      });
      return rows[0];
    },

    /** Which of these dishes and customers' accounts nobody holds at this moment; unknown ones are free. */
    async free(
      dishes: readonly number[],
      customers: readonly number[],
    ): Promise<{ dishes: ReadonlySet<number>; customers: ReadonlySet<number> }> {
      const { rows } = await pool.query<{ dishes: number[]; customers: number[] }>({
        name: 'order-free-rows',
        text: `with free_stock as materialized (
                 select offering_id from stock where offering_id = any($1) for update skip locked
               ), free_account as materialized (
                 select customer_id from account where customer_id = any($2) for update skip locked
               )
               select
                 array(select unnest($1::bigint[]) except select offering_id from stock
                       union select offering_id from free_stock)::float8[] as dishes,
                 array(select unnest($2::bigint[]) except select customer_id from account
                       union select customer_id from free_account)::float8[] as customers`,
        values: [dishes, customers],
      });
      const [row] = rows;
      return { dishes: new Set(row?.dishes), customers: new Set(row?.customers) };
    },

    /** What others have taken of a customer's orders since a moment, the newest last. */
    async exchanged(customerId: number, since: Instant): Promise<ExchangedRow[]> {
      const { rows } = await pool.query<ExchangedRow>({
        name: 'order-exchanged',
        text: `select e.id, e.given_order_id as "orderId", p.name, f.day, e.quantity, e.refunded,
                 e.exchanged_at as "exchangedAt"
               from exchange e
               join orders o on o.id = e.given_order_id
               join offering f on f.id = o.offering_id
               join product p on p.id = f.product_id
               where e.giver_id = $1 and e.exchanged_at >= $2
               order by e.exchanged_at, e.id`,
        values: [customerId, new Date(since)],
      });
      return rows;
    },
  };
}
