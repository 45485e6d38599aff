import type { Database } from '@refectory/database/database';

import { functionText, runSql } from './harness-queries.ts';

/** The kills, where a mistake names the race that has to notice it. */
export const KILL = 'kill';

/** A mistake that somebody could make in the functions, and the race that has to notice it, or the kills. */
export type PlantedBug = {
  readonly name: string;
  readonly race: string;
  /** Parts of functions, and what stands in their place. */
  readonly replace: readonly { readonly in: string; readonly text: string; readonly by: string }[];
  /** Guards of the tables that would notice it first. */
  readonly without?: string;
};

const NO_STOCK_CHECK = 'alter table stock drop constraint stock_remaining_check';
const NO_FLOOR = 'alter table account drop constraint account_check';
const NO_STATE_CHECK = 'alter table orders drop constraint orders_quantity_check';
const NO_SECOND_RECORD = 'drop index ledger_transaction_order';
const NO_KEY = 'alter table idempotency_answer drop constraint idempotency_answer_pkey';

/** The mistakes that `npm run torture -- --planted` makes one by one. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'portions left are not looked at',
    race: 'last portion',
    replace: [
      {
        in: 'verdict_of',
        text: 'when not v_is_exchange and p_left < p.quantity then',
        by: 'when false then',
      },
    ],
    without: NO_STOCK_CHECK,
  },
  {
    name: 'portions of the same batch are not counted',
    race: 'last portions',
    replace: [{ in: 'place_orders', text: 'v_taken[v_facts.counter] + v_facts.quantity', by: '0' }],
    without: NO_STOCK_CHECK,
  },
  {
    name: 'the stock is read without a lock',
    race: 'last portion',
    replace: [{ in: 'place_orders', text: ') order by offering_id for update', by: ')' }],
    without: NO_STOCK_CHECK,
  },
  {
    name: 'the balance is not looked at',
    race: 'last money',
    replace: [{ in: 'verdict_of', text: 'when p.balance - p.charge < p.floor', by: 'when false' }],
    without: NO_FLOOR,
  },
  {
    name: 'the balance is read without a lock',
    race: 'last money',
    replace: [{ in: 'place_orders', text: ') order by customer_id for update', by: ')' }],
    without: NO_FLOOR,
  },
  {
    name: 'a key is not looked up',
    race: 'same key',
    replace: [{ in: 'earlier_answer', text: 'if p_key is null then', by: 'if true then' }],
    without: NO_KEY,
  },
  {
    name: 'a key is not held while its call runs',
    race: 'same key',
    replace: [
      {
        in: 'earlier_answer',
        text: "not pg_try_advisory_xact_lock(hashtextextended(p_customer || ':' || p_key, 0))",
        by: 'false',
      },
    ],
    without: NO_KEY,
  },
  {
    name: 'a cancelled order is cancelled again',
    race: 'order × cancel',
    replace: [{ in: 'decide_cancel', text: "if v_order.state <> 'placed' then", by: 'if false then' }],
    without: NO_SECOND_RECORD,
  },
  {
    name: 'an order is cancelled without a lock',
    race: 'order × cancel',
    replace: [
      {
        in: 'decide_cancel',
        text: 'where id = p_order and customer_id = p_customer for update',
        by: 'where id = p_order and customer_id = p_customer',
      },
    ],
    without: NO_SECOND_RECORD,
  },
  {
    name: 'a cancelled portion is not for sale again',
    race: 'last portion',
    replace: [{ in: 'decide_cancel', text: 'perform refresh_stock(v_order.offering_id);', by: '' }],
  },
  {
    name: 'a question is kept as an answer',
    race: 'question',
    replace: [{ in: 'place_orders', text: "not in ('question', 'on-exchange')", by: "<> ''" }],
  },
  {
    name: 'an order is charged without entries',
    race: 'same key',
    replace: [{ in: 'place_orders', text: 'where side.amount <> 0', by: 'where false' }],
  },
  {
    name: 'an offer is taken without a lock',
    race: 'exchange × exchange',
    replace: [{ in: 'offers_to', text: 'for update skip locked', by: '' }],
  },
  {
    name: 'an offer is withdrawn without a lock',
    race: 'exchange × withdraw',
    replace: [
      {
        in: 'decide_exchange',
        text: 'where id = p_order and customer_id = p_customer for update',
        by: 'where id = p_order and customer_id = p_customer',
      },
    ],
  },
  {
    name: 'cancellations of an order wait for each other, and not for who takes it',
    race: 'exchange × cancel',
    replace: [
      {
        in: 'decide_cancel',
        text: 'select * into v_order from orders where id = p_order and customer_id = p_customer for update;',
        by: `perform pg_advisory_xact_lock(p_order);
          select * into v_order from orders where id = p_order and customer_id = p_customer;`,
      },
    ],
    without: NO_STATE_CHECK,
  },
  {
    name: 'the giver does not get his money back',
    race: 'exchange × order',
    replace: [
      {
        in: 'decide_take',
        text: "v_offer.customer_id, v_offer.id, 'exchange', v_refund",
        by: "v_offer.customer_id, v_offer.id, 'exchange', 0",
      },
    ],
  },
  {
    name: 'an offer is not known again by its key',
    race: KILL,
    replace: [{ in: 'exchange_order', text: 'if v_answer is null then', by: 'if true then' }],
    without: NO_KEY,
  },
  {
    name: 'a taking is not known again by its key',
    race: KILL,
    replace: [{ in: 'take_portions', text: "not in ('question', 'from-kitchen')", by: "= ''" }],
  },
];

/** Makes a mistake in a database; throws when what it would change is no longer there. */
export async function plant(database: Database, { name, replace, without }: PlantedBug): Promise<void> {
  if (without !== undefined) await runSql(database, without);
  for (const change of replace) {
    const text = await functionText(database, change.in);
    if (!text.includes(change.text))
      throw new Error(`"${name}" cannot be planted: ${change.in} has no "${change.text}"`);
    await runSql(
      database,
      text.replace(change.text, () => change.by),
    );
  }
}
