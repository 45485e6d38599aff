import type { Database } from '@refectory/database/database';
import type { Instant } from '@refectory/domain/day';

/** The token of a sign-in with a card that was read, by the digest of a plastic one or the code of one on a screen. */
export type NewCardToken = {
  readonly tokenHash: Buffer;
  readonly sessionHash: Buffer;
  readonly digest: Buffer;
  readonly code: string;
  readonly terminalId: number | undefined;
  readonly expiresAt: Instant;
};

/** The SQL of signing in with a card. */
export function cardSignInQueries({ pool }: Database) {
  return {
    /** Stores the token of a card that can be used; answers false where there is no such card. */
    async storeToken(token: NewCardToken): Promise<boolean> {
      const { rowCount } = await pool.query({
        name: 'card-token-store',
        // The card's row is locked: a block at this moment waits, and then finds the token and deletes it.
        text: `with plastic as (
                 select customer_id from card where number_digest = $3 and not is_blocked for share
               ), shown as (
                 select customer_id from virtual_card where code = $4 for share
               )
               insert into card_token (token_hash, customer_id, session_hash, terminal_id, expires_at)
               select $1, c.id, $2, $5, $6 from customer c
                where c.active and c.id = coalesce((select customer_id from plastic), (select customer_id from shown))`,
        values: [
          token.tokenHash,
          token.sessionHash,
          token.digest,
          token.code,
          token.terminalId ?? null,
          new Date(token.expiresAt),
        ],
      });
      return rowCount === 1;
    },
  };
}
