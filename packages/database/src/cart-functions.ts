import type { CalendarDay, Instant } from '@refectory/domain/day';
import type { Money } from '@refectory/domain/money';
import type { DeliveryType, PaymentType } from '@refectory/domain/payment';
import type { Language } from '@refectory/domain/texts';

import { timestamp } from './column-values.ts';
import { callFunction, repeatable, type Connected } from './function-call.ts';
import type { IdempotencyKey } from './order-functions.ts';
import { MOST_UNPAID_HOLD_MS, newPaymentId, PAYMENT_LIFE_MS } from './payments.ts';
import {
  dishQuestion,
  dishRefusal,
  given,
  type DishQuestion,
  type DishRefusal,
  type VerdictRow,
} from './verdicts.ts';

/** A line of a cart: portions of one dish. */
export type CartLine = {
  readonly offeringId: number;
  readonly day: CalendarDay;
  readonly canteenId: number;
  readonly productId?: number | undefined;
  readonly quantity: number;
  /** The ids of what was chosen with it. */
  readonly modifiers?: readonly string[] | undefined;
  /** What the customer was shown for all portions of the line, where the call says so. */
  readonly price?: Money | undefined;
};

/** A cart, and what the customer knows of it. */
export type CartInput = {
  readonly customerId: number;
  readonly lines: readonly CartLine[];
  /** What the customer was shown for the whole cart: where each line says its price, their sum. */
  readonly price: Money;
  /** What the customer answered to questions: portions of a dish and main dishes at one time, in any line. */
  readonly agreed?: { readonly portions: readonly number[]; readonly mains: readonly number[] };
  /** From the account, unless told. A cart that is paid by card needs no money on the account. */
  readonly paymentType?: PaymentType | undefined;
  readonly now: Instant;
};

/** How a cart is paid by card. */
export type CardPayment = {
  /** The id of the gateway in the settings. */
  readonly gateway: string;
  /** What the gateway speaks with the customer. */
  readonly language: Language;
  readonly successUrl: string;
  readonly failUrl: string;
};

/** A cart to be ordered, all of it or nothing. */
export type CartOrderInput = CartInput & {
  /** What the cart's form said. */
  readonly additionalData?: readonly object[];
  /** How the customer gets the meals, where the form asked for it. */
  readonly delivery?: DeliveryType | undefined;
  /** With the payment type `creditcard`. */
  readonly cardPayment?: CardPayment | undefined;
  readonly pickupCode: string;
  readonly idempotency: IdempotencyKey;
};

/** Why a line cannot be ordered; lines count from 0. A changed price names the one that holds. */
export type LineVerdict = { readonly line: number } & (
  | { readonly verdict: 'price-changed'; readonly price: Money }
  | DishRefusal
);

/** A line of a cart that was ordered. */
export type OrderedLine = {
  readonly orderId: number;
  readonly price: Money;
  /** Portions left of the dish; a repeat does not know. */
  readonly remaining?: number;
};

/** The lines that cannot be ordered, or the first question that a line asks. */
type NotOrdered =
  | { readonly verdict: 'refused'; readonly lines: readonly LineVerdict[]; readonly replayed: boolean }
  | ({ readonly verdict: 'question'; readonly line: number } & DishQuestion);

/** What a check of a cart finds. */
export type CartCheck = { readonly verdict: 'orderable' } | NotOrdered;

/** What became of a cart. */
export type CartVerdict =
  | { readonly verdict: 'key-reused' }
  /** Carts by card that the customer did not pay would hold portions for too long; `seconds` until they may hold some again. */
  | { readonly verdict: 'too-many'; readonly seconds: number }
  /** Its portions are held until the payment is settled, failed or over. */
  | { readonly verdict: 'held'; readonly paymentId: string; readonly replayed: boolean }
  | {
      readonly verdict: 'ordered';
      readonly price: Money;
      readonly lines: readonly OrderedLine[];
      readonly replayed: boolean;
    }
  | NotOrdered;

type CartRow = VerdictRow & {
  readonly line: number;
  readonly is_replay: boolean;
  readonly order_id: number | null;
  readonly remaining: number | null;
  readonly payment: string | null;
};

