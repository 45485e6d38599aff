import { MOST_CART_ROWS } from '@refectory/domain/cart';
import * as z from 'zod/mini';

import { AdditionalData } from './customer.ts';
import { endpoint } from './endpoint.ts';
import { OrderedDish } from './orders.ts';
import { ReturnAddress } from './payment.ts';
import { Price } from './price.ts';
import { tolerant } from './tolerant.ts';

/** A dish of a cart. */
export const CartItem = z.extend(OrderedDish, {
  /**
   * What was shown for all portions of it. It goes to a server that announces `linePrices`, which names the rows whose price
   * changed.
   */
  price: z.optional(Price),
});

/** The order of a whole cart. */
export const CartOrder = z.object({
  /** The sum of the rounded prices of its rows; the server compares it with its own. */
  price: Price,
  /** When it was sent, `yyyy-MM-dd HH:mm:ss` in the canteen's civil time. */
  orderDate: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)),
  items: z.array(CartItem).check(z.minLength(1), z.maxLength(MOST_CART_ROWS)),
  /** What the cart's form asked for: `paymentType` and `delivery` under their names, and whatever else it has. */
  additionalData: z.optional(z.array(AdditionalData).check(z.maxLength(200))),
  /**
   * Where a payment by card comes back to, on the application's own origin. It goes with a payment by card to a server that
   * announces `returnAddresses`; without it the server returns to `/thank-you` and `/payment-failure`.
   */
  successUrl: z.optional(ReturnAddress),
  failUrl: z.optional(ReturnAddress),
});
export type CartOrder = z.output<typeof CartOrder>;

/** The calls by which a cart is checked and ordered. */
export const cart = {
  /** Says whether the cart could be ordered now; nothing is changed. What is asked is asked when it is ordered. */
  checkCart: endpoint({
    path: '/order/cart/check',
    auth: 'customer',
    needs: 'offer',
    needsTerms: true,
    body: CartOrder,
    asks: true,
    response: z.object({}),
  }),

  /** Orders the whole cart or nothing. */
  submitCart: endpoint({
    path: '/order/cart',
    auth: 'customer',
    needs: 'offer',
    needsTerms: true,
    body: CartOrder,
    changes: true,
    asks: true,
    response: z.object({
      /** Where to pay by card. Without it the cart is ordered; with it its portions are held until it is paid. */
      gatewayLink: tolerant(z.string()),
      /** The payment that the link belongs to; `getPaymentStatus` tells what becomes of it. */
      paymentId: tolerant(z.string()),
    }),
  }),
};
