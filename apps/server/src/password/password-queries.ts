import type { Database } from '@refectory/database/database';
import type { Transaction } from '@refectory/database/transaction';

/** What is asked about an account before its password is changed. */
export type PasswordAccount = {
  readonly id: number;
  readonly userName: string;
  /** The user name as accounts are told apart by. */
  readonly name: string;
  readonly email: string | null;
  readonly passwordHash: string;
};

/** The SQL of passwords. */
export function passwordQueries({ pool }: Database) {
  return {
    /** The account of a customer who is not blocked. */
    async find(customerId: number): Promise<PasswordAccount | undefined> {
      const { rows } = await pool.query<PasswordAccount>({
        name: 'password-find',
        text: `select id, user_name as "userName", lower(user_name) as name, email, password_hash as "passwordHash"
               from customer where id = $1 and active`,
        values: [customerId],
      });
      return rows[0];
    },

    /** Stores another password; answers false where it is not the old one any more, or the customer was blocked. */
    async replace(
      transaction: Transaction,
      { id, passwordHash }: PasswordAccount,
      newHash: string,
    ): Promise<boolean> {
      const { rowCount } = await transaction.query({
        name: 'password-replace',
        text: 'update customer set password_hash = $3 where id = $1 and password_hash = $2 and active',
        values: [id, passwordHash, newHash],
      });
      return rowCount === 1;
    },
  };
}
