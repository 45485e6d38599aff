import type { Database } from '@refectory/database/database';
import type { CalendarDay } from '@refectory/domain/day';
import type { Money } from '@refectory/domain/money';
import type { PriceLevel } from '@refectory/domain/price-level';
import type { Texts } from '@refectory/domain/texts';

/** An account as stored. */
export type AccountRow = { balance: Money; floor: Money; priceLevel: PriceLevel };

/** What is left of a customer's bonuses. */
export type BonusLeft = { balance: Money; currencyFormat: Texts };

/** A row of custom data as stored. */
export type CustomDataRow = { position: number; label: Texts; value: string };

/** The SQL of accounts. */
export function accountQueries({ pool }: Database) {
  return {
    /** What an account holds, how low it may go, and whose prices hold for it. */
    async findBalance(customerId: number): Promise<AccountRow | undefined> {
      const { rows } = await pool.query<AccountRow>({
        name: 'account-balance',
        text: 'select balance, floor, price_level as "priceLevel" from account where customer_id = $1',
        values: [customerId],
      });
      return rows[0];
    },

    /** What is left of a customer's bonuses on a day or later; undefined for a customer who was never given one. */
    async findBonus(customerId: number, day: CalendarDay): Promise<BonusLeft | undefined> {
      const { rows } = await pool.query<BonusLeft>({
        name: 'account-bonus',
        text: `select currency_format as "currencyFormat",
                 (select coalesce(sum(amount - drawn), 0)::bigint from bonus
                   where bonus.customer_id = $1 and valid_to >= $2) as balance
               from bonus_account where customer_id = $1`,
        values: [customerId, day],
      });
      return rows[0];
    },

    /** What the canteen tells a customer about themselves, in its order. */
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
