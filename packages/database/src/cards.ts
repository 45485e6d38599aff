import { createHmac } from 'node:crypto';

import { cardStatus, normalCardNumber, type CardStatus } from '@refectory/domain/card';
import type { Instant } from '@refectory/domain/day';

import type { Database } from './database.ts';
import type { AuditKind } from './schema.ts';
import { signingKey } from './signing-key.ts';
import type { Transaction } from './transaction.ts';

type Connected = { readonly pool: Pick<Database['pool'], 'query'> };

/** Whose card is changed, by whom, and when. */
export type CardChange = {
  readonly customerId: number;
  readonly actor: string;
  readonly now: Instant;
  /** The token's hash of a session that goes on, though it was begun with the card before. */
  readonly keptSession?: Buffer;
};

/**
 * What is stored of a card number. The key lies in the same database: the digest keeps numbers from whoever sees the table
 * or an export, and not from somebody who has all of the database.
 */
export async function cardDigest(database: Pick<Database, 'pool'>, number: string): Promise<Buffer> {
  const key = await signingKey(database);
  return createHmac('sha256', key).update('card number\0').update(normalCardNumber(number)).digest();
}

/** The status of a customer's card. */
export async function cardStatusOf({ pool }: Connected, customerId: number): Promise<CardStatus> {
  const { rows } = await pool.query<{ isBlocked: boolean }>({
    name: 'card-status',
    text: 'select is_blocked as "isBlocked" from card where customer_id = $1',
    values: [customerId],
  });
  return cardStatus(rows[0]?.isBlocked);
}

/** Gives a customer a card in place of the one before; answers false, and gives none, where somebody else has it. */
export async function giveCard(
  transaction: Transaction,
  { digest, ...change }: CardChange & { readonly digest: Buffer },
): Promise<boolean> {
  const { customerId, now } = change;
  const { rows } = await transaction.query(
    'select from card where number_digest = $1 and customer_id <> $2',
    [digest, customerId],
  );
  if (rows.length > 0) return false;
  await transaction.query('savepoint before_card');
  await transaction.query('delete from card where customer_id = $1', [customerId]);
  const { rowCount } = await transaction.query(
    'insert into card (customer_id, number_digest, given_at) values ($1, $2, $3) on conflict do nothing',
    [customerId, digest, new Date(now)],
  );
  // Somebody else got it at this moment: the customer keeps the card they have.
  if (rowCount === 0) {
    await transaction.query('rollback to savepoint before_card');
    return false;
  }
  await endCardSignIns(transaction, customerId, change.keptSession);
  await record(transaction, 'card-changed', change);
  return true;
}

/** Takes a customer's card away, a blocked one only where that is said; answers false where there is none to take. */
export async function revokeCard(
  transaction: Transaction,
  change: CardChange,
  { alsoBlocked = false }: { readonly alsoBlocked?: boolean } = {},
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'delete from card where customer_id = $1 and ($2 or not is_blocked)',
    [change.customerId, alsoBlocked],
  );
  if (rowCount === 0) return false;
  await endCardSignIns(transaction, change.customerId, change.keptSession);
  await record(transaction, 'card-revoked', change);
  return true;
}

/** Blocks a customer's card, or makes it usable again; answers false where that is no change. */
export async function setCardBlocked(
  transaction: Transaction,
  { isBlocked, ...change }: CardChange & { readonly isBlocked: boolean },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'update card set is_blocked = $2 where customer_id = $1 and is_blocked <> $2',
    [change.customerId, isBlocked],
  );
  if (rowCount === 0) return false;
  if (isBlocked) await endCardSignIns(transaction, change.customerId, change.keptSession);
  await record(transaction, isBlocked ? 'card-blocked' : 'card-unblocked', change);
  return true;
}

/** Ends the sessions and sign-ins that were begun with a customer's card, except for the session that is named. */
export async function endCardSignIns(
  transaction: Transaction,
  customerId: number,
  keptSession?: Buffer,
): Promise<void> {
  await transaction.query('delete from card_token where customer_id = $1', [customerId]);
  await transaction.query(
    'delete from session where customer_id = $1 and by_card and ($2::bytea is null or token_hash <> $2)',
    [customerId, keptSession ?? null],
  );
}

async function record(
  transaction: Transaction,
  kind: AuditKind,
  { customerId, actor, now }: CardChange,
): Promise<void> {
  await transaction.query(
    'insert into audit_event (customer_id, kind, actor, happened_at) values ($1, $2, $3, $4)',
    [customerId, kind, actor, new Date(now)],
  );
}
