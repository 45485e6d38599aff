import { hash } from 'node:crypto';

import type { Instant } from '@refectory/domain/day';
import type { PairingStatus } from '@refectory/domain/pairing';
import { MOST_ROWS } from '@refectory/domain/report';

import type { Database } from './database.ts';
import { randomText } from './random-text.ts';

/** A loyalty system; `origin` is where it may lead customers after they confirm. */
export type LoyaltySystem = { readonly id: number; readonly name: string; readonly origin: string | null };

/** What a loyalty system asks a customer for. */
export type PairingRequest = {
  readonly customerId: number;
  readonly loyaltySystemId: number;
  /** The name of the customer in the loyalty system. */
  readonly externalCustomerName?: string | undefined;
  readonly note?: string | undefined;
  /** Where the customer is led after they confirm, under the origin of the system. */
  readonly confirmationUrl?: string | undefined;
  readonly validTill: Instant;
  readonly now: Instant;
};

/** What is stored of a text that confirms without a login, so that whoever reads the table cannot use it. */
export const pairingStringHash = (text: string): Buffer => hash('sha256', text, 'buffer');

/**
 * What has become of a pairing at the moment `$now`, which is an argument in SQL. A request that nobody answered in time
 * is missed; what a customer removed is `removed`, which only the loyalty system is told.
 */
export const pairingStatusAt = (now: string) =>
  `case when p.status = 'pending' and p.valid_till <= ${now} then 'missed' else p.status end`;

/** Adds a loyalty system; answers false where the name is taken. */
export async function addLoyaltySystem(
  { pool }: Database,
  {
    name,
    origin,
    now,
  }: { readonly name: string; readonly origin?: string | undefined; readonly now: Instant },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'insert into loyalty_system (name, origin, added_at) values ($1, $2, $3) on conflict do nothing',
    [name, origin ?? null, new Date(now)],
  );
  return rowCount === 1;
}

/** The loyalty system of a name, upper and lower case alike. */
export async function findLoyaltySystem(
  { pool }: Database,
  name: string,
): Promise<LoyaltySystem | undefined> {
  const { rows } = await pool.query<LoyaltySystem>(
    'select id, name, origin from loyalty_system where lower(name) = lower($1)',
    [name],
  );
  return rows[0];
}

/** Whether an address lies where its loyalty system may lead customers. */
export function isConfirmationUrl(address: string, origin: string | null): boolean {
  return origin !== null && URL.canParse(address) && new URL(address).origin === origin;
}

/** Stores a request; answers the token of the customer's own page, and the text that answers it without a login. */
export async function requestPairing(
  { pool }: Database,
  request: PairingRequest,
): Promise<{ readonly token: string; readonly text: string }> {
  const token = randomText(18);
  const text = randomText(32);
  await pool.query(
    `insert into pairing (customer_id, loyalty_system_id, external_customer_name, note, confirmation_url, token,
       string_hash, requested_at, valid_till) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      request.customerId,
      request.loyaltySystemId,
      request.externalCustomerName ?? null,
      request.note ?? null,
      request.confirmationUrl ?? null,
      token,
      pairingStringHash(text),
      new Date(request.now),
      new Date(request.validTill),
    ],
  );
  return { token, text };
}

/** What a loyalty system is told of its requests: nothing of the customer but the name that it sent itself. */
export type PairingOutcome = {
  readonly token: string;
  readonly status: PairingStatus | 'removed';
  readonly externalCustomerName: string | null;
  readonly requestedAt: Instant;
};

/** What became of the newest requests of a loyalty system, the newest first, and no more than a report has rows. */
export async function pairingOutcomes(
  { pool }: Database,
  loyaltySystemId: number,
  now: Instant,
): Promise<PairingOutcome[]> {
  const { rows } = await pool.query<PairingOutcome>(
    `select p.token, ${pairingStatusAt('$2')} as status, p.external_customer_name as "externalCustomerName",
       p.requested_at as "requestedAt"
     from pairing p where p.loyalty_system_id = $1 order by p.id desc limit $3`,
    [loyaltySystemId, new Date(now), MOST_ROWS],
  );
  return rows;
}

/** Ends a valid pairing, or a request that nobody has answered, for its loyalty system; answers false where there is none. */
export async function withdrawPairing(
  { pool }: Database,
  { loyaltySystemId, token, now }: { loyaltySystemId: number; token: string; now: Instant },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update pairing set status = case when status = 'valid' then 'invalid' else 'pending' end,
       invalid_at = case when status = 'valid' then $3::timestamptz end,
       valid_till = case when status = 'valid' then valid_till else $3 end
      where loyalty_system_id = $1 and token = $2
        and (status = 'valid' or status = 'pending' and valid_till > $3)`,
    [loyaltySystemId, token, new Date(now)],
  );
  return rowCount === 1;
}
