import { hash } from 'node:crypto';

import type { Database } from '@refectory/database/database';
import type { Instant } from '@refectory/domain/day';

/** Offers an order to others from a moment on. */
export async function offerOrder({ pool }: Database, orderId: number, at: Instant): Promise<void> {
  await pool.query('update orders set offered_at = $2 where id = $1', [orderId, new Date(at)]);
}

/** Has an order's meal handed out at a moment, which closes its bill. */
export async function collectOrder({ pool }: Database, orderId: number, at: Instant): Promise<void> {
  await pool.query('update orders set collected_at = $2 where id = $1', [orderId, new Date(at)]);
  await pool.query('select close_bills(array[$1]::bigint[], $2)', [orderId, new Date(at)]);
}

/** Adds a kiosk whose credential a test knows; answers its id. */
export async function addKnownTerminal(
  { pool }: Database,
  { name, credential }: { readonly name: string; readonly credential: string },
  at: Instant,
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    'insert into terminal (name, credential_hash, added_at) values ($1, $2, $3) returning id',
    [name, hash('sha256', credential, 'buffer'), new Date(at)],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the terminal was not added');
  return row.id;
}

/** Ends every session of a customer. */
export async function endSessions({ pool }: Database, customerId: number): Promise<void> {
  await pool.query('delete from session where customer_id = $1', [customerId]);
}

/** Returns the id of the customer with a user name. */
export async function customerIdOf({ pool }: Database, userName: string): Promise<number> {
  const { rows } = await pool.query<{ id: number }>('select id from customer where user_name = $1', [
    userName,
  ]);
  const [customer] = rows;
  if (!customer) throw new RangeError(`there is no customer "${userName}"`);
  return customer.id;
}
