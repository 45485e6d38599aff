import type { Database } from '@refectory/database/database';
import type { Money } from '@refectory/domain/money';
import type { Texts } from '@refectory/domain/texts';

/** A bonus as stored. */
export type BonusRow = { balance: Money; currencyFormat: Texts };

/** A row of custom data as stored. */
export type CustomDataRow = { position: number; label: Texts; value: string };

/** The SQL of accounts. */
export function accountQueries({ pool }: Database) {
  return {
    /** What an account holds, and how low it may go. */
    async findBalance(customerId: number): Promise<{ balance: Money; floor: Money } | undefined> {
      const { rows } = await pool.query<{ balance: Money; floor: Money }>({
        name: 'account-balance',
        text: 'select balance, floor from account where customer_id = $1',
        values: [customerId],
      });
      return rows[0];
    },

    /** A customer's bonus; undefined when he was never given one. */
    async findBonus(customerId: number): Promise<BonusRow | undefined> {
      const { rows } = await pool.query<BonusRow>({
        name: 'account-bonus',
        text: `select balance, currency_format as "currencyFormat" from bonus_account
               where customer_id = $1`,
        values: [customerId],
      });
      return rows[0];
    },

    /** What the canteen tells a customer about himself, in its order. */
    async listCustomData(customerId: number): Promise<CustomDataRow[]> {
      const { rows } = await pool.query<CustomDataRow>({
        name: 'account-custom-data',
        text: 'select position, label, value from custom_data where customer_id = $1 order by position',
        values: [customerId],
      });
      return rows;
    },
  };
}
