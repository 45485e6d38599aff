import * as z from 'zod/mini';

import { endpoint } from './endpoint.ts';
import { Price } from './price.ts';
import { AnyId, tolerant } from './tolerant.ts';

/** What has become of a payment. */
export const paymentStatuses = ['pending', 'paid', 'failed'] as const;

/** An amount to be paid in, and where to come back to. // spec §7 */
export const TopUp = z.object({
  customerId: AnyId,
  toBePaid: Price,
  successUrl: z.string().check(z.maxLength(2_000)),
  failUrl: z.string().check(z.maxLength(2_000)),
});
export type TopUp = z.output<typeof TopUp>;

/** The calls of a payment gateway, each below the gateway's own base (OQ-84). */
export const topUp = {
  /** Begins a payment; the browser leaves for the link, which must be an http(s) address (C8). // spec §7 */
  startTopUp: endpoint({
    path: '/topup',
    server: 'gateway',
    auth: 'customer',
    body: TopUp,
    changes: true,
    response: z.object({ gatewayLink: z.string() }),
    succeedsWith: 'gatewayLink',
  }),

  /** What has become of a payment, where `paymentStatus` is announced (C26). */
  getPaymentStatus: endpoint({
    path: '/status',
    server: 'gateway',
    auth: 'session',
    query: z.object({ paymentId: z.string().check(z.minLength(1), z.maxLength(200)) }),
    response: z.object({
      /** An unknown one is pending. */
      status: z.catch(z.enum(paymentStatuses), 'pending'),
      amount: tolerant(Price),
    }),
  }),
};
