import type { PoolClient } from 'pg';

import type { Database } from './database.ts';

/**
 * The numbers of the advisory locks (classid, objid). The process that owns an embedded cluster holds objid 1, and
 * `close_due_bills` objid 4.
 */
const LOCKS = { migrate: [7301, 2], demo: [7301, 3] } as const;

/**
 * Runs what only one process may do at a time. The others wait, and the next one goes on at once when that process is
 * killed. `run` gets the connection that holds the lock.
 */
export async function underAdvisoryLock<T>(
  { pool }: Database,
  what: keyof typeof LOCKS,
  run: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1, $2)', [...LOCKS[what]]);
    try {
      return await run(client);
    } finally {
      await client.query('select pg_advisory_unlock($1, $2)', [...LOCKS[what]]);
    }
  } finally {
    client.release();
  }
}
