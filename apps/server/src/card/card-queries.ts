import { randomInt } from 'node:crypto';

import type { Database } from '@refectory/database/database';
import type { Transaction } from '@refectory/database/transaction';
import { VIRTUAL_CARD_CODES, virtualCardCode } from '@refectory/domain/card';
import type { Instant } from '@refectory/domain/day';

import { recoveryAddress } from '../email/email-queries.ts';

/** Who has a card, and where the links about it are sent. */
export type CardOwner = { readonly userName: string; readonly email: string | null };

/** The SQL of customers' own cards. */
export const cardQueries = {
  /**
   * The owner of a card, whom nobody shuts out before the transaction has ended. Their address is the one that the password
   * is reset by, so that whoever found an open session and changed the address gets no link.
   */
  async lockOwner(
    transaction: Transaction,
    customerId: number,
    now: Instant,
  ): Promise<CardOwner | undefined> {
    const { rows } = await transaction.query<CardOwner>({
      name: 'card-lock-owner',
      text: `select user_name as "userName", ${recoveryAddress('$2')} as email
               from customer where id = $1 and active for no key update`,
      values: [customerId, new Date(now)],
    });
    return rows[0];
  },

  /** Gives a customer a virtual card with a new code, in place of the one before. */
  async makeVirtualCard(transaction: Transaction, customerId: number, now: Instant): Promise<void> {
    const { rowCount } = await transaction.query({
      name: 'virtual-card-make',
      text: `insert into virtual_card (customer_id, code, made_at)
             select $1, $2, $3 where not exists (select from virtual_card where code = $2)
             on conflict (customer_id) do update set code = excluded.code, made_at = excluded.made_at`,
      values: [customerId, virtualCardCode(randomInt(VIRTUAL_CARD_CODES)), new Date(now)],
    });
    // Somebody has this code: the next one is free, almost certainly.
    if (rowCount === 0) await cardQueries.makeVirtualCard(transaction, customerId, now);
  },

  /** The code of a customer's virtual card. */
  async virtualCardOf({ pool }: Database, customerId: number): Promise<string | undefined> {
    const { rows } = await pool.query<{ code: string }>({
      name: 'virtual-card-find',
      text: 'select code from virtual_card where customer_id = $1',
      values: [customerId],
    });
    return rows[0]?.code;
  },
};
