import type { CustomerPayload } from '@refectory/domain/form-customer';
import type { Database } from '@refectory/database/database';
import type { LinkPurpose } from '@refectory/database/schema';
import type { Transaction } from '@refectory/database/transaction';
import type { Instant } from '@refectory/domain/day';

import { newToken, tokenHash } from '../session/session-token.ts';

/** What a link is for: a person who registers, or a customer who sets another password. */
export type LinkOwner =
  | { readonly purpose: 'registration'; readonly form: CustomerPayload & { readonly email: string } }
  | { readonly purpose: 'password-reset'; readonly customerId: number };

/** How long the links can be used. */
const LIFE_MS: Readonly<Record<LinkPurpose, number>> = {
  registration: 72 * 60 * 60_000,
  'password-reset': 60 * 60_000,
};

/** Makes the token of a link, 256 random bits of which the hash is stored; the links of the same owner before are void. */
export async function makeLink(transaction: Transaction, owner: LinkOwner, now: Instant): Promise<string> {
  const token = newToken();
  const isRegistration = owner.purpose === 'registration';
  await transaction.query({
    name: 'link-make',
    text: `insert into mailed_link (token_hash, purpose, subject, customer_id, form, created_at, expires_at)
           values ($1, $2, lower($3), $4, $5, $6, $7)
           on conflict (purpose, subject) do update
             set token_hash = excluded.token_hash, form = excluded.form, created_at = excluded.created_at,
               expires_at = excluded.expires_at`,
    values: [
      tokenHash(token),
      owner.purpose,
      isRegistration ? owner.form.email : String(owner.customerId),
      isRegistration ? null : owner.customerId,
      isRegistration ? JSON.stringify(owner.form) : null,
      new Date(now),
      new Date(now + LIFE_MS[owner.purpose]),
    ],
  });
  return token;
}

/** Makes the links of a customer void: they were sent to whom the account belonged before. */
export async function voidLinksOf(transaction: Transaction, customerId: number): Promise<void> {
  await transaction.query({
    name: 'links-void',
    text: 'delete from mailed_link where customer_id = $1',
    values: [customerId],
  });
}

/** The SQL of links that can be used. */
export function mailedLinkQueries({ pool }: Database) {
  type Row = { form: CustomerPayload | null; customerId: number | null };

  return {
    /** Whom a link is for, if it can be used. */
    async find(purpose: LinkPurpose, token: string, now: Instant): Promise<Row | undefined> {
      const { rows } = await pool.query<Row>({
        name: 'link-find',
        text: `select form, customer_id as "customerId" from mailed_link
                where token_hash = $1 and purpose = $2 and expires_at > $3`,
        values: [tokenHash(token), purpose, new Date(now)],
      });
      return rows[0];
    },

    /** Uses a link up; answers false where somebody else did so first, or its time is over. */
    async use(transaction: Transaction, purpose: LinkPurpose, token: string, now: Instant): Promise<boolean> {
      const { rowCount } = await transaction.query({
        name: 'link-use',
        text: 'delete from mailed_link where token_hash = $1 and purpose = $2 and expires_at > $3',
        values: [tokenHash(token), purpose, new Date(now)],
      });
      return rowCount === 1;
    },
  };
}
