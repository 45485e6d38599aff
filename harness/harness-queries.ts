import type { Database } from '@refectory/database/database';
import type { CalendarDay } from '@refectory/domain/day';
import type { Money } from '@refectory/domain/money';

/** The state of an order: with its customer, offered by them, given back, or taken by somebody else. */
export type OrderState = 'placed' | 'offered' | 'cancelled' | 'exchanged';

/** The state of each order, by id. */
export async function changesStored(
  { pool }: Database,
  customerIds: readonly number[],
): Promise<Map<number, OrderState>> {
  const { rows } = await pool.query<{ id: number; state: OrderState }>(
    `select id, case when offered_at is null then state else 'offered' end as state
     from orders where customer_id = any ($1)`,
    [customerIds],
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** The orders of a customer's cart and their dishes, by the key of the cart; none where the cart was not ordered. */
export async function ordersOfCart(
  { pool }: Database,
  customerId: number,
  key: string,
): Promise<{ id: number; offeringId: number }[]> {
  const { rows } = await pool.query<{ id: number; offeringId: number }>(
    `select o.id, o.offering_id as "offeringId" from cart c join orders o on o.cart_id = c.id
     where c.customer_id = $1 and c.key = $2`,
    [customerId, key],
  );
  return rows;
}

/** The orders that customers have and did not give back. */
export async function ordersStanding(
  { pool }: Database,
  customerIds: readonly number[],
): Promise<{ id: number; customerId: number; offeringId: number }[]> {
  const { rows } = await pool.query<{ id: number; customerId: number; offeringId: number }>(
    `select id, customer_id as "customerId", offering_id as "offeringId" from orders
     where customer_id = any ($1) and state = 'placed'`,
    [customerIds],
  );
  return rows;
}

/** The balance of a customer. */
export async function balanceOf({ pool }: Database, customerId: number): Promise<Money> {
  const { rows } = await pool.query<{ balance: Money }>(
    'select balance from account where customer_id = $1',
    [customerId],
  );
  const [row] = rows;
  if (!row) throw new RangeError(`customer ${customerId} has no account`);
  return row.balance;
}

/** The SQL that creates a function. */
export async function functionText({ pool }: Database, name: string): Promise<string> {
  const { rows } = await pool.query<{ text: string }>('select pg_get_functiondef($1::regproc) as text', [
    name,
  ]);
  const [row] = rows;
  if (!row) throw new RangeError(`there is no function ${name}`);
  return row.text;
}

/** Makes calls pause at random between their locks, for up to 2 ms, so that they interleave there. */
export async function pauseAtRandom(database: Database): Promise<void> {
  await runSql(
    database,
    `create or replace function pause_point() returns void language plpgsql as $$
     begin
       if random() < 0.5 then
         perform pg_sleep(random() * 0.002);
       end if;
     end $$`,
  );
}

/** Offers an order to others, also one that can still be cancelled. */
export async function offerAgain({ pool }: Database, orderId: number): Promise<void> {
  await pool.query('update orders set offered_at = placed_at where id = $1', [orderId]);
}

/** Runs statements. */
export async function runSql({ pool }: Database, sql: string): Promise<void> {
  await pool.query(sql);
}

/** Creates many customers with an account and a session each, in one statement. */
export async function createCrowd(
  { pool }: Database,
  count: number,
  now: Date,
): Promise<{ id: number; token: string }[]> {
  const { rows } = await pool.query<{ id: number; token: string }>(
    `with crowd as (
       insert into customer (user_name, password_hash, type)
       select 'crowd-' || number, '', 'Person' from generate_series(1, $1::int) number returning id
     ), opened as (
       insert into account (customer_id, price_level, balance) select id, 'other', 1000000000 from crowd returning customer_id
     ), recorded as (
       insert into movement (customer_id, kind, amount, cash, balance, actor, occurred_at)
       select id, 'opening', 1000000000, -1000000000, 1000000000, 'job bench', $2 from crowd
     )
     insert into session (token_hash, customer_id, created_at, expires_at, last_seen_at)
     select sha256(convert_to('crowd-' || id, 'UTF8')), id, $2, $2 + interval '1 day', $2 from crowd
     returning customer_id as id, 'crowd-' || customer_id as token`,
    [count, now],
  );
  // Gives the planner the statistics that autovacuum would have collected.
  await pool.query('vacuum analyze');
  return rows;
}

/** The number of orders that are not cancelled. */
export async function ordersPlaced({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*) from orders');
  return rows[0]?.count ?? 0;
}

/** The process id of the postmaster of a database on this machine. */
export async function postmasterPid({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ pid: string }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  );
  return Number(rows[0]?.pid);
}

/** Tops an account up so many times by a hundredth, spread over the year before now, as rows of the ledger. */
export async function topUpOften({ pool }: Database, customerId: number, times: number): Promise<void> {
  await pool.query(
    `insert into movement (customer_id, kind, amount, cash, balance, actor, occurred_at)
     select $1, 'top-up', 1, -1, number, 'job bench', now() - (($2::int - number) * interval '1 year' / $2::int)
     from generate_series(1, $2::int) number`,
    [customerId, times],
  );
  await pool.query('vacuum analyze movement');
}

/** Has a customer eaten so many meals in the year before a day, each on a bill of its own, as rows of bills and their items. */
export async function eatOften(
  { pool }: Database,
  customerId: number,
  { canteenId, offeringId }: { readonly canteenId: number; readonly offeringId: number },
  { day, meals }: { readonly day: CalendarDay; readonly meals: number },
): Promise<void> {
  await pool.query(
    `insert into bill (
       customer_id, canteen_id, serial_number, day, closed_at, price, tax_subsidy, non_tax_subsidy, used_bonus
     )
     select $1, $2, number, eaten, eaten + time '12:00', 10000, 0, 0, 0
     from generate_series(1, $4::int) number
     cross join lateral (select $3::date - ($4::int - number) * 365 / $4::int as eaten) day`,
    [customerId, canteenId, day, meals],
  );
  await pool.query(
    `insert into bill_item (
       order_id, bill_id, customer_id, day, name, quantity, price, price_without_tax, tax_subsidy, non_tax_subsidy
     )
     select bill.id, bill.id, bill.customer_id, bill.day, product.name, 1, bill.price, bill.price, 0, 0
     from bill
     join offering on offering.id = $2
     join product on product.id = offering.product_id
     where bill.customer_id = $1`,
    [customerId, offeringId],
  );
  await pool.query('vacuum analyze bill, bill_item');
}
