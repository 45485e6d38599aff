import { setTimeout as delay } from 'node:timers/promises';

import type { Pool, QueryResultRow } from 'pg';

import { isLostConnection } from './lost-connection.ts';
import { isUndone } from './outage.ts';

/** Where functions are called: a database, or one connection of it in a transaction. */
export type Connected = { readonly pool: Pick<Pool, 'query'> };

/** How long a call waits for a lock, where that is not what the connection waits, and the type of its first value. */
export type Patience = { readonly ms: number; readonly firstType: 'bigint' | 'bigint[]' };

/** A call of a function of the database. */
type FunctionCall = {
  readonly name: string;
  readonly values: readonly unknown[];
  readonly patience?: Patience | undefined;
};

/** Calls a function of the database by a prepared statement, and returns its rows. */
export async function callFunction<Row extends QueryResultRow>(
  { pool }: Connected,
  { name, values, patience }: FunctionCall,
): Promise<Row[]> {
  const [first, ...others] = values.map((_, index) => `$${index + 1}`);
  if (patience === undefined) {
    const text = `select * from ${name}(${[first, ...others].join(', ')})`;
    return (await pool.query<Row>({ name, text, values: [...values] })).rows;
  }
  // The patience holds for the transaction of the statement. The function takes what it has on entry, so that it has to be
  // set before the call: the first value depends on it.
  const text = `with patience as materialized (select set_config('lock_timeout', $${values.length + 1}, true) as told)
    select answer.* from patience cross join lateral ${name}(
      ${[`case when told <> '' then ${first}::${patience.firstType} end`, ...others].join(', ')}
    ) answer`;
  const query = { name: `${name}_patience`, text, values: [...values, `${patience.ms}ms`] };
  return (await pool.query<Row>(query)).rows;
}

const MAXIMUM_TRIES = 5;

/**
 * Makes a call again whose transaction was undone, or whose connection was lost: what it did then is not known,
 * so it is repeated only where the database knows it again by its key or reference. Where the lost call still runs, the
 * repeat waits for it.
 */
export async function repeatable<Answer>(
  attempt: () => Promise<Answer>,
  { isKnownAgain = true }: { isKnownAgain?: boolean } = {},
): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      // The typed queries wrap what the database says.
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const isLost = isKnownAgain && isLostConnection(cause);
      if ((!isUndone(error) && !isLost) || tries === MAXIMUM_TRIES) throw error;
    }
    // Apart from each other, or those who met would meet again.
    await delay(Math.random() * 10 * tries);
  }
}
