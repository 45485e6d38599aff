import { cancelStatuses } from '@refectory/domain/order';
import * as z from 'zod/mini';

import { Day, Moment } from './days.ts';
import { endpoint } from './endpoint.ts';
import { Price } from './price.ts';

const OptionalMoment = z.catch(z.optional(Moment), undefined);

/** What one order is for. */
const OrderItem = z.object({
  mealId: z.number(),
  date: Day,
  quantity: z.number(),
  productId: z.catch(z.optional(z.number()), undefined),
});

/** An order. An unknown cancel status is NOT_POSSIBLE. */
export const Order = z.object({
  id: z.number(),
  canteenId: z.number(),
  name: z.catch(z.string(), ''),
  group: z.catch(z.optional(z.string()), undefined),
  orderPrice: Price,
  cancelStatus: z.catch(z.enum(cancelStatuses), 'NOT_POSSIBLE'),
  orderItem: OrderItem,
  cancelUntil: OptionalMoment,
  collectedAt: OptionalMoment,
  pickupCode: z.catch(z.optional(z.string()), undefined),
});
export type Order = z.output<typeof Order>;

/** One dish, ordered at once. `price` is the unit price times the quantity; the server holds it against its own. */
export const DirectOrder = z.object({
  price: Price,
  item: z.object({
    mealId: z.number(),
    date: Day,
    quantity: z.int().check(z.minimum(1), z.maximum(999)),
    productId: z.optional(z.number()),
    canteenId: z.number(),
  }),
});
export type DirectOrder = z.output<typeof DirectOrder>;

/** What a change of an order answers; our server names the order and what is left on the account. */
const OrderChange = z.object({
  orderId: z.optional(z.number()),
  orderPrice: z.optional(Price),
  balance: z.optional(Price),
});

export const orders = {
  /** The customer's orders, by day, newest last. */
  listOrders: endpoint({
    path: '/customer/canteenorders',
    auth: 'customer',
    response: z.object({ orders: z.array(Order) }),
    payload: 'orders',
  }),

  /** Orders one dish now. Answers 449 when the customer must confirm something first. */
  createDirectOrder: endpoint({
    path: '/canteenorder/direct',
    auth: 'customer',
    body: DirectOrder,
    changes: true,
    response: OrderChange,
  }),

  /** Gives an order back before its `cancelUntil`; what it cost returns to the account. */
  cancelOrder: endpoint({
    path: '/canteenorder/cancel',
    auth: 'customer',
    body: z.object({ orderId: z.number(), force: z.optional(z.string()) }),
    changes: true,
    response: OrderChange,
  }),
};
