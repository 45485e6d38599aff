import { cancelStatuses } from '@refectory/domain/order';
import * as z from 'zod/mini';

import { Day, Moment } from './days.ts';
import { endpoint } from './endpoint.ts';
import { Price } from './price.ts';
import { AnyId, tolerant } from './tolerant.ts';

/** What one order is for. // spec §3, order */
export const OrderItem = z.object({
  mealId: z.number(),
  date: Day,
  quantity: z.number(),
  productId: tolerant(z.number()),
});

/** An order. // spec §3 */
export const Order = z.object({
  id: z.number(),
  canteenId: z.number(),
  name: z.catch(z.string(), ''),
  group: tolerant(z.string()),
  /** What the whole order costs. */
  orderPrice: Price,
  /** An unknown one is NOT_POSSIBLE. */
  cancelStatus: z.catch(z.enum(cancelStatuses), 'NOT_POSSIBLE'),
  orderItem: OrderItem,
  /** The last moment to cancel it (B2). */
  cancelUntil: tolerant(Moment),
  /** When it was handed out (B2). */
  collectedAt: tolerant(Moment),
  /** What to say at the counter (B2). */
  pickupCode: tolerant(z.string()),
  /** It is offered to others; to exchange it once more takes it back (C26). */
  onExchange: tolerant(z.boolean()),
  /** Somebody else had it first. */
  fromExchange: tolerant(z.boolean()),
});
export type Order = z.output<typeof Order>;

/** Portions of an order that somebody else has taken; the order keeps those that are left, if any. */
export const ExchangedPortions = z.object({
  /** Each taking has its own. */
  id: tolerant(z.number()),
  /** The order they were of. */
  orderId: z.number(),
  name: z.catch(z.string(), ''),
  date: Day,
  quantity: z.number(),
  /** What was paid for them, and given back. */
  refunded: Price,
  exchangedAt: tolerant(Moment),
});
export type ExchangedPortions = z.output<typeof ExchangedPortions>;

/** A dish to be ordered. // spec §3, order payload */
export const OrderedDish = z.object({
  mealId: z.number(),
  date: Day,
  /** Portions. // spec §9, counter */
  quantity: z.int().check(z.minimum(1), z.maximum(999)),
  productId: z.optional(z.number()),
  canteenId: z.number(),
  /** What was chosen with it, by the ids of the options (OQ-32). */
  modifiers: z.optional(z.array(AnyId).check(z.maxLength(100))),
});

/** One dish, ordered at once. // spec §3, direct order payload */
export const DirectOrder = z.object({
  /** The price of a portion times the quantity; the server holds it against its own. */
  price: Price,
  item: OrderedDish,
});
export type DirectOrder = z.output<typeof DirectOrder>;

/** The order to change. // spec §7 */
export const OrderReference = z.object({
  orderId: z.number(),
  /** The answers to the server's questions, as in the header `X-ASW-FORCE` (OQ-33). */
  force: z.optional(z.string()),
});

/** What a change of an order answers; our server names the order and what is left on the account. */
export const OrderChange = z.object({
  orderId: z.optional(z.number()),
  /** What was paid for it, or is given back. */
  orderPrice: z.optional(Price),
  /** What is on the account now. */
  balance: z.optional(Price),
  /** Whether the order is offered to others now (C26). */
  onExchange: z.optional(z.boolean()),
});

export const orders = {
  /**
   * The customer's orders, by day, newest last: of the last three months and all that are to come.
   * They can be read without an offer too (OQ-21). // spec §7
   */
  listOrders: endpoint({
    path: '/customer/canteenorders',
    auth: 'customer',
    response: z.object({
      orders: z.array(Order),
      /** What others have taken of the customer's orders in those three months, the newest last. */
      exchanged: tolerant(z.array(ExchangedPortions)),
      /** The moment up to which this is known. */
      serverTime: tolerant(Moment),
    }),
    payload: 'orders',
  }),

  /** Orders one dish now. // spec §7 */
  createDirectOrder: endpoint({
    path: '/canteenorder/direct',
    auth: 'customer',
    needs: 'offer',
    needsTerms: true,
    body: DirectOrder,
    changes: true,
    asks: true,
    response: OrderChange,
  }),

  /** Gives an order back before its `cancelUntil`; what it cost returns to the account. // spec §7 */
  cancelOrder: endpoint({
    path: '/canteenorder/cancel',
    auth: 'customer',
    needs: 'offer',
    body: OrderReference,
    changes: true,
    asks: true,
    forceInBody: true,
    response: OrderChange,
  }),

  /** Offers an order that can no longer be cancelled to others; one that is offered is taken back (C26). // spec §7 */
  exchangeOrder: endpoint({
    path: '/canteenorder/exchange',
    auth: 'customer',
    needs: 'offer',
    needsTerms: true,
    body: OrderReference,
    changes: true,
    asks: true,
    forceInBody: true,
    response: OrderChange,
  }),
};
