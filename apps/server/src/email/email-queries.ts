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

/** The address that the password of a customer is reset by at the moment `$1`, an argument in SQL; null for none. */
export const recoveryAddress = (now: string) =>
  `case when recovery_until > ${now} then recovery_email else email end`;

/** Whether an address is that of a customer, or was it so lately that they can have it back. */
export const isAddressOf = (address: string, now: string) =>
  `(lower(email) = lower(${address})
    or lower(recovery_email) = lower(${address}) and recovery_until > ${now})`;

/** Whether nobody else may have an address: it is that of a customer, or they sign in with it. */
export const isHeld = (address: string, now: string) =>
  `(${isAddressOf(address, now)} or lower(user_name) = lower(${address}))`;

/**
 * Has whoever else proves an address at this moment wait until the transaction has ended. It comes after the customer's
 * row: whoever holds it locks no other customer.
 */
export async function lockAddress(transaction: Transaction, address: string): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock(7303, hashtext(lower($1)))', [address]);
}

/** The address that the password is reset by for the time being, and until when. */
export type Recovery = { readonly email: string | null; readonly until: Instant };

/** A customer as far as their address is concerned. */
export type AddressOwner = { readonly userName: string; readonly email: string | null };

/** The SQL of customers' addresses. */
export const emailQueries = {
  /** A customer whose address nobody else changes before the transaction has ended. */
  async lockOwner(transaction: Transaction, customerId: number): Promise<AddressOwner | undefined> {
    const { rows } = await transaction.query<AddressOwner>({
      name: 'email-lock-owner',
      text: `select user_name as "userName", email from customer where id = $1 and active for no key update`,
      values: [customerId],
    });
    return rows[0];
  },

  /** Whether somebody else has an address. */
  async isOfAnother(
    transaction: Transaction,
    customerId: number,
    address: string,
    now: Instant,
  ): Promise<boolean> {
    const { rowCount } = await transaction.query({
      name: 'email-is-of-another',
      text: `select from customer where id <> $3 and ${isHeld('$1', '$2')} limit 1`,
      values: [address, new Date(now), customerId],
    });
    return rowCount !== 0;
  },

  /** Whether the password of an account can be reset by an address. */
  async canReset(transaction: Transaction, address: string, now: Instant): Promise<boolean> {
    const { rowCount } = await transaction.query({
      name: 'email-can-reset',
      text: `select from customer where ${isResetBy('$1', '$2')} and active limit 1`,
      values: [address, new Date(now)],
    });
    return rowCount !== 0;
  },

  /** The address by which a customer sets another password; null where they have none. */
  async recoveryAddress(transaction: Transaction, customerId: number, now: Instant): Promise<string | null> {
    const { rows } = await transaction.query<{ email: string | null }>({
      name: 'email-recovery-address',
      text: `select ${recoveryAddress('$2')} as email
               from customer where id = $1`,
      values: [customerId, new Date(now)],
    });
    return rows[0]?.email ?? null;
  },

  /** Whether an account has an address. */
  async hasAccount(transaction: Transaction, address: string, now: Instant): Promise<boolean> {
    const { rowCount } = await transaction.query({
      name: 'email-has-account',
      text: `select from customer where ${isAddressOf('$1', '$2')} limit 1`,
      values: [address, new Date(now)],
    });
    return rowCount !== 0;
  },

  /** Names a customer by their address; the index `customer_user_name` refuses a name that somebody has. */
  async rename(transaction: Transaction, customerId: number, userName: string): Promise<void> {
    await transaction.query({
      name: 'email-rename',
      text: 'update customer set user_name = $2 where id = $1',
      values: [customerId, userName],
    });
  },

  /** Writes the address of a customer with other capitals. */
  async respell(transaction: Transaction, customerId: number, email: string | null): Promise<void> {
    await transaction.query({
      name: 'email-respell',
      text: 'update customer set email = $2 where id = $1',
      values: [customerId, email],
    });
  },

  /**
   * Gives a customer another address, or none. The one before serves to reset the password for a while; further changes
   * meanwhile leave it as it is, and going back to it ends that.
   */
  async change(
    transaction: Transaction,
    customerId: number,
    email: string | null,
    now: Instant,
  ): Promise<Recovery> {
    const until = now + RECOVERY_MS;
    const { rows } = await transaction.query<{ email: string | null }>({
      name: 'email-change',
      text: `with known as (
               select id, ${recoveryAddress('$3')} as email
                 from customer where id = $1)
             update customer c set email = $2,
               recovery_email = case when lower(known.email) = lower($2) then null else known.email end,
               recovery_until = case when lower(known.email) = lower($2) then null else $4::timestamptz end
             from known where c.id = known.id returning known.email`,
      values: [customerId, email, new Date(now), new Date(until)],
    });
    return { email: rows[0]?.email ?? null, until };
  },

  /**
   * Gives a customer the address again that they have just reset their password by; answers false where they had it. A
   * user name that is the address goes with it. Somebody else may have proved it since it ceased to be the customer's.
   */
  async restore(transaction: Transaction, customerId: number, email: string, now: Instant): Promise<boolean> {
    await lockAddress(transaction, email);
    const { rows } = await transaction.query<{ isRestored: boolean }>({
      name: 'email-restore',
      text: `with known as (
               select id, email, recovery_until > $3 is true as is_own from customer where id = $1)
             update customer c set email = $2, recovery_email = null, recovery_until = null,
               user_name = case when lower(c.user_name) = lower(c.email)
                 and not exists (select from customer other where lower(other.user_name) = lower($2))
                 then $2 else c.user_name end
             from known where c.id = known.id
               and (known.is_own or not exists (
                 select from customer where id <> $1 and ${isAddressOf('$2', '$3')}))
             returning lower(known.email) is distinct from lower($2) as "isRestored"`,
      values: [customerId, email, new Date(now)],
    });
    return rows[0]?.isRestored ?? false;
  },
};
