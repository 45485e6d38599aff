import type { Transaction } from '@refectory/database/transaction';
import type { Instant } from '@refectory/domain/day';

/**
 * How long the password is still reset by the address before a change, and not by the new one: a weekend and a day to
 * read the mail that tells of it.
 */
const RECOVERY_MS = 72 * 60 * 60_000;

/** Whether the password of a customer is reset by the address `$1` at the moment `$2`; both are arguments in SQL. */
export const isResetBy = (address: string, now: string) =>
  `(lower(email) = lower(${address}) and (recovery_until is null or recovery_until <= ${now})
    or lower(recovery_email) = lower(${address}) and recovery_until > ${now})`;

/** The address that the password is reset by for the time being, and until when. */
export type Recovery = { readonly email: string | null; readonly until: Instant };

/**
 * Gives a customer another address, or none. The one before serves to reset the password for a while; further changes
 * meanwhile leave it as it is, and going back to it ends that.
 */
export async function changeEmail(
  transaction: Transaction,
  customerId: number,
  email: string | null,
  now: Instant,
): Promise<Recovery> {
  const until = now + RECOVERY_MS;
  const { rows } = await transaction.query<{ email: string | null }>({
    name: 'email-change',
    text: `with known as (
             select id, case when recovery_until > $3 then recovery_email else email end as email
               from customer where id = $1)
           update customer c set email = $2,
             recovery_email = case when lower(known.email) = lower($2) then null else known.email end,
             recovery_until = case when lower(known.email) = lower($2) then null else $4::timestamptz end
           from known where c.id = known.id returning known.email`,
    values: [customerId, email, new Date(now), new Date(until)],
  });
  return { email: rows[0]?.email ?? null, until };
}

/**
 * Gives a customer the address again that they have just reset their password by; answers false where they had it. A
 * user name that is the address goes with it.
 */
export async function restoreEmail(
  transaction: Transaction,
  customerId: number,
  email: string,
): Promise<boolean> {
  const { rows } = await transaction.query<{ isRestored: boolean }>({
    name: 'email-restore',
    text: `with known as (select id, email from customer where id = $1)
           update customer c set email = $2, recovery_email = null, recovery_until = null,
             user_name = case when lower(c.user_name) = lower(c.email)
               and not exists (select from customer other where lower(other.user_name) = lower($2))
               then $2 else c.user_name end
           from known where c.id = known.id
           returning lower(known.email) is distinct from lower($2) as "isRestored"`,
    values: [customerId, email],
  });
  return rows[0]?.isRestored ?? false;
}

/** How often a customer has changed their address since a moment. */
export async function countEmailChanges(
  transaction: Transaction,
  customerId: number,
  since: Instant,
): Promise<number> {
  const { rows } = await transaction.query<{ changes: number }>({
    name: 'email-count-changes',
    text: `select count(*)::int as changes from audit_event
            where customer_id = $1 and kind = 'email-changed' and happened_at > $2`,
    values: [customerId, new Date(since)],
  });
  return rows[0]?.changes ?? 0;
}
