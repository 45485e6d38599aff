import type { Instant } from '@refectory/domain/day';
import type { Money } from '@refectory/domain/money';
import type { PaymentPurpose, PaymentState } from '@refectory/domain/payment-state';
import type { Language } from '@refectory/domain/texts';

import { timestamp } from './column-values.ts';
import { callFunction, repeatable, type Connected } from './function-call.ts';
import type { IdempotencyKey } from './order-functions.ts';
import { randomText } from './random-text.ts';

/** A payment at a gateway. */
export type Payment = {
  readonly id: number;
  /** What gateway, customer and return addresses know it by. */
  readonly publicId: string;
  readonly customerId: number;
  readonly purpose: PaymentPurpose;
  readonly cartId: number | null;
  /** The id of the gateway in the settings. */
  readonly gateway: string;
  /** What the gateway speaks with the customer. */
  readonly language: Language;
  readonly amount: Money;
  /** By ISO 4217; known when the gateway was told. */
  readonly currency: string | null;
  readonly state: PaymentState;
  readonly usedFor: 'account' | 'cart' | null;
  readonly successUrl: string;
  readonly failUrl: string;
  /** What the gateway calls it, and where the customer pays. */
  readonly reference: string | null;
  readonly link: string | null;
  readonly createdAt: Instant;
  /** Until when it can be begun and paid. */
  readonly expiresAt: Instant;
  readonly queryAt: Instant | null;
  readonly refunded: Money;
};

const COLUMNS = `id, public_id as "publicId", customer_id as "customerId", purpose, cart_id as "cartId", gateway,
  language, amount, currency, state, used_for as "usedFor", success_url as "successUrl", fail_url as "failUrl", reference, link,
  created_at as "createdAt", expires_at as "expiresAt", query_at as "queryAt", refunded`;

/** A new public id of a payment: 192 random bits. */
export function newPaymentId(): string {
  return randomText(24);
}

/** How long a payment can be begun and paid after it was made, in ms: a cart's portions are held for so long. */
export const PAYMENT_LIFE_MS = 30 * 60_000;

/** How long the carts that a customer does not pay hold portions within 24 hours, in ms: three times from begin to end. */
export const MOST_UNPAID_HOLD_MS = 3 * PAYMENT_LIFE_MS;

/** How many top-ups a customer can begin within an hour without paying them. */
const MOST_OPEN_TOP_UPS = 20;

/** A top-up to be begun. */
export type NewTopUp = {
  readonly customerId: number;
  readonly gateway: string;
  readonly language: Language;
  readonly amount: Money;
  readonly successUrl: string;
  readonly failUrl: string;
  readonly idempotency: IdempotencyKey;
  readonly now: Instant;
};

/** Stores a top-up, once for each key; a repeat gets the payment that was stored first. */
export async function beginTopUp(
  { pool }: Connected,
  input: NewTopUp,
): Promise<
  | { readonly verdict: 'key-reused' }
  /** `nth` is when the one was begun that has to be older first. */
  | { readonly verdict: 'too-many'; readonly nth: Instant }
  | { readonly verdict: 'too-much' }
  | { readonly verdict: 'begun' | 'repeated'; readonly payment: Payment }
> {
  return repeatable(async () => {
    const { rows } = await pool.query<{ verdict: 'begun' | 'repeated' | 'too-many' | 'too-much' }>({
      name: 'payment-begin',
      text: 'select begin_top_up($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as verdict',
      values: [
        newPaymentId(),
        input.customerId,
        input.gateway,
        input.language,
        input.amount,
        input.successUrl,
        input.failUrl,
        input.idempotency.key,
        input.idempotency.requestHash,
        MOST_OPEN_TOP_UPS,
        timestamp(input.now + PAYMENT_LIFE_MS),
        timestamp(input.now),
      ],
    });
    const verdict = rows[0]?.verdict;
    if (verdict === undefined) throw new Error('a top-up got no verdict');
    if (verdict === 'too-much') return { verdict };
    if (verdict === 'too-many') {
      const { rows: open } = await pool.query<{ createdAt: Instant }>({
        name: 'payment-nth-open-top-up',
        text: `select created_at as "createdAt" from payments.payment
                where customer_id = $1 and purpose = 'top-up' and state not in ('settled', 'refunded')
                order by created_at desc offset $2 limit 1`,
        values: [input.customerId, MOST_OPEN_TOP_UPS - 1],
      });
      return { verdict, nth: open[0]?.createdAt ?? input.now };
    }
    const { rows: found } = await pool.query<Payment & { isSame: boolean }>({
      name: 'payment-by-key',
      text: `select ${COLUMNS}, request_hash = $3 as "isSame" from payments.payment where customer_id = $1 and key = $2`,
      values: [input.customerId, input.idempotency.key, input.idempotency.requestHash],
    });
    const [row] = found;
    if (row === undefined) throw new Error('a payment that was begun is not there');
    const { isSame, ...payment } = row;
    if (!isSame) return { verdict: 'key-reused' };
    return { verdict, payment };
  });
}

/** The payment of a public id. */
export async function findPayment({ pool }: Connected, publicId: string): Promise<Payment | undefined> {
  const { rows } = await pool.query<Payment>({
    name: 'payment-by-public-id',
    text: `select ${COLUMNS} from payments.payment where public_id = $1`,
    values: [publicId],
  });
  return rows[0];
}

