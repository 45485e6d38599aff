import type { Database } from '@refectory/database/database';
import { signingKey } from '@refectory/database/signing-key';
import { findSessions, type SessionRow } from '@refectory/database/sessions';
import { inTransaction, type Transaction } from '@refectory/database/transaction';
import type { Instant } from '@refectory/domain/day';
import type { Language } from '@refectory/domain/texts';
import DataLoader from 'dataloader';

import { recordEvent } from '../audit/audit-queries.ts';

/** Who may sign in by a name, and with what; `name` is the one that was asked for, in the case accounts are told apart by. */
export type AccountRow = { name: string; id: number | null; passwordHash: string | null };

/** What a new session is made of. */
export type NewSession = {
  readonly hash: Buffer;
  readonly customerId: number;
  readonly now: Instant;
  readonly expiresAt: Instant;
  readonly keepLogged: boolean;
  /** The hash of the password it was begun with, which must still be the customer's. */
  readonly passwordHash?: string | undefined;
};

/** The SQL of sessions. */
export function sessionQueries(database: Database) {
  const { pool } = database;
  // Calls that came in together ask together: at noon the questions, each cheap, outnumber everything else. Nothing is
  // remembered.
  const loader = new DataLoader<Buffer, SessionRow | undefined>((hashes) => findSessions(database, hashes), {
    cache: false,
    maxBatchSize: 64,
    batchScheduleFn: setImmediate,
  });

  let knownSigningKey: Buffer | undefined;

  return {
    /** The session of a customer's token, whether it has ended or not; that of a blocked customer does not count. */
    find: (hash: Buffer): Promise<SessionRow | undefined> => loader.load(hash),

    /** The account of a name, in any case of letters; a blocked one does not count. */
    async findAccount(userName: string): Promise<AccountRow> {
      const { rows } = await pool.query<AccountRow>({
        name: 'session-find-account',
        text: `select asked.name, c.id, c.password_hash as "passwordHash"
               from (select lower($1) as name) asked
               left join customer c on lower(c.user_name) = asked.name and c.active`,
        values: [userName],
      });
      const [account] = rows;
      if (account === undefined) throw new Error('a name that was asked for gave no row');
      return account;
    },

    /** Stores a new hash of the same password; false where another one was stored meanwhile. */
    async replacePasswordHash(customerId: number, oldHash: string, newHash: string): Promise<boolean> {
      const { rowCount } = await pool.query({
        name: 'session-replace-password-hash',
        text: 'update customer set password_hash = $3 where id = $1 and password_hash = $2',
        values: [customerId, oldHash, newHash],
      });
      return rowCount === 1;
    },

    /** What guests' sessions and the answers to questions are signed with. Asked for once; it never changes. */
    async signingKey(): Promise<Buffer> {
      knownSigningKey ??= await signingKey(database);
      return knownSigningKey;
    },

    /**
     * Stores a session and ends the one it takes the place of, if any; answers false, and stores none, where the customer
     * was blocked or got another password meanwhile: whoever does that waits for this, or this for them.
     */
    async begin(session: NewSession, replacedHash?: Buffer): Promise<boolean> {
      const { rowCount } = await pool.query({
        name: 'session-begin',
        text: `with replaced as (
                 delete from session where token_hash = $5
               ), owner as (
                 select id from customer
                  where id = $2 and active and ($7::text is null or password_hash = $7) for share
               ), recorded as (
                 insert into audit_event (customer_id, kind, actor, details, happened_at)
                 select id, 'signed-in', 'customer', jsonb_build_object('keepLogged', $6::boolean), $3 from owner
                  where $7::text is not null
               )
               insert into session (token_hash, customer_id, created_at, expires_at, last_seen_at, keep_logged)
               select $1, id, $3, $4, $3, $6 from owner`,
        values: [
          session.hash,
          session.customerId,
          new Date(session.now),
          new Date(session.expiresAt),
          replacedHash ?? null,
          session.keepLogged,
          session.passwordHash ?? null,
        ],
      });
      return rowCount === 1;
    },

    /**
     * Begins the session that the token of a card stands for, and uses the token up; answers whose session it is, or
     * nothing where the token cannot be used, in this session at this moment.
     */
    async beginByCard(begun: {
      readonly hash: Buffer;
      readonly cardTokenHash: Buffer;
      readonly replacedHash: Buffer;
      readonly now: Instant;
      readonly expiresAt: Instant;
    }): Promise<number | undefined> {
      const { rows } = await pool.query<{ customerId: number }>({
        name: 'session-begin-by-card',
        text: `with used as (
                 delete from card_token
                  where token_hash = $2 and session_hash = $3 and expires_at > $4 returning customer_id, terminal_id
               ), replaced as (
                 delete from session where token_hash = $3 and exists (select from used)
               ), owner as (
                 select c.id, u.terminal_id from used u join customer c on c.id = u.customer_id and c.active
                    for share of c
               ), recorded as (
                 insert into audit_event (customer_id, kind, actor, details, happened_at)
                 select o.id, 'signed-in', 'customer',
                        jsonb_build_object('byCard', true, 'terminal', (select name from terminal t where t.id = o.terminal_id)),
                        $4
                   from owner o
               )
               insert into session (token_hash, customer_id, created_at, expires_at, last_seen_at, by_card)
               select $1, id, $4, $5, $4, true from owner returning customer_id as "customerId"`,
        values: [
          begun.hash,
          begun.cardTokenHash,
          begun.replacedHash,
          new Date(begun.now),
          new Date(begun.expiresAt),
        ],
      });
      return rows[0]?.customerId;
    },

    /** Remembers the language of a customer; where their row is locked, the next call does so: none waits for this. */
    async rememberLanguage(customerId: number, language: Language): Promise<void> {
      await pool.query({
        name: 'session-remember-language',
        text: `update customer set language = $2
                where id = any(array(
                  select id from customer
                   where id = $1 and language is distinct from $2 for no key update skip locked))`,
        values: [customerId, language],
      });
    },

    /** Notes that a session is used. */
    async touch(hash: Buffer, now: Instant): Promise<void> {
      await pool.query({
        name: 'session-touch',
        text: 'update session set last_seen_at = $2 where token_hash = $1 and last_seen_at < $2',
        values: [hash, new Date(now)],
      });
    },

    /** Ends a session. */
    async end(hash: Buffer): Promise<void> {
      await pool.query({
        name: 'session-end',
        text: 'delete from session where token_hash = $1',
        values: [hash],
      });
    },

    /** Ends every session of a customer, and records it. */
    async endAll(customerId: number, now: Instant): Promise<void> {
      await inTransaction(database, async (transaction) => {
        await endSessionsOf(transaction, customerId);
        await recordEvent(transaction, { customerId, kind: 'signed-out-everywhere', now });
      });
    },
  };
}

/** Ends the sessions of a customer, but for one where that is named. */
export async function endSessionsOf(
  transaction: Transaction,
  customerId: number,
  keptHash?: Buffer,
): Promise<void> {
  await transaction.query({
    name: 'session-end-others',
    text: 'delete from session where customer_id = $1 and ($2::bytea is null or token_hash <> $2)',
    values: [customerId, keptHash ?? null],
  });
}
