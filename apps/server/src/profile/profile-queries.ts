import type { Transaction } from '@refectory/database/transaction';
import type { CustomerType } from '@refectory/domain/customer';
import type { Instant } from '@refectory/domain/day';

/** A field of the canteen's own, as it is stored. */
export type StoredEntry = {
  readonly variableId: string | number;
  readonly multiple?: unknown;
  readonly options?: unknown;
  readonly value?: unknown;
};

/** What a customer says about themselves, as it is stored. */
export type StoredProfile = {
  readonly type: CustomerType;
  readonly userName: string;
  readonly companyName: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly additionalData: readonly StoredEntry[];
};

/** The SQL of profiles. */
export const profileQueries = {
  /** The profile of a customer, which nobody else changes before the transaction has ended. */
  async lock(transaction: Transaction, customerId: number): Promise<StoredProfile | undefined> {
    const { rows } = await transaction.query<StoredProfile>({
      name: 'profile-lock',
      text: `select type, user_name as "userName", company_name as "companyName", first_name as "firstName",
                 last_name as "lastName", email, additional_data as "additionalData"
               from customer where id = $1 and active for no key update`,
      values: [customerId],
    });
    return rows[0];
  },

  /** Stores a profile but for its address; the index `customer_user_name` refuses a user name that somebody has. */
  async store(transaction: Transaction, customerId: number, profile: StoredProfile): Promise<void> {
    await transaction.query({
      name: 'profile-store',
      text: `update customer set user_name = $2, company_name = $3, first_name = $4, last_name = $5,
                 additional_data = $6 where id = $1`,
      values: [
        customerId,
        profile.userName,
        profile.companyName,
        profile.firstName,
        profile.lastName,
        JSON.stringify(profile.additionalData),
      ],
    });
  },

  /** When a customer sent their last comment; nobody else sends one of theirs before the transaction has ended. */
  async lastCommentAt(transaction: Transaction, customerId: number): Promise<Instant | undefined> {
    await transaction.query('select from customer where id = $1 for no key update', [customerId]);
    const { rows } = await transaction.query<{ at: Instant | null }>({
      name: 'profile-last-comment',
      text: 'select max(sent_at) as at from comment where customer_id = $1',
      values: [customerId],
    });
    return rows[0]?.at ?? undefined;
  },

  /** Keeps a comment. */
  async storeComment(
    transaction: Transaction,
    customerId: number,
    text: string,
    now: Instant,
  ): Promise<void> {
    await transaction.query({
      name: 'profile-store-comment',
      text: 'insert into comment (customer_id, text, sent_at) values ($1, $2, $3)',
      values: [customerId, text, new Date(now)],
    });
  },

  /** Name and address of the customer who writes a comment. */
  async writer(
    transaction: Transaction,
    customerId: number,
  ): Promise<{ userName: string; email: string | null } | undefined> {
    const { rows } = await transaction.query<{ userName: string; email: string | null }>({
      name: 'profile-writer',
      text: 'select user_name as "userName", email from customer where id = $1',
      values: [customerId],
    });
    return rows[0];
  },
};