/** The payment that a gateway calls by a name. */
export async function findPaymentOf(
  { pool }: Connected,
  gateway: string,
  reference: string,
): Promise<Payment | undefined> {
  const { rows } = await pool.query<Payment>({
    name: 'payment-by-reference',
    text: `select ${COLUMNS} from payments.payment where gateway = $1 and reference = $2`,
    values: [gateway, reference],
  });
  return rows[0];
}

/** Notes that the gateway knows a payment, and where it is paid; answers its state. */
export async function redirectPayment(
  { pool }: Connected,
  input: {
    readonly id: number;
    readonly reference: string;
    readonly link: string;
    readonly currency: string;
    readonly queryAt: Instant;
    readonly now: Instant;
  },
): Promise<PaymentState> {
  const { rows } = await repeatable(() =>
    pool.query<{ state: PaymentState }>({
      name: 'payment-redirect',
      text: 'select redirect_payment($1, $2, $3, $4, $5, $6) as state',
      values: [
        input.id,
        input.reference,
        input.link,
        input.currency,
        timestamp(input.queryAt),
        timestamp(input.now),
      ],
    }),
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a payment that was redirected has no state');
  return row.state;
}

/** What is heard of a payment. */
export type PaymentFact = {
  readonly fact: 'authorised' | 'settled' | 'failed' | 'expired';
  /** What was paid, or is to be; failures name none. */
  readonly amount?: Money | undefined;
  readonly currency?: string | undefined;
};

/** What became of a payment by what was heard of it. */
export type PaymentVerdict = {
  /** `known` changes nothing; `other-money` is another amount or currency than that of the payment. */
  readonly verdict: 'changed' | 'known' | 'heard-before' | 'other-money';
  readonly state: PaymentState;
  readonly usedFor: 'account' | 'cart' | null;
};

type HeardRow = Omit<PaymentVerdict, 'usedFor'> & { readonly used_for: PaymentVerdict['usedFor'] };

/** Takes in what is heard of a payment; money moves once, however often it is heard, and in whatever sequence. */
export async function hearOfPayment(
  database: Connected,
  input: PaymentFact & {
    readonly id: number;
    /** `notice`, `query` or `job`, or a command or a job by its name. */
    readonly source: string;
    /** The gateway's own id of a notice. */
    readonly gatewayEvent?: string | undefined;
    readonly details?: object | undefined;
    /** When to ask the gateway next, unless that is not needed any more. */
    readonly queryAt: Instant | undefined;
    readonly now: Instant;
  },
  patienceMs?: number,
): Promise<PaymentVerdict> {
  const [heard] = await repeatable(() =>
    callFunction<HeardRow>(database, {
      name: 'hear_of_payment',
      patience: patienceMs === undefined ? undefined : { ms: patienceMs, firstType: 'bigint' },
      values: [
        input.id,
        input.fact,
        input.amount ?? null,
        input.currency ?? null,
        input.source,
        input.gatewayEvent ?? null,
        JSON.stringify(input.details ?? {}),
        input.queryAt === undefined ? null : timestamp(input.queryAt),
        timestamp(input.now),
      ],
    }),
  );
  if (heard === undefined) throw new Error('what was heard of a payment got no verdict');
  const { verdict, state, used_for: usedFor } = heard;
  return { verdict, state, usedFor };
}

/** Takes some payments that are to be asked about at a moment, and puts the next question off, so that nobody else asks. */
export async function takeDuePayments(
  { pool }: Connected,
  now: Instant,
  until: Instant,
  atMost: number,
): Promise<Payment[]> {
  const { rows } = await pool.query<Payment>({
    name: 'payment-take-due',
    text: `update payments.payment set query_at = $2 where id = any(array(
             select id from payments.payment where query_at <= $1 order by query_at limit $3 for update skip locked))
           returning ${COLUMNS}`,
    values: [timestamp(now), timestamp(until), atMost],
  });
  return rows;
}

/** Says when to ask the gateway about a payment next; never again without a moment. */
export async function queryPaymentAt(
  { pool }: Connected,
  id: number,
  queryAt: Instant | undefined,
): Promise<void> {
  await pool.query({
    name: 'payment-query-at',
    text: `update payments.payment set query_at = $2 where id = $1 and state not in ('settled', 'refunded')`,
    values: [id, queryAt === undefined ? null : timestamp(queryAt)],
  });
}

/** A step of a payment, as it was heard of. */
export type PaymentEvent = {
  readonly kind: string;
  readonly source: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly happenedAt: Instant;
};

/** What happened to a payment, the oldest first. */
export async function eventsOfPayment({ pool }: Connected, id: number): Promise<PaymentEvent[]> {
  const { rows } = await pool.query<PaymentEvent>(
    `select kind, source, details, happened_at as "happenedAt" from payments.payment_event
     where payment_id = $1 order by id`,
    [id],
  );
  return rows;
}

/** The latest payments, of one customer where that is named, or those that wait for something; the oldest of them first. */
export async function latestPayments(
  { pool }: Connected,
  { customerId, isOpen, count }: { customerId?: number | undefined; isOpen?: boolean; count: number },
): Promise<(Payment & { readonly userName: string })[]> {
  const { rows } = await pool.query<Payment & { userName: string }>(
    `select found.* from (
       select ${COLUMNS},
         (select user_name from customer where customer.id = payment.customer_id) as "userName"
       from payments.payment
       where ($1::bigint is null or customer_id = $1)
         and (not $2 or state in ('created', 'redirected', 'authorised'))
       order by id desc limit $3) found
     order by found.id`,
    [customerId ?? null, isOpen ?? false, count],
  );
  return rows;
}
