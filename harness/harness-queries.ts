import type { Database } from '@refectory/database/database';
import type { Money } from '@refectory/domain/money';

/** What an order is: with its customer, offered to others by him, given back, or taken by somebody else. */
export type OrderState = 'placed' | 'offered' | 'cancelled' | 'exchanged';

/** The orders that customers have, by id, and what they are. */
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

/** What is on the account of a customer. */
export async function balanceOf({ pool }: Database, customerId: number): Promise<Money> {
  const { rows } = await pool.query<{ balance: Money }>(
    'select balance from account where customer_id = $1',
    [customerId],
  );
  const [row] = rows;
  if (!row) throw new RangeError(`customer ${customerId} has no account`);
  return row.balance;
}

/** The text of a function as it would be created again. */
export async function functionText({ pool }: Database, name: string): Promise<string> {
  const { rows } = await pool.query<{ text: string }>('select pg_get_functiondef($1::regproc) as text', [
    name,
  ]);
  const [row] = rows;
  if (!row) throw new RangeError(`there is no function ${name}`);
  return row.text;
}

/** Has calls pause between their locks now and then, up to 2 ms, so that they meet there. */
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

/** Runs statements as they are. */
export async function runSql({ pool }: Database, sql: string): Promise<void> {
  await pool.query(sql);
}

/** A crowd of customers with an account and a session each, made in one go. */
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
  // So that the planner knows the tables as a canteen's autovacuum would have told it.
  await pool.query('vacuum analyze');
  return rows;
}

/** How many orders stand. */
export async function ordersPlaced({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*) from orders');
  return rows[0]?.count ?? 0;
}

/** The number of the first process of the PostgreSQL that a database is in, on this machine. */
export async function postmasterPid({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ pid: string }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  );
  return Number(rows[0]?.pid);
}
