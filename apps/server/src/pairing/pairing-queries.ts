import type { Database } from '@refectory/database/database';
import { pairingStatusAt, pairingStringHash } from '@refectory/database/pairings';
import type { Transaction } from '@refectory/database/transaction';
import type { Instant } from '@refectory/domain/day';
import type { PairingStatus } from '@refectory/domain/pairing';
import { MOST_ROWS } from '@refectory/domain/report';

/** A pairing as its customer sees it. */
export type PairingRow = {
  readonly customerId: number;
  readonly status: PairingStatus;
  readonly token: string;
  readonly loyaltySystem: string;
  readonly externalCustomerName: string | null;
  readonly note: string | null;
  readonly requestedAt: Instant;
  readonly validTill: Instant;
  readonly pairedAt: Instant | null;
  readonly invalidAt: Instant | null;
  readonly confirmationUrl: string | null;
  readonly origin: string | null;
};

/** Which pairing is meant: one of a customer by its token, or anybody's by the text that answers it without a login. */
export type PairingKey = { readonly customerId: number; readonly token: string } | { readonly text: string };

/** What the customer sees at the moment `$1`: neither what they removed, nor what belongs to a blocked customer. */
const SELECT = `select p.customer_id as "customerId", ${pairingStatusAt('$1')} as status, p.token,
    l.name as "loyaltySystem", p.external_customer_name as "externalCustomerName", p.note,
    p.requested_at as "requestedAt", p.valid_till as "validTill", p.paired_at as "pairedAt",
    p.invalid_at as "invalidAt", p.confirmation_url as "confirmationUrl", l.origin
  from pairing p join loyalty_system l on l.id = p.loyalty_system_id
  join customer c on c.id = p.customer_id and c.active
 where p.status <> 'removed'`;

/** The SQL of pairings. */
export function pairingQueries({ pool }: Database) {
  async function find(
    connection: Pick<Transaction, 'query'>,
    key: PairingKey,
    now: Instant,
    lock: '' | ' for update of p' = '',
  ): Promise<PairingRow | undefined> {
    const isByText = 'text' in key;
    const { rows } = await connection.query<PairingRow>(
      isByText
        ? {
            name: `pairing-find-by-text${lock}`,
            text: `${SELECT} and p.string_hash = $2${lock}`,
            values: [new Date(now), pairingStringHash(key.text)],
          }
        : {
            name: `pairing-find${lock}`,
            text: `${SELECT} and p.token = $2 and p.customer_id = $3${lock}`,
            values: [new Date(now), key.token, key.customerId],
          },
    );
    return rows[0];
  }

  return {
    /** A pairing as it is now. */
    find: (key: PairingKey, now: Instant) => find(pool, key, now),

    /** A pairing that nobody else changes before the transaction has ended. */
    lock: (transaction: Transaction, key: PairingKey, now: Instant) =>
      find(transaction, key, now, ' for update of p'),

    /** The pairings of a customer, the newest first, and no more than a report has rows. */
    async list(customerId: number, now: Instant): Promise<PairingRow[]> {
      const { rows } = await pool.query<PairingRow>({
        name: 'pairing-list',
        text: `${SELECT} and p.customer_id = $2 order by p.id desc limit $3`,
        values: [new Date(now), customerId, MOST_ROWS],
      });
      return rows;
    },

    /** Sets the status of a pairing that is locked. */
    async setStatus(
      transaction: Transaction,
      token: string,
      status: 'valid' | 'rejected' | 'invalid' | 'removed',
      now: Instant,
    ): Promise<void> {
      await transaction.query({
        name: 'pairing-set-status',
        text: `update pairing set status = $2,
                 paired_at = case when $2 = 'valid' then $3::timestamptz else paired_at end,
                 invalid_at = case when $2 = 'invalid' then $3::timestamptz else invalid_at end
               where token = $1`,
        values: [token, status, new Date(now)],
      });
    },
  };
}