/** Says what stands in the way of ordering a cart now; takes no lock and writes nothing. */
export async function checkCart(database: Connected, input: CartInput): Promise<CartCheck> {
  const { now, ...cart } = input;
  const rows = await callCart(database, 'check_cart', [
    ...cartValues(cart),
    input.paymentType === 'creditcard',
    timestamp(now),
  ]);
  return rows.length === 0 ? { verdict: 'orderable' } : notOrdered(rows);
}

/** Orders the dishes of a cart as if one came after the other, or none of them; holds those of a cart that is paid by card. */
export async function placeCart(
  database: Connected,
  input: CartOrderInput,
  /** How long to wait for a lock, in ms, where that is not what the connection waits. */
  patienceMs?: number,
): Promise<CartVerdict> {
  const { cardPayment, now } = input;
  const values = [
    ...cartValues(input),
    timestamp(now),
    JSON.stringify(input.additionalData ?? []),
    input.idempotency.key,
    input.idempotency.requestHash,
    input.pickupCode,
    input.paymentType ?? 'account',
    input.delivery ?? null,
    cardPayment ? newPaymentId() : null,
    cardPayment?.gateway ?? null,
    cardPayment?.language ?? null,
    cardPayment?.successUrl ?? null,
    cardPayment?.failUrl ?? null,
    timestamp(now + PAYMENT_LIFE_MS),
    `${MOST_UNPAID_HOLD_MS} ms`,
  ];
  const rows = await callCart(database, 'place_cart', values, patienceMs);
  const [first, ...lines] = rows;
  switch (first?.verdict) {
    case 'key-reused':
      return { verdict: first.verdict };
    case 'too-many':
      return { verdict: first.verdict, seconds: given(first.number) };
    case 'held':
      return { verdict: first.verdict, paymentId: given(first.payment), replayed: first.is_replay };
    case 'ordered':
      return {
        verdict: first.verdict,
        price: given(first.amount),
        lines: lines.map((row) => ({
          orderId: given(row.order_id),
          price: given(row.amount),
          ...(row.remaining !== null && { remaining: row.remaining }),
        })),
        replayed: first.is_replay,
      };
    default:
      return notOrdered(rows);
  }
}

/** A cart as the first parameters of both functions. */
function cartValues({ customerId, lines, price, agreed }: Omit<CartInput, 'now'>): unknown[] {
  return [
    customerId,
    lines.map((line) => line.offeringId),
    lines.map((line) => line.day),
    lines.map((line) => line.canteenId),
    lines.map((line) => line.productId ?? null),
    lines.map((line) => line.quantity),
    lines.map((line) => JSON.stringify(line.modifiers ?? [])),
    lines.map((line) => line.price ?? null),
    price,
    agreed?.portions ?? [],
    agreed?.mains ?? [],
  ];
}

async function callCart(
  database: Connected,
  name: 'check_cart' | 'place_cart',
  values: readonly unknown[],
  patienceMs?: number,
): Promise<CartRow[]> {
  const patience = patienceMs === undefined ? undefined : { ms: patienceMs, firstType: 'bigint' as const };
  const rows = await repeatable(() => callFunction<CartRow>(database, { name, values, patience }));
  return rows.toSorted((one, other) => one.line - other.line);
}

function notOrdered(rows: readonly CartRow[]): NotOrdered {
  const [first] = rows;
  if (first === undefined) throw new Error('a cart was given no verdict');
  const question = dishQuestion(first);
  if (question) return { verdict: 'question', line: first.line - 1, ...question };
  return { verdict: 'refused', lines: rows.map(lineVerdict), replayed: first.is_replay };
}

function lineVerdict(row: CartRow): LineVerdict {
  const line = row.line - 1;
  if (row.verdict === 'price-changed') return { line, verdict: row.verdict, price: given(row.amount) };
  const refusal = dishRefusal(row);
  if (!refusal) throw new Error(`not a verdict on a line: ${row.verdict}`);
  return { line, ...refusal };
}
