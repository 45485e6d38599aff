import type { Database } from '@refectory/database/database';

/** Whether PostgreSQL answers a query now. */
export function isReachable({ pool }: Database): Promise<boolean> {
  return pool.query('select').then(
    () => true,
    () => false,
  );
}
