import type { PoolClient } from 'pg';
import { expect } from 'vitest';

import type { Database } from '../database.ts';
import { placeOrder, type OrderInput } from '../order-functions.ts';

/** The processes of the database whose statement waits for a lock. */
export const WAITING = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Waits until a statement waits for a lock. */
export const waitingForLock = ({ pool }: Database): Promise<void> =>
  expect.poll(async () => (await pool.query(WAITING)).rowCount).toBeGreaterThan(0);

/** Runs something in an open transaction, whose connection is gone afterwards, however that ended. */
export async function inTransaction<Answer>(
  { pool }: Database,
  run: (client: PoolClient) => Promise<Answer>,
): Promise<Answer> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    return await run(client);
  } finally {
    // Not back into the pool: where the test failed, its transaction is still open.
    client.release(true);
  }
}

/**
 * Holds a customer's account, so that their orders wait: until the holder rolls back, or what is done
 * meanwhile has ended.
 */
export const holdingAccount = <Answer>(
  database: Database,
  customerId: number,
  meanwhile: (holder: PoolClient) => Promise<Answer>,
): Promise<Answer> =>
  inTransaction(database, async (holder) => {
    await holder.query('select from account where customer_id = $1 for update', [customerId]);
    return meanwhile(holder);
  });

/**
 * Does something in a transaction that stays open, so that a test decides what happens meanwhile: `meanwhile`
 * is begun, the transaction commits once it waits for a lock, and its answer is answered.
 */
export const duringTransaction = <Answer>(
  database: Database,
  run: (client: PoolClient) => Promise<unknown>,
  meanwhile: () => Promise<Answer>,
): Promise<Answer> =>
  inTransaction(database, async (client) => {
    await run(client);
    const answer = meanwhile();
    await Promise.race([answer, waitingForLock(database)]);
    await client.query('commit');
    return answer;
  });

/** Places an order whose transaction stays open, as `duringTransaction` does. */
export const duringOrder = <Answer>(
  database: Database,
  order: OrderInput,
  meanwhile: () => Promise<Answer>,
): Promise<Answer> =>
  duringTransaction(
    database,
    async (client) => expect(await placeOrder({ pool: client }, order)).toMatchObject({ verdict: 'ordered' }),
    meanwhile,
  );
