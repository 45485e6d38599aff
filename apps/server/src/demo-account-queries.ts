import type { Database } from '@refectory/database/database';

/** Whether the demo was ever put into a database: its everyday account was opened there. */
export async function hasDemoAccounts({ pool }: Database): Promise<boolean> {
  const { rowCount } = await pool.query(`select from movement where reference = 'demo opening jana'`);
  return rowCount === 1;
}
