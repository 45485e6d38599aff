import * as z from 'zod/mini';

import { AdditionalData } from './customer.ts';
import { endpoint } from './endpoint.ts';
import { OrderedDish } from './orders.ts';
import { Price } from './price.ts';
import { tolerant } from './tolerant.ts';

/** Rows of a cart: three dishes a day for four weeks. The specification names no limit; each row is work of the database. */
const MOST_CART_ITEMS = 60;

/** A dish of a cart. */
export const CartItem = z.extend(OrderedDish, {
  /** What was shown for all portions of it: a server that knows it names the rows whose price changed. */
  price: z.optional(Price),
});

/** The order of a whole cart. // spec §3, order payload */
export const CartOrder = z.object({
  /** The sum of the rounded prices of its rows; the server compares it with its own. */
  price: Price,
  /** When it was sent, `yyyy-MM-dd HH:mm:ss` in the canteen's civil time (OQ-40). */
  orderDate: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)),
  items: z.array(CartItem).check(z.minLength(1), z.maxLength(MOST_CART_ITEMS)),
  /** What the cart's form asked for, such as how it is paid (OQ-39). */
  additionalData: z.optional(z.array(AdditionalData).check(z.maxLength(200))),
});
export type CartOrder = z.output<typeof CartOrder>;

export const cart = {
  /** Says whether the cart could be ordered now; nothing is changed. What is asked is asked when it is ordered. // spec §7 */
  checkCart: endpoint({
    path: '/order/cart/check',
    auth: 'customer',
    needs: 'offer',
    needsTerms: true,
    body: CartOrder,
    asks: true,
    response: z.object({}),
  }),

  /** Orders the whole cart or nothing. // spec §7 */
  submitCart: endpoint({
    path: '/order/cart',
    auth: 'customer',
    needs: 'offer',
    needsTerms: true,
    body: CartOrder,
    changes: true,
    asks: true,
    response: z.object({
      /** Where to pay; without it the order is paid from the account (OQ-41). */
      gatewayLink: tolerant(z.string()),
    }),
  }),
};
