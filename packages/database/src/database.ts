import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool, types } from 'pg';

import { instantFrom, safeInteger } from './column-values.ts';
import type { DatabaseConnection } from './database-connection.ts';
import * as schema from './schema.ts';

/** A pool of connections and the typed queries over it. */
export type Database = {
  pool: Pool;
  orm: NodePgDatabase<typeof schema>;
  close(): Promise<void>;
};

/** Whoever gets no connection in this time is told so, and can come again, instead of waiting without an end. */
const CONNECTION_WAIT_MS = 5_000;

/**
 * Opens a database of ours, or one named by a URL. In plain queries an int8 is a safe integer, a date
 * its text `yyyy-MM-dd`, a timestamptz a moment in epoch milliseconds; numeric is not used.
 */
export function openDatabase(
  connection: DatabaseConnection | string,
  { max = 10, waitMs = CONNECTION_WAIT_MS }: { max?: number; waitMs?: number } = {},
): Database {
  const pool = new Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max,
    connectionTimeoutMillis: waitMs,
    types: { getTypeParser: parserOf },
  });
  // An idle connection that breaks is replaced at the next query, which tells if it cannot be.
  pool.on('error', () => {});
  return { pool, orm: drizzle(pool, { schema }), close: () => pool.end() };
}

const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, safeInteger],
  [types.builtins.DATE, (text) => text],
  [types.builtins.TIMESTAMPTZ, instantFrom],
]);

const parserOf = (...[id, format]: Parameters<typeof types.getTypeParser>) =>
  (format !== 'binary' && parsers.get(id)) || types.getTypeParser(id, format);
