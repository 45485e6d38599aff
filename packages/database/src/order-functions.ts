import { randomUUID } from 'node:crypto';

import type { CalendarDay, Instant } from '@refectory/domain/day';
import type { Money } from '@refectory/domain/money';
import type { OrderAgreement, OrderQuestion } from '@refectory/domain/order-question';

import { timestamp } from './column-values.ts';
import { callFunction, repeatable, type Connected } from './function-call.ts';
import {
  dishQuestion,
  dishRefusal,
  given,
  type DishQuestion,
  type DishRefusal,
  type VerdictRow,
} from './verdicts.ts';

/** What makes a repeat of a call known: the client's key, and a hash of the call and its body without `force`. */
export type IdempotencyKey = { key: string; requestHash: Uint8Array };

/** A key for a call that came without one, so that it can be repeated when the database's answer is lost. */
export function ownKey(): IdempotencyKey {
  return { key: randomUUID(), requestHash: new Uint8Array() };
}

/** An order of one dish; `price` is what the customer was shown for all portions. */
export type OrderInput = {
  customerId: number;
  offeringId: number;
  day: CalendarDay;
  canteenId: number;
  productId?: number | undefined;
  quantity: number;
  /** The ids of what was chosen with it. */
  modifiers?: readonly string[] | undefined;
  price: Money;
  /** What the customer answered to questions about this order. */
  agreed?: OrderAgreement | undefined;
  pickupCode: string;
  idempotency: IdempotencyKey;
  now: Instant;
};

/** Whether the verdict is a first one, or told again to a repeat of its call. */
export type Replayable = { replayed: boolean };

/** A repeat that gets no verdict: the first call still runs in the same process, or the key came with another body. */
export type KeyVerdict = { verdict: 'in-flight' | 'key-reused' };

/** What became of an order; `remaining` is what was left of the dish after it, unknown of a repeat. */
export type OrderVerdict =
  | KeyVerdict
  | (Replayable &
      (
        | { verdict: 'ordered'; orderId: number; price: Money; balance: Money; remaining?: number }
        | ({ verdict: 'question' } & DishQuestion)
        | DishRefusal
      ));

/** What a batch makes of an order; `on-exchange` is for `takePortions` to decide. */
export type BatchVerdict = OrderVerdict | { verdict: 'on-exchange' };

/** What became of a cancellation; `refunded` is what the order cost, less what the canteen gave back for it before. */
export type CancelVerdict =
  | KeyVerdict
  | (Replayable &
      (
        | { verdict: 'cancelled'; orderId: number; refunded: Money; balance: Money }
        | ({ verdict: 'question' } & OrderQuestion)
        | {
            verdict:
              | 'unknown-order'
              | 'already-cancelled'
              | 'already-exchanged'
              | 'handed-out'
              | 'past-cut-off';
          }
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
              | 'handed-out'
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
  if (orders.length === 0) return [];
  const rows = await repeatable(() =>
    callFunction<AnswerRow>(database, {
      name: 'place_orders',
      values: columnsOf(orders.map(orderValues)),
      patience: patienceMs === undefined ? undefined : { ms: patienceMs, firstType: 'bigint[]' },
    }),
  );
  return rows.map((row) => orderVerdict(row));
}

/** An order as the parameters of its function, in their sequence. */
function orderValues(order: OrderInput): unknown[] {
  return [
    order.customerId,
    order.offeringId,
    order.day,
    order.canteenId,
    order.productId ?? null,
    order.quantity,
    JSON.stringify(order.modifiers ?? []),
    order.price,
    order.agreed?.price ?? null,
    order.agreed?.portions ?? null,
    order.agreed?.mains ?? null,
    order.idempotency.key,
    order.idempotency.requestHash,
    order.pickupCode,
    timestamp(order.now),
  ];
}

/** Rows as columns. */
function columnsOf(rows: readonly (readonly unknown[])[]): unknown[][] {
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]));
}

/** What the functions return: `order_answer` of the database. */
type AnswerRow = VerdictRow & {
  readonly is_replay: boolean;
  readonly order_id: number | null;
  readonly remaining: number | null;
};

/** The verdict of place_orders or take_portions on an order. */
function orderVerdict(row: AnswerRow): BatchVerdict {
  const replayed = row.is_replay;
  switch (row.verdict) {
    case 'ordered':
      return {
        verdict: row.verdict,
        orderId: given(row.order_id),
        price: given(row.amount),
        balance: given(row.balance),
        ...(row.remaining !== null && { remaining: row.remaining }),
        replayed,
      };
    case 'key-reused':
    case 'on-exchange':
      return { verdict: row.verdict };
  }
  const question = dishQuestion(row);
  if (question) return { verdict: 'question', ...question, replayed };
  const refusal = dishRefusal(row);
  if (refusal) return { ...refusal, replayed };
  throw new Error(`not a verdict on an order: ${row.verdict}`);
}

