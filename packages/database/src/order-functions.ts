import { setTimeout as delay } from 'node:timers/promises';
import type { CalendarDay, Instant } from '@refectory/domain/day';
import type { Money } from '@refectory/domain/money';
import { DatabaseError } from 'pg';

import { timestamp } from './column-values.ts';
import type { Database } from './database.ts';
import type { CreditKind } from './schema.ts';

/** What makes a repeat of a call known: the client's key, and a hash of the call and its body without `force`. */
export type IdempotencyKey = { key: string; requestHash: Uint8Array };

/** An order of one dish; `price` is what the customer was shown for all portions. */
export type OrderInput = {
  customerId: number;
  offeringId: number;
  day: CalendarDay;
  canteenId: number;
  productId?: number | undefined;
  quantity: number;
  price: Money;
  pickupCode: string;
  idempotency?: IdempotencyKey | undefined;
  now: Instant;
};

/** Whether the verdict is a first one, or told again to a repeat of its call (API-59). */
export type Replayable = { replayed: boolean };

/** A repeat that gets no verdict: the first call still runs, or the key came with another body. */
export type KeyVerdict = { verdict: 'in-flight' | 'key-reused' };

/** What became of an order. */
export type OrderVerdict =
  | KeyVerdict
  | (Replayable &
      (
        | { verdict: 'ordered'; orderId: number; price: Money; balance: Money }
        | { verdict: 'price-changed'; price: Money }
        | { verdict: 'insufficient-funds'; price: Money; balance: Money }
        | { verdict: 'sold-out'; remaining: number }
        | { verdict: 'exchange-unavailable' | 'unknown-dish' | 'not-orderable' | 'past-cut-off' | 'only-one' }
      ));

/** What became of a cancellation; `refunded` is exactly what the order had cost. */
export type CancelVerdict =
  | KeyVerdict
  | (Replayable &
      (
        | { verdict: 'cancelled'; orderId: number; refunded: Money; balance: Money }
        | { verdict: 'unknown-order' | 'already-cancelled' | 'past-cut-off' }
      ));

/** What became of a credit; a reference that came for something else is refused. */
export type CreditVerdict =
  | (Replayable & { verdict: 'credited'; balance: Money })
  | { verdict: 'reference-reused' };

/** Orders one dish: stock, money and order move together or not at all. */
export function placeOrder(database: Database, order: OrderInput): Promise<OrderVerdict> {
  return call<OrderVerdict>(database, 'place_order', [
    order.customerId,
    order.offeringId,
    order.day,
    order.canteenId,
    order.productId ?? null,
    order.quantity,
    order.price,
    ...keyParameters(order.idempotency),
    order.pickupCode,
    timestamp(order.now),
  ]);
}

/** Gives an order back before its `cancelUntil`. */
export function cancelOrder(
  database: Database,
  input: { customerId: number; orderId: number; idempotency?: IdempotencyKey | undefined; now: Instant },
): Promise<CancelVerdict> {
  return call<CancelVerdict>(database, 'cancel_order', [
    input.customerId,
    input.orderId,
    ...keyParameters(input.idempotency),
    timestamp(input.now),
  ]);
}

/** Puts a positive amount on a customer's account, once for each reference. */
export function creditAccount(
  database: Database,
  input: {
    customerId: number;
    amount: Money;
    kind: CreditKind;
    reference?: string | undefined;
    /** Who did it, for the record: `cli`, `demo`, `payments`, ... */
    actor: string;
    now: Instant;
  },
): Promise<CreditVerdict> {
  return call<CreditVerdict>(database, 'credit_account', [
    input.customerId,
    input.amount,
    input.kind,
    input.reference ?? null,
    input.actor,
    timestamp(input.now),
  ]);
}

function keyParameters(idempotency: IdempotencyKey | undefined): [string | null, Uint8Array | null] {
  return idempotency ? [idempotency.key, idempotency.requestHash] : [null, null];
}

/** serialization_failure and deadlock_detected: nothing happened, and the same call can be made again. */
const REPEATABLE = new Set(['40001', '40P01']);
const MAXIMUM_TRIES = 5;

/** One of the functions of the migrations; what it answers is the verdict as its type says. */
async function call<Verdict>(database: Database, name: string, values: unknown[]): Promise<Verdict> {
  const text = `select ${name}(${values.map((_, index) => `$${index + 1}`).join(', ')}) as verdict`;
  for (let tries = 1; ; tries++) {
    try {
      const { rows } = await database.pool.query<{ verdict: Verdict }>({ name, text, values });
      const [row] = rows;
      if (row === undefined) throw new Error(`${name} gave no verdict`);
      return row.verdict;
    } catch (error) {
      const isRepeatable = error instanceof DatabaseError && REPEATABLE.has(error.code ?? '');
      if (!isRepeatable || tries === MAXIMUM_TRIES) throw error;
      // Apart from each other, or those who met would meet again.
      await delay(Math.random() * 10 * tries);
    }
  }
}
