import type { CustomerPayload } from '@refectory/domain/form-customer';
import type { Database } from '@refectory/database/database';
import type { LinkPurpose } from '@refectory/database/schema';
import type { Transaction } from '@refectory/database/transaction';
import type { Instant } from '@refectory/domain/day';

import { newToken, tokenHash } from '@refectory/database/session-token';

import { refuse, type RefusalError } from '../http/refusal.ts';

/**
 * What a link is for: a person who registers, or a customer who sets another password, changes or revokes their card, or
 * has another address, which is then the one that the link is sent to.
 */
export type LinkOwner =
  | { readonly purpose: 'registration'; readonly form: CustomerPayload & { readonly email: string } }
  | {
      readonly purpose: 'password-reset' | 'card-revocation' | 'email-change';
      readonly customerId: number;
      readonly recipient: string;
    }
  | {
      readonly purpose: 'card-change';
      readonly customerId: number;
      readonly recipient: string;
      /** The card that is wanted. */
      readonly cardDigest: Buffer;
    };

/** How long the links can be used. */
const LIFE_MS: Readonly<Record<LinkPurpose, number>> = {
  registration: 72 * 60 * 60_000,
  'password-reset': 60 * 60_000,
  'card-change': 60 * 60_000,
  'card-revocation': 60 * 60_000,
  'email-change': 72 * 60 * 60_000,
};

/** A link's token, 256 random bits of which only the hash is stored, and until when it can be used. */
export type MailedLink = { readonly token: string; readonly until: Instant };

/** Makes a link; those of the same owner before are void. */
export async function makeLink(
  transaction: Transaction,
  owner: LinkOwner,
  now: Instant,
): Promise<MailedLink> {
  const token = newToken();
  const until = now + LIFE_MS[owner.purpose];
  const isRegistration = owner.purpose === 'registration';
  await transaction.query({
    name: 'link-make',
    text: `insert into mailed_link (token_hash, purpose, subject, customer_id, form, created_at, expires_at, recipient, card_digest)
           values ($1, $2, lower($3), $4, $5, $6, $7, $8, $9)
           on conflict (purpose, subject) do update
             set token_hash = excluded.token_hash, form = excluded.form, created_at = excluded.created_at,
               expires_at = excluded.expires_at, recipient = excluded.recipient, card_digest = excluded.card_digest`,
    values: [
      tokenHash(token),
      owner.purpose,
      isRegistration ? owner.form.email : String(owner.customerId),
      isRegistration ? null : owner.customerId,
      isRegistration ? JSON.stringify(owner.form) : null,
      new Date(now),
      new Date(until),
      isRegistration ? owner.form.email : owner.recipient,
      owner.purpose === 'card-change' ? owner.cardDigest : null,
    ],
  });
  return { token, until };
}

/** The link of a customer that can be used, by what it is for. */
type LinkOfCustomer = { readonly purpose: LinkPurpose; readonly customerId: number };

/** The address that a customer's link goes to; nothing where there is none. */
export async function recipientOfLink(
  transaction: Transaction,
  { purpose, customerId }: LinkOfCustomer,
  now: Instant,
): Promise<string | undefined> {
  const { rows } = await transaction.query<{ recipient: string }>({
    name: 'link-recipient',
    text: 'select recipient from mailed_link where purpose = $1 and subject = $2 and expires_at > $3',
    values: [purpose, String(customerId), new Date(now)],
  });
  return rows[0]?.recipient;
}

/** Lets a link be used for as long as a new one. */
export async function prolongLink(
  transaction: Transaction,
  { purpose, customerId }: LinkOfCustomer,
  now: Instant,
): Promise<void> {
  await transaction.query({
    name: 'link-prolong',
    text: 'update mailed_link set expires_at = $4 where purpose = $1 and subject = $2 and expires_at > $3',
    values: [purpose, String(customerId), new Date(now), new Date(now + LIFE_MS[purpose])],
  });
}

