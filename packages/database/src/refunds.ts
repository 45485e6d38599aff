import type { Instant } from '@refectory/domain/day';
import type { Money } from '@refectory/domain/money';

import { timestamp } from './column-values.ts';
import { callFunction, repeatable, type Connected } from './function-call.ts';

/** What became of a wish to send money back; `refundId` is what it is known by. */
export type RefundVerdict =
  | { readonly verdict: 'asked'; readonly refundId: number; readonly balance: Money }
  | { readonly verdict: 'not-settled' }
  /** `amount` is how much can still go back. */
  | { readonly verdict: 'more-than-paid'; readonly amount: Money }
  | { readonly verdict: 'insufficient-funds'; readonly balance: Money };

/** Takes money of a payment off the account, to be sent back to the card by the service of payments. */
export async function askRefund(
  { pool }: Connected,
  input: {
    readonly paymentId: number;
    readonly amount: Money;
    readonly reason: string;
    readonly actor: string;
    readonly now: Instant;
  },
): Promise<RefundVerdict> {
  const { rows } = await repeatable(
    () =>
      pool.query<{
        verdict: string;
        order_id: number | null;
        amount: Money | null;
        balance: Money | null;
      }>({
        name: 'payment-ask-refund',
        text: 'select * from ask_refund($1, $2, $3, $4, $5)',
        values: [input.paymentId, input.amount, input.reason, input.actor, timestamp(input.now)],
      }),
    { isKnownAgain: false },
  );
  const [row] = rows;
  if (row?.verdict === 'booked' && row.order_id !== null && row.balance !== null)
    return { verdict: 'asked', refundId: row.order_id, balance: row.balance };
  if (row?.verdict === 'not-settled') return { verdict: row.verdict };
  if (row?.verdict === 'more-than-paid' && row.amount !== null)
    return { verdict: row.verdict, amount: row.amount };
  if (row?.verdict === 'insufficient-funds' && row.balance !== null)
    return { verdict: row.verdict, balance: row.balance };
  throw new Error(`not a verdict on a refund: ${row?.verdict}`);
}

/** Money that is to go back to a card. */
export type DueRefund = {
  readonly id: number;
  readonly amount: Money;
  readonly gateway: string;
  readonly reference: string;
  readonly currency: string;
  readonly askedAt: Instant;
};

/** Takes some refunds that the gateway is to be asked for, and puts the next attempt off. */
export async function takeDueRefunds(
  { pool }: Connected,
  now: Instant,
  until: Instant,
  atMost: number,
): Promise<DueRefund[]> {
  const { rows } = await pool.query<DueRefund>({
    name: 'refund-take-due',
    text: `with due as (
             update payments.refund set try_at = $2 where id = any(array(
               select id from payments.refund where state = 'asked' and try_at <= $1
                order by try_at limit $3 for update skip locked))
             returning id, payment_id, amount, asked_at)
           select due.id, due.amount, payment.gateway, payment.reference, payment.currency, due.asked_at as "askedAt"
           from due join payments.payment on payment.id = due.payment_id`,
    values: [timestamp(now), timestamp(until), atMost],
  });
  return rows;
}

/** Says when the gateway is asked about a refund again. */
export async function tryRefundAt({ pool }: Connected, id: number, tryAt: Instant): Promise<void> {
  await pool.query({
    name: 'refund-try-at',
    text: `update payments.refund set try_at = $2 where id = $1 and state = 'asked'`,
    values: [id, timestamp(tryAt)],
  });
}

/** Notes what became of a refund, once; money that the gateway refused to send back returns to the account. */
export async function finishRefund(
  database: Connected,
  input: {
    readonly id: number;
    readonly state: 'done' | 'refused';
    readonly details?: object;
    readonly now: Instant;
  },
  patienceMs?: number,
): Promise<void> {
  await repeatable(() =>
    callFunction(database, {
      name: 'finish_refund',
      values: [input.id, input.state, JSON.stringify(input.details ?? {}), timestamp(input.now)],
      patience: patienceMs === undefined ? undefined : { ms: patienceMs, firstType: 'bigint' },
    }),
  );
}
