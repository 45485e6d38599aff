import type { PaymentStatus } from './payment.ts';

/** What a payment is for. */
export type PaymentPurpose = 'top-up' | 'cart';

/**
 * The states of a payment at a gateway:
 * - `created`: it is stored, and the gateway does not know it.
 * - `redirected`: the gateway knows it, and the customer has the address to pay at.
 * - `authorised`: the card was accepted, and the money has not moved yet.
 * - `settled`: the money has moved, and the account was credited.
 * - `failed`: the card was declined, or the customer gave up.
 * - `expired`: the time to pay is over.
 * - `refunded`: all of the money went back to the card.
 */
export const paymentStates = [
  'created',
  'redirected',
  'authorised',
  'settled',
  'failed',
  'expired',
  'refunded',
] as const;
export type PaymentState = (typeof paymentStates)[number];

/** What a customer is told of a payment in each state. */
export const statusOfPayment = {
  created: 'pending',
  redirected: 'pending',
  authorised: 'pending',
  settled: 'paid',
  failed: 'failed',
  expired: 'failed',
  refunded: 'paid',
} as const satisfies Record<PaymentState, PaymentStatus>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** When a gateway is asked about a payment whose notice did not come, in ms after the payment was begun. */
const QUERIES_AFTER_MS: readonly number[] = [
  MINUTE_MS,
  5 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  ...Array.from({ length: 7 }, (_, day) => (day + 1) * DAY_MS),
];

/** When to ask the gateway next about a payment that was begun at a moment; undefined where a week of asking is over. */
export function nextPaymentQuery(begun: number, now: number): number | undefined {
  const after = QUERIES_AFTER_MS.find((wait) => begun + wait > now);
  return after === undefined ? undefined : begun + after;
}