/** Whether a customer's link still goes to an address; it stays so until the transaction has ended. */
export async function lockLink(
  transaction: Transaction,
  { purpose, customerId, recipient }: LinkOfCustomer & { readonly recipient: string },
  now: Instant,
): Promise<boolean> {
  const { rowCount } = await transaction.query({
    name: 'link-lock',
    text: `select from mailed_link
            where purpose = $1 and subject = $2 and lower(recipient) = lower($3) and expires_at > $4 for update`,
    values: [purpose, String(customerId), recipient, new Date(now)],
  });
  return rowCount === 1;
}

/**
 * Gives a link another token, if it still goes to an address; the one before is void. Until when it can be used was said
 * when it was asked for, and does not tell whether it was sent.
 */
export async function renewLink(
  transaction: Transaction,
  { purpose, customerId, recipient }: LinkOfCustomer & { readonly recipient: string },
  now: Instant,
): Promise<MailedLink | undefined> {
  const token = newToken();
  const { rows } = await transaction.query<{ until: Instant }>({
    name: 'link-renew',
    text: `update mailed_link set token_hash = $4, created_at = $5
            where purpose = $1 and subject = $2 and lower(recipient) = lower($3) and expires_at > $5
            returning expires_at as until`,
    values: [purpose, String(customerId), recipient, tokenHash(token), new Date(now)],
  });
  return rows[0] && { token, until: rows[0].until };
}

/** Makes the links of a customer void, or those for some purposes. */
export async function voidLinksOf(
  transaction: Transaction,
  customerId: number,
  purposes?: readonly LinkPurpose[],
): Promise<void> {
  await transaction.query({
    name: 'links-void',
    text: 'delete from mailed_link where customer_id = $1 and ($2::text[] is null or purpose = any($2))',
    values: [customerId, purposes ?? null],
  });
}

/** Whether a link was used. Its token is the only one that finds it, so nobody else learns that. */
async function isUsedLink(
  { pool }: { readonly pool: Pick<Transaction, 'query'> },
  purpose: LinkPurpose,
  token: string,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'link-is-used',
    text: 'select from used_link where token_hash = $1 and purpose = $2',
    values: [tokenHash(token), purpose],
  });
  return rowCount === 1;
}

/** Why a link cannot be used: it was used before, or it is none that can be. */
export async function refusalOfLink(...asked: Parameters<typeof isUsedLink>): Promise<RefusalError> {
  return refuse((await isUsedLink(...asked)) ? 'linkUsed' : 'linkInvalid');
}

/** The SQL of links that can be used. */
export function mailedLinkQueries({ pool }: Database) {
  type Row = {
    form: CustomerPayload | null;
    customerId: number | null;
    recipient: string;
    cardDigest: Buffer | null;
  };

  return {
    /** Whom a link is for, if it can be used. */
    async find(purpose: LinkPurpose, token: string, now: Instant): Promise<Row | undefined> {
      const { rows } = await pool.query<Row>({
        name: 'link-find',
        text: `select form, customer_id as "customerId", recipient, card_digest as "cardDigest" from mailed_link
                where token_hash = $1 and purpose = $2 and expires_at > $3`,
        values: [tokenHash(token), purpose, new Date(now)],
      });
      return rows[0];
    },

    /**
     * Uses a link up; false where it was already used or has expired. That it was used is kept where a second use may ask
     * for it: whoever resets a password again needs a new link in any case.
     */
    async use(transaction: Transaction, purpose: LinkPurpose, token: string, now: Instant): Promise<boolean> {
      const { rowCount } = await transaction.query({
        name: 'link-use',
        text: `with used as (
                 delete from mailed_link where token_hash = $1 and purpose = $2 and expires_at > $3
                 returning token_hash, purpose),
               kept as (
                 insert into used_link (token_hash, purpose, used_at) select token_hash, purpose, $3 from used
                  where purpose <> 'password-reset')
               select from used`,
        values: [tokenHash(token), purpose, new Date(now)],
      });
      return rowCount === 1;
    },
  };
}