/**
 * Orders portions that others offer, in one step: each giver gets back what they paid for theirs. When the kitchen has
 * portions again, they are ordered of it.
 */
export async function takePortions(
  database: Connected,
  order: OrderInput,
  patienceMs?: number,
): Promise<OrderVerdict> {
  const row = await repeatable(() => call(database, 'take_portions', orderValues(order), patienceMs));
  if (row.verdict === 'from-kitchen') return placeOrder(database, order, patienceMs);
  const verdict = orderVerdict(row);
  if (verdict.verdict === 'on-exchange') throw new Error('take_portions gave no verdict');
  return verdict;
}

/** Orders one dish, a batch of one; what only others have to give is taken from them. */
export async function placeOrder(
  database: Connected,
  order: OrderInput,
  patienceMs?: number,
): Promise<OrderVerdict> {
  const [verdict] = await placeOrders(database, [order], patienceMs);
  if (!verdict) throw new Error('place_orders gave no verdict');
  return verdict.verdict === 'on-exchange' ? takePortions(database, order, patienceMs) : verdict;
}

/** Gives an order back before its `cancelUntil`. */
export async function cancelOrder(
  database: Connected,
  input: OrderChangeInput,
  patienceMs?: number,
): Promise<CancelVerdict> {
  return cancelVerdict(await changeOrder(database, 'cancel_order', input, patienceMs), input.orderId);
}

/** Cancels an order for its customer, also after the cut-off; not one that was handed out. */
export async function cancelForCustomer(
  database: Connected,
  { orderId, actor, now }: { readonly orderId: number; readonly actor: string; readonly now: Instant },
): Promise<CancelVerdict> {
  const row = await repeatable(
    () => call(database, 'cancel_for_customer', [orderId, actor, timestamp(now)]),
    {
      isKnownAgain: false,
    },
  );
  return cancelVerdict(row, orderId);
}

function cancelVerdict(row: AnswerRow, orderId: number): CancelVerdict {
  const replayed = row.is_replay;
  switch (row.verdict) {
    case 'cancelled':
      return {
        verdict: row.verdict,
        orderId: given(row.order_id),
        refunded: given(row.amount),
        balance: given(row.balance),
        replayed,
      };
    case 'question-give-up':
      return { verdict: 'question', about: 'giveUp', giveUp: orderId, replayed };
    case 'unknown-order':
    case 'already-cancelled':
    case 'already-exchanged':
    case 'handed-out':
    case 'past-cut-off':
      return { verdict: row.verdict, replayed };
    case 'key-reused':
      return { verdict: row.verdict };
    default:
      throw new Error(`not a verdict on a cancellation: ${row.verdict}`);
  }
}

/** Offers an order to others between its `cancelUntil` and its `exchangeUntil`; an offered one is taken back. */
export async function exchangeOrder(
  database: Connected,
  input: OrderChangeInput,
  patienceMs?: number,
): Promise<ExchangeVerdict> {
  const row = await changeOrder(database, 'exchange_order', input, patienceMs);
  const replayed = row.is_replay;
  switch (row.verdict) {
    case 'offered':
    case 'withdrawn':
      return { verdict: row.verdict, orderId: given(row.order_id), replayed };
    case 'question-give-up':
      return { verdict: 'question', about: 'giveUp', giveUp: input.orderId, replayed };
    case 'unknown-order':
    case 'already-cancelled':
    case 'already-exchanged':
    case 'handed-out':
    case 'past-cut-off':
    case 'cancellable':
    case 'not-exchangeable':
      return { verdict: row.verdict, replayed };
    case 'key-reused':
      return { verdict: row.verdict };
    default:
      throw new Error(`not a verdict on an offer: ${row.verdict}`);
  }
}

function changeOrder(
  database: Connected,
  name: 'cancel_order' | 'exchange_order',
  input: OrderChangeInput,
  patienceMs?: number,
): Promise<AnswerRow> {
  const values = [
    input.customerId,
    input.orderId,
    input.agreed?.giveUp ?? null,
    input.idempotency.key,
    input.idempotency.requestHash,
    timestamp(input.now),
  ];
  return repeatable(() => call(database, name, values, patienceMs));
}

/** One of the functions that answer one row; their first value is the id of a customer where they are given a patience. */
async function call(
  database: Connected,
  name: string,
  values: readonly unknown[],
  patienceMs?: number,
): Promise<AnswerRow> {
  const patience = patienceMs === undefined ? undefined : { ms: patienceMs, firstType: 'bigint' as const };
  const [row] = await callFunction<AnswerRow>(database, { name, values, patience });
  if (row === undefined) throw new Error(`${name} gave no verdict`);
  return row;
}
