import type { CalendarDay, Instant } from '@refectory/domain/day';
import type { OrderedModifier } from '@refectory/domain/modifiers';
import type { Money, UnitPrice } from '@refectory/domain/money';
import type { DeliveryType, PaymentType } from '@refectory/domain/payment';
import type { PriceLevel } from '@refectory/domain/price-level';
import type { Texts } from '@refectory/domain/texts';

import type { Database } from './database.ts';
import type { MovementKind } from './schema.ts';

/** Why an order was charged, and what became of it. */
export type ChargeExplanation = {
  readonly userName: string;
  readonly dish: Texts;
  readonly day: CalendarDay;
  readonly canteen: string;
  readonly timeZone: string;
  readonly priceLevel: PriceLevel;
  /** With what was chosen. */
  readonly unitPrice: UnitPrice;
  /** What was chosen with it. */
  readonly modifiers: readonly OrderedModifier[];
  /** How many portions were ordered; `quantity` is how many the customer still has. */
  readonly ordered: number;
  readonly quantity: number;
  readonly state: 'placed' | 'cancelled' | 'exchanged';
  readonly collectedAt: Instant | null;
  readonly offeredAt: Instant | null;
  readonly cartId: number | null;
  /** How the cart is paid and handed over, and its payment by card. */
  readonly paymentType: PaymentType | null;
  readonly delivery: DeliveryType | null;
  readonly paymentId: string | null;
  /** All movements of the order, the charge first. */
  readonly movements: readonly {
    readonly kind: MovementKind;
    readonly amount: Money;
    readonly taxSubsidy: Money;
    readonly nonTaxSubsidy: Money;
    readonly balance: Money;
    readonly actor: string;
    readonly reason: string | null;
    readonly occurredAt: Instant;
  }[];
};

/** Reads why an order was charged; undefined where there is no such order. */
export async function explainCharge(
  { pool }: Database,
  orderId: number,
): Promise<ChargeExplanation | undefined> {
  const { rows } = await pool.query<Omit<ChargeExplanation, 'movements'>>(
    `select customer.user_name as "userName", product.name as dish, orders.day, canteen.key as canteen,
       canteen.time_zone as "timeZone", orders.price_level as "priceLevel", orders.unit_price as "unitPrice", orders.modifiers,
       orders.quantity + coalesce(
         (select sum(exchange.quantity) from exchange where given_order_id = orders.id), 0
       )::int as ordered,
       orders.quantity, orders.state, orders.collected_at as "collectedAt", orders.offered_at as "offeredAt",
       orders.cart_id as "cartId", cart.payment_type as "paymentType", cart.delivery, payment.public_id as "paymentId"
     from orders
     join customer on customer.id = orders.customer_id
     join offering on offering.id = orders.offering_id
     join product on product.id = offering.product_id
     join canteen on canteen.id = offering.canteen_id
     left join cart on cart.id = orders.cart_id
     left join payments.payment on payment.cart_id = cart.id
     where orders.id = $1`,
    [orderId],
  );
  const [order] = rows;
  if (order === undefined) return undefined;
  const { rows: movements } = await pool.query<ChargeExplanation['movements'][number]>(
    `select kind, amount, tax_subsidy as "taxSubsidy", non_tax_subsidy as "nonTaxSubsidy", balance, actor, reason,
       occurred_at as "occurredAt"
     from movement where order_id = $1 order by id`,
    [orderId],
  );
  return { ...order, movements };
}
