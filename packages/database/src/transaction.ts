import type { PoolClient } from 'pg';

import type { Database } from './database.ts';

/** The connection of a transaction. */
export type Transaction = Pick<PoolClient, 'query'>;

/** Runs a transaction: it is committed when `run` answers, and undone when it throws. */
export async function inTransaction<Answer>(
  { pool }: Pick<Database, 'pool'>,
  run: (transaction: Transaction) => Promise<Answer>,
): Promise<Answer> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query('begin');
    try {
      const answer = await run(client);
      await client.query('commit');
      isBroken = false;
      return answer;
    } catch (error) {
      await client.query('rollback');
      isBroken = false;
      throw error;
    }
  } finally {
    client.release(isBroken);
  }
}
