import { paymentStatuses } from '@refectory/domain/payment';
import * as z from 'zod/mini';

import { endpoint } from './endpoint.ts';
import { ReturnAddress } from './payment.ts';
import { Price } from './price.ts';
import { AnyId, tolerant } from './tolerant.ts';

/** An amount to be paid in, and where to come back to. */
export const TopUp = z.object({
  /** The customer of the session. */
  customerId: AnyId,
  toBePaid: Price,
  successUrl: ReturnAddress,
  failUrl: ReturnAddress,
});
export type TopUp = z.output<typeof TopUp>;

/** The calls of a payment gateway, each below the gateway's own base. */
export const topUp = {
  /** Begins a payment; the browser leaves for the link, which must be an http(s) address. */
  startTopUp: endpoint({
    path: '/topup',
    server: 'gateway',
    auth: 'customer',
    needsPassword: true,
    body: TopUp,
    changes: true,
    response: z.object({
      gatewayLink: z.string(),
      /** What `getPaymentStatus` knows the payment by; the return addresses get it in their query. */
      paymentId: tolerant(z.string()),
    }),
    succeedsWith: 'gatewayLink',
  }),

  /** What has become of a payment of the customer's, for the return pages. */
  getPaymentStatus: endpoint({
    path: '/status',
    server: 'gateway',
    auth: 'session',
    query: z.object({ paymentId: z.string().check(z.minLength(1)) }),
    response: z.object({
      /** An unknown one is pending. */
      status: z.catch(z.enum(paymentStatuses), 'pending'),
      amount: tolerant(Price),
      /** What it was begun for. */
      purpose: tolerant(z.enum(['top-up', 'cart'])),
      /**
       * Of a payment that is paid, where the money went. That of a cart goes to the account where nothing was ordered
       * by it: it came too late, so that the portions were given to others, or a day or a dish of it went off the menu.
       */
      usedFor: tolerant(z.enum(['account', 'cart'])),
      /** Of a payment that failed, whether only its time was over: money that comes later goes to the account. */
      expired: tolerant(z.boolean()),
    }),
  }),
};
