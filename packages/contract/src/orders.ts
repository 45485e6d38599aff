import { cancelStatuses, MOST_PORTIONS } from '@refectory/domain/order';
import { deliveryTypes } from '@refectory/domain/payment';
import * as z from 'zod/mini';

import { Day, Moment } from './days.ts';
import { endpoint } from './endpoint.ts';
import { ModifierOption } from './menu.ts';
import { Price } from './price.ts';
import { AnyId, tolerant } from './tolerant.ts';

/** The dish of an order, with its day and its portions. */
export const OrderItem = z.object({
  mealId: z.number(),
  date: Day,
  quantity: z.number(),
  productId: tolerant(z.number()),
});

/** An order. */
export const Order = z.object({
  id: z.number(),
  canteenId: z.number(),
  name: z.catch(z.string(), ''),
  group: tolerant(z.string()),
  /** What the whole order costs. */
  orderPrice: Price,
  /** What comes back when it is cancelled, where a part of the price came back before. */
  returns: tolerant(Price),
  /** An unknown status counts as NOT_POSSIBLE. */
  cancelStatus: z.catch(z.enum(cancelStatuses), 'NOT_POSSIBLE'),
  orderItem: OrderItem,
  /** What was chosen with the dish, with its names and prices as they were then. */
  modifiers: tolerant(z.array(ModifierOption)),
  /** The last moment to cancel it. */
  cancelUntil: tolerant(Moment),
  /** The last moment to offer it to others. */
  exchangeUntil: tolerant(Moment),
  /** When it was handed out. */
  collectedAt: tolerant(Moment),
  /** From when and until when it is handed out. */
  pickupFrom: tolerant(Moment),
  pickupTo: tolerant(Moment),
  /** The code to say at the counter. */
  pickupCode: tolerant(z.string()),
  /** How the customer gets it, as they chose in the cart. */
  delivery: tolerant(z.enum(deliveryTypes)),
  /** The order is offered to others. Another `exchangeOrder` takes it back. */
  onExchange: tolerant(z.boolean()),
  /** The order came from another customer, by the exchange. */
  fromExchange: tolerant(z.boolean()),
});
export type Order = z.output<typeof Order>;

/** Portions of an order that somebody else has taken; the order keeps those that are left, if any. */
export const ExchangedPortions = z.object({
  /** The id of this exchange: one order may have several. */
  id: tolerant(z.number()),
  /** The order that had these portions. */
  orderId: z.number(),
  name: z.catch(z.string(), ''),
  date: Day,
  quantity: z.number(),
  /** What the customer had paid for these portions, and got back. */
  refunded: Price,
  exchangedAt: tolerant(Moment),
});
export type ExchangedPortions = z.output<typeof ExchangedPortions>;

/** A dish to be ordered. */
export const OrderedDish = z.object({
  mealId: z.number(),
  date: Day,
  /** Portions. */
  quantity: z.int().check(z.minimum(1), z.maximum(MOST_PORTIONS)),
  productId: z.optional(z.number()),
  canteenId: z.number(),
  /** What was chosen with it, by the ids of the options. */
  modifiers: z.optional(z.array(AnyId).check(z.maxLength(100))),
});

/** One dish, ordered at once. */
export const DirectOrder = z.object({
  /** The price of a portion as it was shown, times the quantity. The server compares it with its own. */
  price: Price,
  item: OrderedDish,
});
export type DirectOrder = z.output<typeof DirectOrder>;

/** The order to change. */
export const OrderReference = z.object({
  orderId: z.number(),
  /** The answers to the server's questions, as in the header `X-ASW-FORCE`. */
  force: z.optional(z.string()),
});

/** What a change of an order answers; our server names the order and what is left on the account. */
export const OrderChange = z.object({
  orderId: z.optional(z.number()),
  /** What was paid for it, or is given back. */
  orderPrice: z.optional(Price),
  /** What is on the account now. */
  balance: z.optional(Price),
  /** Whether the order is offered to others now. */
  onExchange: z.optional(z.boolean()),
});

/** The calls about orders, and about portions on exchange. */
export const orders = {
  /**
   * The customer's orders, by day, newest last: of the last three months and all that are to come.
   * They can be read without an offer too.
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

  /** Orders one dish now. */
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

  /** Gives an order back before its `cancelUntil`; what it cost returns to the account. */
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

  /** Offers an order that can no longer be cancelled to others; one that is offered is taken back (C26). */
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
