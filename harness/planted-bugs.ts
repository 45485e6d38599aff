import type { Database } from '@refectory/database/database';

import { functionText, runSql } from './harness-queries.ts';

/** The name of the kills, where a bug otherwise names the race that has to find it. */
export const KILL = 'kill';

/** A bug that somebody could write in the SQL functions, and the race, or the kills, that has to find it. */
export type PlantedBug = {
  readonly name: string;
  readonly race: string;
  /** Parts of functions and their replacements. */
  readonly replace: readonly { readonly in: string; readonly text: string; readonly by: string }[];
  /** Constraints of the tables that would find it first; they are removed. */
  readonly without?: string;
};

const NO_STOCK_CHECK = 'alter table stock drop constraint stock_not_oversold';
const NO_FLOOR = 'alter table account drop constraint account_not_overdrawn';
const NO_STATE_CHECK = 'alter table orders drop constraint orders_quantity';
const NO_SECOND_RECORD = 'drop index movement_order';
const NO_KEY =
  'alter table idempotency_answer drop constraint idempotency_answer_pkey; drop index orders_key; alter table cart drop constraint cart_key';

/** The bugs that `npm run torture -- --planted` plants one by one. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'portions left are not looked at',
    race: 'last portion',
    replace: [
      {
        in: 'verdict_of',
        text: 'else p_left\n    end then',
        by: 'else 1000000000\n    end then',
      },
    ],
    without: NO_STOCK_CHECK,
  },
  {
    name: 'portions of the same batch are not counted',
    race: 'last portions',
    replace: [
      { in: 'place_orders', text: 'v_left := v_left - v_facts[v_place].quantity', by: 'v_left := v_left' },
    ],
    without: NO_STOCK_CHECK,
  },
  {
    name: 'the stock is read without a lock',
    race: 'last portion',
    replace: [{ in: 'place_orders', text: 'order by offering_id for no key update', by: '' }],
    without: NO_STOCK_CHECK,
  },
  {
    name: 'the balance is not looked at',
    race: 'last money',
    replace: [{ in: 'verdict_of', text: 'when p_balance - p_charge < p_floor', by: 'when false' }],
    without: NO_FLOOR,
  },
  {
    name: 'the balance is read without a lock',
    race: 'last money',
    replace: [{ in: 'place_orders', text: 'order by customer_id for no key update', by: '' }],
    without: NO_FLOOR,
  },
  {
    name: 'a key is not looked up',
    race: 'same key',
    replace: [
      {
        in: 'place_orders',
        text: 'select * from earlier_answers(p_customers, p_keys, p_hashes)',
        by: 'select * from earlier_answers(p_customers, p_keys, p_hashes) where false',
      },
    ],
    without: NO_KEY,
  },
  {
    name: 'a key is looked up before the account is locked',
    race: 'same key',
    replace: [
      {
        in: 'place_orders',
        // A function computes its declared values before its body.
        text: 'v_offered int;\nbegin',
        by: `v_offered int;
          v_known int[] := array(select place from earlier_answers(p_customers, p_keys, p_hashes));
        begin`,
      },
      {
        in: 'place_orders',
        text: 'select * from earlier_answers(p_customers, p_keys, p_hashes)',
        by: 'select * from earlier_answers(p_customers, p_keys, p_hashes) where place = any (v_known)',
      },
    ],
    without: NO_KEY,
  },
  {
    name: 'a cancelled order is cancelled again',
    race: 'order × cancel',
    replace: [{ in: 'decide_cancel', text: "if p_order.state <> 'placed' then", by: 'if false then' }],
    without: NO_SECOND_RECORD,
  },
  {
    name: 'an order is cancelled without a lock',
    race: 'order × cancel',
    replace: [
      {
        in: 'cancel_order',
        text: 'where id = p_order and customer_id = p_customer for update',
        by: 'where id = p_order and customer_id = p_customer',
      },
    ],
    without: NO_SECOND_RECORD,
  },
  {
    name: 'a cancelled portion is not for sale again',
    race: 'last portion',
    replace: [
      {
        in: 'decide_cancel',
        text: 'perform release_portions(p_order.offering_id, p_order.quantity);',
        by: '',
      },
    ],
  },
  {
    name: 'a question is kept as an answer',
    race: 'question',
    replace: [
      {
        in: 'place_orders',
        text: "not in ('question-price', 'question-portions', 'question-mains', 'on-exchange')",
        by: "<> ''",
      },
    ],
  },
  {
    name: 'an order is charged without a movement',
    race: 'same key',
    replace: [
      {
        in: 'place_orders',
        text: "-non_tax_subsidy, balance, 'customer', placed_at\n      from decided where is_new",
        by: "-non_tax_subsidy, balance, 'customer', placed_at\n      from decided where false",
      },
    ],
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
        in: 'exchange_order',
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
        in: 'cancel_order',
        text: 'select * into v_order from orders where id = p_order and customer_id = p_customer for update;',
        by: `perform pg_advisory_xact_lock(p_order);
          select * into v_order from orders where id = p_order and customer_id = p_customer;`,
      },
    ],
    without: NO_STATE_CHECK,
  },
  {
    name: 'the giver does not get their money back',
    race: 'exchange × order',
    replace: [
      {
        in: 'take_portions',
        text: "v_offer.customer_id, 'exchange', v_offer.id, v_refund",
        by: "v_offer.customer_id, 'exchange', v_offer.id, 0",
      },
    ],
  },
  {
    name: 'an offer is not known again by its key',
    race: KILL,
    replace: [{ in: 'exchange_order', text: 'if v_answer.verdict is null then', by: 'if true then' }],
    without: NO_KEY,
  },
  {
    name: 'a taking is not known again by its key',
    race: KILL,
    replace: [
      { in: 'take_portions', text: 'if v_answer.verdict is not null then', by: 'if false then' },
      {
        in: 'place_orders',
        text: 'select * from earlier_answers(p_customers, p_keys, p_hashes)',
        by: 'select * from earlier_answers(p_customers, p_keys, p_hashes) where false',
      },
    ],
    without: NO_KEY,
  },
  {
    name: 'the portions of a batch are counted once',
    race: 'last portions',
    replace: [
      { in: 'place_orders', text: 'sum(quantity)::int as portions', by: 'max(quantity)::int as portions' },
    ],
  },
  {
    name: 'a repeat in a batch is placed again',
    race: 'same key',
    replace: [
      {
        in: 'place_orders',
        text: "facts.verdict = 'ordered' and not facts.is_replay as is_new",
        by: "facts.verdict = 'ordered' as is_new",
      },
    ],
    without: NO_KEY,
  },
  {
    name: 'a cart is ordered without the lines that fail',
    race: 'carts',
    replace: [
      {
        in: 'place_cart',
        text: 'v_refusals := cart_refusals(v_lines);',
        by: `v_lines := array(select lines from unnest(v_lines) lines where lines.verdict = 'ordered');
  v_refusals := '{}';`,
      },
    ],
  },
  {
    name: 'the portions for a cart are read without a lock',
    race: 'carts',
    replace: [{ in: 'place_cart', text: 'order by offering_id for no key update', by: '' }],
    without: NO_STOCK_CHECK,
  },
  {
    name: 'a cart is not known again by its key',
    race: 'carts',
    replace: [
      {
        in: 'place_cart',
        text: 'from earlier_answers(array[p_customer], array[p_key], array[p_hash])',
        by: 'from earlier_answers(array[p_customer], array[p_key], array[p_hash]) where false',
      },
    ],
    without: NO_KEY,
  },
  {
    name: 'a refund looks at its order without a lock',
    race: 'refund × cancel',
    replace: [
      {
        in: 'book_movement',
        text: 'where id = p_order and customer_id = p_customer for update',
        by: 'where id = p_order and customer_id = p_customer',
      },
    ],
  },
  {
    name: 'a cancellation gives back what was refunded before',
    race: 'refund × cancel',
    replace: [{ in: 'decide_cancel', text: 'p_order.price - refunded_of(p_order.id)', by: 'p_order.price' }],
  },
  {
    name: 'a refund of a cancelled order is taken back',
    race: 'reverse × cancel',
    replace: [
      {
        in: 'reverse_movement',
        text: "or exists (select from orders where id = v_wrong.order_id and state <> 'placed')",
        by: '',
      },
    ],
  },
  {
    name: 'a refund reads the account without a lock',
    race: 'reverse × refund',
    replace: [
      {
        in: 'book_movement',
        text: 'from account where customer_id = p_customer for no key update',
        by: 'from account where customer_id = p_customer',
      },
    ],
  },
  {
    name: 'an order whose money was given back stays on offer',
    race: 'refund × offer',
    replace: [
      {
        in: 'book_movement',
        text: 'update orders set offered_at = null where id = p_order and offered_at is not null;',
        by: '',
      },
    ],
  },
];

/** Plants a bug in a database; throws when the text that it would replace is missing. */
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
