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

/** How long a statement may take, in ms; without them as long as it takes. */
export type Timeouts = {
  readonly statementMs?: number;
  /** For one lock. */
  readonly lockMs: number;
  /** For an answer of any kind: the database itself may be out of reach and never say so. */
  readonly answerMs?: number;
  /** For the next statement of a transaction, before its locks are taken away from it. */
  readonly idleInTransactionMs: number;
};

/**
 * The timeouts of a server. Somebody waits behind every call, and a connection that waits is one of
 * few. A call's statements take milliseconds, so what takes seconds is stuck: a lock for two seconds is
 * a row that an import or a hung process holds; 4 s are the slowest report and room for a busy
 * machine, and with the wait for a connection stay below the 10 s after which a caller has gone.
 * The database's own word is awaited a second longer, since it says for certain that nothing happened.
 * No transaction of ours waits for anything but the database, so one that is idle is abandoned.
 */
export const SERVING_TIMEOUTS: Timeouts = {
  statementMs: 4_000,
  lockMs: 2_000,
  answerMs: 5_000,
  idleInTransactionMs: 5_000,
};

/**
 * Connections of a server's pool, unless it is told another number. Ten of them may wait for held rows at once: three
 * lanes and the batch of orders, four other changes and two carts. The others are for sessions and for reading.
 */
export const SERVING_CONNECTIONS = 16;
/** With fewer, changes that wait leave no connection to whoever only reads. */
export const FEWEST_SERVING_CONNECTIONS = 12;

/**
 * The timeouts of a command. Its statements take as long as they take, but what it holds everybody else waits for: a
 * computer that falls asleep in the middle of a command loses its locks.
 */
export const COMMAND_TIMEOUTS: Timeouts = { lockMs: 10_000, idleInTransactionMs: 10_000 };

/**
 * Opens a database of ours, or one named by a URL. In plain queries an int8 is a safe integer, a date
 * its text `yyyy-MM-dd`, a timestamptz a moment in epoch milliseconds; numeric is not used. `role` is taken on by every
 * connection.
 */
export function openDatabase(
  connection: DatabaseConnection | string,
  {
    max = SERVING_CONNECTIONS,
    waitMs = CONNECTION_WAIT_MS,
    timeouts,
    role,
  }: { max?: number; waitMs?: number; timeouts?: Timeouts; role?: string } = {},
): Database {
  const pool = new Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max,
    connectionTimeoutMillis: waitMs,
    ...(role !== undefined && { options: `-c role=${role}` }),
    ...(timeouts && {
      ...(timeouts.statementMs !== undefined && { statement_timeout: timeouts.statementMs }),
      lock_timeout: timeouts.lockMs,
      ...(timeouts.answerMs !== undefined && { query_timeout: timeouts.answerMs }),
      idle_in_transaction_session_timeout: timeouts.idleInTransactionMs,
    }),
    types: { getTypeParser: parserOf },
  });
  // An idle connection that breaks is replaced at the next query, which tells if it cannot be.
  pool.on('error', () => {});
  return { pool, orm: drizzle(pool, { schema }), close: () => pool.end() };
}

/** Why a database does not answer, or not to us, in its own words; undefined when it does. */
export async function whyUnreachable({ pool }: Database): Promise<string | undefined> {
  try {
    await pool.query('select 1');
    return undefined;
  } catch (error) {
    // One that was tried at several addresses says nothing but its name.
    return error instanceof Error ? error.message || error.name : String(error);
  }
}

const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, safeInteger],
  [types.builtins.DATE, (text) => text],
  [types.builtins.TIMESTAMPTZ, instantFrom],
]);

const parserOf = (...[id, format]: Parameters<typeof types.getTypeParser>) =>
  (format !== 'binary' && parsers.get(id)) || types.getTypeParser(id, format);
