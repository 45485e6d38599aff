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

/** A call that gets no connection within this time fails, and can be repeated. */
const CONNECTION_WAIT_MS = 5_000;

/** How long the database may take, in ms; without a number as long as it takes. */
export type Timeouts = {
  readonly statementMs?: number;
  /** The wait for one lock. */
  readonly lockMs: number;
  /** The wait for an answer of any kind: a database out of reach never says so. */
  readonly answerMs?: number;
  /** The wait for the next statement of a transaction, before PostgreSQL ends it and frees its locks. */
  readonly idleInTransactionMs: number;
};

/**
 * The timeouts of a server. A person waits for every call, and there are few connections. The statements of a call take
 * milliseconds, so one that takes seconds is stuck. A row that is locked for 2 s is held by an import or a hung process.
 * 4 s are enough for the slowest report on a busy machine; with the wait for a connection they stay below the 10 s after
 * which callers give up. The driver waits a second longer than the database, whose own refusal says for certain that
 * nothing happened. No transaction waits for anything but the database, so an idle one is abandoned.
 */
export const SERVING_TIMEOUTS: Timeouts = {
  statementMs: 4_000,
  lockMs: 2_000,
  answerMs: 5_000,
  idleInTransactionMs: 5_000,
};

/**
 * How many connections a server has unless its start says another number. Ten of them may wait for locked rows at once,
 * and four more for a moment: the lanes and the batch of orders (4), other changes (4), carts aside (2), carts (4). The
 * others are for sessions, for checks of carts and for reading.
 */
export const SERVING_CONNECTIONS = 20;
/** With fewer connections, changes that wait for locks leave none for reading. */
export const FEWEST_SERVING_CONNECTIONS = 16;

/**
 * The timeouts of a command. Its statements take as long as they take, but others wait for what it locks: a computer that
 * falls asleep in the middle of a command loses its locks.
 */
export const COMMAND_TIMEOUTS: Timeouts = { lockMs: 10_000, idleInTransactionMs: 10_000 };

/**
 * Opens a database. In plain queries an int8 is a safe integer, a date its text `yyyy-MM-dd`, and a timestamptz a moment in
 * milliseconds since 1970; numeric is not used. Every connection takes on the `role`.
 */
export function openDatabase(
  connection: DatabaseConnection | string,
  {
    max = 10,
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
  // The next query replaces an idle connection that breaks, or fails if it cannot.
  pool.on('error', () => {});
  // One that breaks between two statements of a transaction fails the next of them. Nobody else hears of it, and Node ends
  // the process of an error that nobody hears.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { pool, orm: drizzle(pool, { schema }), close: () => pool.end() };
}

/** Why a database does not answer, or not to us, in its own words; undefined when it does. */
export async function whyUnreachable({ pool }: Database): Promise<string | undefined> {
  try {
    await pool.query('select 1');
    return undefined;
  } catch (error) {
    // An error of several addresses has a name only.
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
