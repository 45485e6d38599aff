import type { Instant } from '@refectory/domain/day';
import { money, type Money } from '@refectory/domain/money';

import { timestamp } from './column-values.ts';
import type { Database } from './database.ts';
import { repeatable } from './function-call.ts';
import type { Replayable } from './order-functions.ts';
import type { MovementKind } from './schema.ts';

/** Where the money of a movement comes from, or goes to. */
export type CounterAccount = 'sales' | 'gateway' | 'cash' | 'rounding' | 'bonus';

/** Kinds of movements that a person, a payment or a job books. The functions of orders book theirs themselves. */
export type BookedKind = Extract<MovementKind, 'opening' | 'top-up' | 'refund' | 'debit' | 'correction'>;

/** Why an account gets money that was paid in. */
export type CreditKind = 'opening' | 'top-up';

/**
 * The account on the other side of each kind: money paid in comes as cash or by bank transfer, a refund reduces the sales,
 * money paid out leaves as cash, and a correction is a difference of rounding.
 */
export const COUNTER_ACCOUNTS = {
  opening: 'cash',
  'top-up': 'cash',
  refund: 'sales',
  debit: 'cash',
  correction: 'rounding',
} as const satisfies Record<BookedKind, CounterAccount>;

/** A movement to be booked; a positive amount goes to the customer. */
export type NewMovement = {
  readonly customerId: number;
  readonly kind: BookedKind;
  readonly amount: Money;
  /** By default that of the kind in `COUNTER_ACCOUNTS`. */
  readonly counterAccount?: CounterAccount | undefined;
  /** The order that money is given back for. */
  readonly orderId?: number | undefined;
  /** Identifies the movement: it is booked once. */
  readonly reference?: string | undefined;
  readonly reason?: string | undefined;
  /** Who does it: `command` and the user of the operating system, or `job` and its name. */
  readonly actor: string;
  readonly now: Instant;
};

/** What became of a movement; a reference that was booked for something else is refused. */
export type BookingVerdict =
  | (Replayable & { verdict: 'booked'; balance: Money })
  | { verdict: 'reference-reused' | 'unknown-order' }
  /** `amount` is how much can still be given back for the order. */
  | { verdict: 'more-than-paid'; amount: Money }
  | { verdict: 'insufficient-funds' | 'too-much-money'; balance: Money };

/** Books a movement, once for each reference. */
export async function bookMovement(database: Connected, input: NewMovement): Promise<BookingVerdict> {
  const values = [
    input.customerId,
    input.kind,
    input.amount,
    input.counterAccount ?? COUNTER_ACCOUNTS[input.kind],
    input.orderId ?? null,
    input.reference ?? null,
    input.reason ?? null,
    input.actor,
    timestamp(input.now),
  ];
  const row = await repeatable(
    async () => {
      const { rows } = await database.pool.query<MoneyRow>({
        name: 'book_movement',
        text: 'select * from book_movement($1, $2, $3, $4, $5, $6, $7, $8, $9)',
        values,
      });
      return rows[0];
    },
    { isKnownAgain: input.reference !== undefined },
  );
  const balance = row?.balance ?? money(0);
  switch (row?.verdict) {
    case 'booked':
      return { verdict: row.verdict, balance, replayed: row.is_replay };
    case 'reference-reused':
    case 'unknown-order':
      return { verdict: row.verdict };
    case 'more-than-paid':
      return { verdict: row.verdict, amount: row.amount ?? money(0) };
    case 'insufficient-funds':
    case 'too-much-money':
      return { verdict: row.verdict, balance };
    default:
      throw new Error(`not a verdict on a movement: ${row?.verdict}`);
  }
}

/** Puts a positive amount on a customer's account, once for each reference. */
export function creditAccount(
  database: Connected,
  input: Omit<NewMovement, 'kind' | 'orderId'> & { readonly kind: CreditKind },
): Promise<BookingVerdict> {
  if (input.amount <= 0) throw new RangeError(`not an amount to credit: ${input.amount}`);
  return bookMovement(database, input);
}

type Connected = Pick<Database, 'pool'> | { readonly pool: Pick<Database['pool'], 'query'> };

type MoneyRow = {
  readonly verdict: string;
  readonly is_replay: boolean;
  readonly amount: Money | null;
  readonly balance: Money | null;
};

/** What became of a reversal; `amount` is what the account got by it, negative where it was taken. */
export type ReversalVerdict =
  | { verdict: 'reversed'; amount: Money; balance: Money }
  | { verdict: 'unknown-movement' | 'not-reversible' | 'already-reversed' }
  | { verdict: 'insufficient-funds' | 'too-much-money'; balance: Money };

/** Reverses a movement that was booked by mistake, leg by leg. To reverse the charge of an order, cancel the order. */
export async function reverseMovement(
  { pool }: Connected,
  input: {
    readonly customerId: number;
    readonly movementId: number;
    readonly reason: string;
    readonly actor: string;
    readonly now: Instant;
  },
): Promise<ReversalVerdict> {
  const { customerId, movementId, reason, actor, now } = input;
  const row = await repeatable(
    async () => {
      const { rows } = await pool.query<MoneyRow>({
        name: 'reverse_movement',
        text: 'select * from reverse_movement($1, $2, $3, $4, $5)',
        values: [customerId, movementId, reason, actor, timestamp(now)],
      });
      return rows[0];
    },
    { isKnownAgain: false },
  );
  const balance = row?.balance ?? money(0);
  switch (row?.verdict) {
    case 'reversed':
      return { verdict: row.verdict, amount: row.amount ?? money(0), balance };
    case 'unknown-movement':
    case 'not-reversible':
    case 'already-reversed':
      return { verdict: row.verdict };
    case 'insufficient-funds':
    case 'too-much-money':
      return { verdict: row.verdict, balance };
    default:
      throw new Error(`not a verdict on a reversal: ${row?.verdict}`);
  }
}

/** A movement of money on a customer's account. */
export type AccountMovement = {
  readonly id: number;
  readonly kind: MovementKind;
  readonly orderId: number | null;
  readonly amount: Money;
  readonly balance: Money;
  readonly actor: string;
  readonly reason: string | null;
  /** The movement that this one takes back. */
  readonly reverses: number | null;
  readonly occurredAt: Instant;
};

/** The latest movements on a customer's account, the oldest of them first. */
export async function latestMovements(
  { pool }: Connected,
  customerId: number,
  count: number,
): Promise<AccountMovement[]> {
  const { rows } = await pool.query<AccountMovement>(
    `select id, kind, order_id as "orderId", amount, balance, actor, reason, reverses, occurred_at as "occurredAt"
     from movement where customer_id = $1 order by id desc limit $2`,
    [customerId, count],
  );
  return rows.toReversed();
}
