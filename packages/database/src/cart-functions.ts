import type { CalendarDay, Instant } from '@refectory/domain/day';
import type { Money } from '@refectory/domain/money';
import type { OrderQuestion } from '@refectory/domain/order-question';
import type { Pool } from 'pg';

import { timestamp } from './column-values.ts';
import { repeatable, type IdempotencyKey } from './order-functions.ts';

/** A line of a cart: portions of one dish. */
export type CartLine = {
  readonly offeringId: number;
  readonly day: CalendarDay;
  readonly canteenId: number;
  readonly productId?: number | undefined;
  readonly quantity: number;
  /** What the customer was shown for all portions of the line, where they say so. */
  readonly price?: Money | undefined;
};

/** A cart to be ordered, all or nothing. */
export type CartInput = {
  readonly customerId: number;
  readonly lines: readonly CartLine[];
  /** What the customer was shown for all of it. */
  readonly price: Money;
  /** What they answered to questions: portions of a dish and main dishes at one time, for any line. */
  readonly agreed?: { readonly portions: readonly number[]; readonly mains: readonly number[] };
  /** What the cart's form said. */
  readonly additionalData?: readonly object[];
  readonly pickupCode: string;
  readonly idempotency: IdempotencyKey;
  /** Whether it is only to be said what would become of it. */
  readonly isCheck?: boolean;
  readonly now: Instant;
};

/** What is wrong with a line; lines count from 0. A changed price names the one that holds. */
export type LineVerdict = { readonly line: number } & (
  | { readonly verdict: 'price-changed'; readonly price: Money }
  | { readonly verdict: 'insufficient-funds'; readonly price: Money; readonly balance: Money }
  | { readonly verdict: 'sold-out'; readonly remaining: number }
  | { readonly verdict: 'over-limit'; readonly of: 'dish' | 'day'; readonly most: number }
  | { readonly verdict: 'unknown-dish' | 'not-orderable' | 'past-cut-off' | 'only-one' }
);

/** What became of a line of a cart that was ordered. */
export type OrderedLine = {
  readonly orderId: number;
  readonly price: Money;
  /** Portions left of the dish, unknown of a repeat. */
  readonly remaining?: number;
};

/** What became of a cart; a check that finds nothing answers `ordered` too, and nothing is. */
export type CartVerdict =
  | { readonly verdict: 'key-reused' }
  | {
      readonly verdict: 'ordered';
      readonly price: Money;
      readonly lines: readonly OrderedLine[];
      readonly replayed: boolean;
    }
  | { readonly verdict: 'refused'; readonly lines: readonly LineVerdict[]; readonly replayed: boolean }
  /** The first question that a line asks. */
  | ({ readonly verdict: 'question'; readonly line: number } & OrderQuestion);

type CartRow = {
  readonly line: number;
  readonly verdict: string;
  readonly is_replay: boolean;
  readonly order_id: number | null;
  readonly amount: Money | null;
  readonly balance: Money | null;
  readonly number: number | null;
  readonly remaining: number | null;
};

function given<Value>(value: Value | null): Value {
  if (value === null) throw new Error('a verdict came without its number');
  return value;
}

/** Orders the dishes of a cart, line by line as if each came after the one before it, or none of them. */
export async function placeCart(
  database: { readonly pool: Pick<Pool, 'query'> },
  input: CartInput,
): Promise<CartVerdict> {
  const { lines, agreed, idempotency } = input;
  const values = [
    input.customerId,
    lines.map((line) => line.offeringId),
    lines.map((line) => line.day),
    lines.map((line) => line.canteenId),
    lines.map((line) => line.productId ?? null),
    lines.map((line) => line.quantity),
    lines.map((line) => line.price ?? null),
    input.price,
    agreed?.portions ?? [],
    agreed?.mains ?? [],
    JSON.stringify(input.additionalData ?? []),
    idempotency.key,
    idempotency.requestHash,
    input.pickupCode,
    input.isCheck ?? false,
    timestamp(input.now),
  ];
  const rows = await repeatable(async () => {
    const answer = await database.pool.query<CartRow>({
      name: 'place_cart',
      text: 'select * from place_cart($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) order by line',
      values,
    });
    return answer.rows;
  });
  return cartVerdict(rows);
}

function cartVerdict(rows: readonly CartRow[]): CartVerdict {
  const [first, ...others] = rows;
  if (first === undefined) throw new Error('place_cart gave no verdict');
  switch (first.verdict) {
    case 'key-reused':
      return { verdict: 'key-reused' };
    case 'question-portions':
      return {
        verdict: 'question',
        line: first.line - 1,
        about: 'portions',
        portions: given(first.number),
      };
    case 'question-mains':
      return { verdict: 'question', line: first.line - 1, about: 'mains', mains: given(first.number) };
    case 'ordered':
      return {
        verdict: 'ordered',
        price: given(first.amount),
        lines: others.map((row) => ({
          orderId: given(row.order_id),
          price: given(row.amount),
          ...(row.remaining !== null && { remaining: row.remaining }),
        })),
        replayed: first.is_replay,
      };
    default:
      return { verdict: 'refused', lines: rows.map((row) => lineVerdict(row)), replayed: first.is_replay };
  }
}

function lineVerdict(row: CartRow): LineVerdict {
  const line = row.line - 1;
  switch (row.verdict) {
    case 'price-changed':
      return { line, verdict: row.verdict, price: given(row.amount) };
    case 'insufficient-funds':
      return { line, verdict: row.verdict, price: given(row.amount), balance: given(row.balance) };
    case 'sold-out':
      return { line, verdict: row.verdict, remaining: given(row.number) };
    case 'over-dish-limit':
      return { line, verdict: 'over-limit', of: 'dish', most: given(row.number) };
    case 'over-day-limit':
      return { line, verdict: 'over-limit', of: 'day', most: given(row.number) };
    case 'unknown-dish':
    case 'not-orderable':
    case 'past-cut-off':
    case 'only-one':
      return { line, verdict: row.verdict };
    default:
      throw new Error(`not a verdict on a line: ${row.verdict}`);
  }
}
