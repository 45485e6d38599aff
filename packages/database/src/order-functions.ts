import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { CalendarDay, Instant } from '@refectory/domain/day';
import type { Money } from '@refectory/domain/money';
import type { OrderAgreement, OrderQuestion } from '@refectory/domain/order-question';
import { DatabaseError, type Pool } from 'pg';

import { timestamp } from './column-values.ts';
import { isLostConnection } from './lost-connection.ts';
import type { CreditKind } from './schema.ts';

/** What makes a repeat of a call known: the client's key, and a hash of the call and its body without `force`. */
export type IdempotencyKey = { key: string; requestHash: Uint8Array };

/** A key for a call that came without one, so that it can be repeated when the database's answer is lost. */
export function ownKey(): IdempotencyKey {
  return { key: randomUUID(), requestHash: new Uint8Array() };
}

/** Where the functions are called: a database, or one connection of it in a transaction. */
type Connected = { readonly pool: Pick<Pool, 'query'> };

/** An order of one dish; `price` is what the customer was shown for all portions. */
export type OrderInput = {
  customerId: number;
  offeringId: number;
  day: CalendarDay;
  canteenId: number;
  productId?: number | undefined;
  quantity: number;
  price: Money;
  /** What the customer answered to questions about this order. */
  agreed?: OrderAgreement | undefined;
  pickupCode: string;
  idempotency: IdempotencyKey;
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
        | ({ verdict: 'question' } & OrderQuestion)
        | { verdict: 'insufficient-funds'; price: Money; balance: Money }
        | { verdict: 'sold-out'; remaining: number }
        | { verdict: 'over-limit'; of: 'dish' | 'day'; most: number }
        | { verdict: 'unknown-dish' | 'not-orderable' | 'past-cut-off' | 'only-one' }
      ));

/** What a batch makes of an order; `on-exchange` is for `takePortions` to decide. */
export type BatchVerdict = OrderVerdict | { verdict: 'on-exchange' };

/** What is made of a taking; `from-kitchen` is for `placeOrders` to decide. */
type TakeVerdict = OrderVerdict | { verdict: 'from-kitchen' };

/** What became of a cancellation; `refunded` is exactly what the order had cost. */
export type CancelVerdict =
  | KeyVerdict
  | (Replayable &
      (
        | { verdict: 'cancelled'; orderId: number; refunded: Money; balance: Money }
        | ({ verdict: 'question' } & OrderQuestion)
        | { verdict: 'unknown-order' | 'already-cancelled' | 'already-exchanged' | 'past-cut-off' }
      ));

/** What became of an order that was to be offered to others, or to be taken back. */
export type ExchangeVerdict =
  | KeyVerdict
  | (Replayable &
      (
        | { verdict: 'offered'; orderId: number }
        | { verdict: 'withdrawn'; orderId: number }
        | ({ verdict: 'question' } & OrderQuestion)
        | {
            verdict:
              | 'unknown-order'
              | 'already-cancelled'
              | 'already-exchanged'
              | 'past-cut-off'
              | 'cancellable'
              | 'not-exchangeable';
          }
      ));

/** A change of an order of a customer's own. */
export type OrderChangeInput = {
  customerId: number;
  orderId: number;
  /** What the customer answered to questions about this change. */
  agreed?: OrderAgreement | undefined;
  idempotency: IdempotencyKey;
  now: Instant;
};

/** What became of a credit; a reference that came for something else is refused. */
export type CreditVerdict =
  | (Replayable & { verdict: 'credited'; balance: Money })
  | { verdict: 'reference-reused' };

/**
 * Decides orders of different customers together, in their sequence: one transaction, one verdict for each.
 * Stock, money and order move together or not at all. Questions are asked again until they are agreed to;
 * every other verdict is kept for a repeat of its key.
 */
export async function placeOrders(
  database: Connected,
  orders: readonly OrderInput[],
  /** How long to wait for a lock, in ms, where that is not what the connection waits. */
  patienceMs?: number,
): Promise<BatchVerdict[]> {
  return repeatable(async () => {
    const { rows } = await database.pool.query<{ verdict: BatchVerdict | null }>(
      patienceMs === undefined
        ? {
            name: 'place_orders',
            text: `select unnest(place_orders(${REQUESTS})) as verdict`,
            values: [requestsOf(orders)],
          }
        : {
            // Set for the statement's own transaction, and before the function is called.
            name: 'place_orders_patience',
            text: `with patience as materialized (select set_config('lock_timeout', $2, true))
                   select unnest(place_orders(${REQUESTS})) as verdict from patience`,
            values: [requestsOf(orders), `${patienceMs}ms`],
          },
    );
    return orders.map((order, index) => {
      const verdict = rows[index]?.verdict;
      if (!verdict) throw new Error(`customer ${order.customerId} has no account`);
      return verdict;
    });
  });
}

const REQUESTS = 'array(select jsonb_populate_recordset(null::order_request, $1))';

function requestsOf(orders: readonly OrderInput[]): string {
  const requests = orders.map((order) => ({
    customer_id: order.customerId,
    offering_id: order.offeringId,
    day: order.day,
    canteen_id: order.canteenId,
    product_id: order.productId,
    quantity: order.quantity,
    price: order.price,
    agreed_price: order.agreed?.price,
    agreed_portions: order.agreed?.portions,
    agreed_mains: order.agreed?.mains,
    key: order.idempotency.key,
    request_hash: `\\x${Buffer.from(order.idempotency.requestHash).toString('hex')}`,
    pickup_code: order.pickupCode,
    placed_at: timestamp(order.now),
  }));
  return JSON.stringify(requests);
}

/**
 * Orders portions that others offer, in one step: each giver gets back what he paid for his (C28). When the kitchen has
 * portions again, they are ordered of it.
 */
export async function takePortions(database: Connected, order: OrderInput): Promise<OrderVerdict> {
  const taken = await repeatable(async () => {
    const { rows } = await database.pool.query<{ verdict: TakeVerdict }>({
      name: 'take_portions',
      text: `select take_portions(${REQUESTS}) as verdict`,
      values: [requestsOf([order])],
    });
    const [row] = rows;
    if (row === undefined) throw new Error('take_portions gave no verdict');
    return row.verdict;
  });
  return taken.verdict === 'from-kitchen' ? placeOrder(database, order) : taken;
}

/** Orders one dish, a batch of one; what only others have to give is taken from them. */
export async function placeOrder(database: Connected, order: OrderInput): Promise<OrderVerdict> {
  const [verdict] = await placeOrders(database, [order]);
  if (!verdict) throw new Error('place_orders gave no verdict');
  return verdict.verdict === 'on-exchange' ? takePortions(database, order) : verdict;
}

/** Gives an order back before its `cancelUntil`. */
export function cancelOrder(database: Connected, input: OrderChangeInput): Promise<CancelVerdict> {
  return changeOrder<CancelVerdict>(database, 'cancel_order', input);
}

/** Offers an order to others between its `cancelUntil` and its `exchangeUntil`; an offered one is taken back (C26). */
export function exchangeOrder(database: Connected, input: OrderChangeInput): Promise<ExchangeVerdict> {
  return changeOrder<ExchangeVerdict>(database, 'exchange_order', input);
}

function changeOrder<Verdict>(database: Connected, name: string, input: OrderChangeInput): Promise<Verdict> {
  return repeatable(() =>
    call<Verdict>(database, name, [
      input.customerId,
      input.orderId,
      input.agreed?.giveUp ?? null,
      input.idempotency.key,
      input.idempotency.requestHash,
      timestamp(input.now),
    ]),
  );
}

/** Puts a positive amount on a customer's account, once for each reference. */
export function creditAccount(
  database: Connected,
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
  const credit = () =>
    call<CreditVerdict>(database, 'credit_account', [
      input.customerId,
      input.amount,
      input.kind,
      input.reference ?? null,
      input.actor,
      timestamp(input.now),
    ]);
  return repeatable(credit, { isKnownAgain: input.reference !== undefined });
}

/** One of the functions of the migrations; what it answers is the verdict as its type says. */
async function call<Verdict>(database: Connected, name: string, values: unknown[]): Promise<Verdict> {
  const text = `select ${name}(${values.map((_, index) => `$${index + 1}`).join(', ')}) as verdict`;
  const { rows } = await database.pool.query<{ verdict: Verdict }>({ name, text, values });
  const [row] = rows;
  if (row === undefined) throw new Error(`${name} gave no verdict`);
  return row.verdict;
}

/** serialization_failure and deadlock_detected: nothing happened, and the same call can be made again. */
const UNDONE = new Set(['40001', '40P01']);
const MAXIMUM_TRIES = 5;

/**
 * Makes a call again whose transaction was undone, or whose connection was lost: what it did then is not known,
 * so it is repeated only where the database knows it again by its key or reference.
 */
async function repeatable<Verdict>(
  attempt: () => Promise<Verdict>,
  { isKnownAgain = true }: { isKnownAgain?: boolean } = {},
): Promise<Verdict> {
  let wasLost = false;
  for (let tries = 1; ; tries++) {
    try {
      const answer = await attempt();
      // Most likely the lost call itself, which the database has not ended yet.
      if (!(wasLost && isInFlight(answer)) || tries === MAXIMUM_TRIES) return answer;
    } catch (error) {
      const isUndone = error instanceof DatabaseError && UNDONE.has(error.code ?? '');
      const isLost = isKnownAgain && isLostConnection(error);
      if ((!isUndone && !isLost) || tries === MAXIMUM_TRIES) throw error;
      wasLost ||= isLost;
    }
    // Apart from each other, or those who met would meet again.
    await delay(Math.random() * 10 * tries);
  }
}

/** Whether a verdict, or one of a batch, says that the first call of its key still runs. */
function isInFlight(answer: unknown): boolean {
  const verdicts: unknown[] = Array.isArray(answer) ? answer : [answer];
  return verdicts.some(
    (one) => typeof one === 'object' && one !== null && 'verdict' in one && one.verdict === 'in-flight',
  );
}
