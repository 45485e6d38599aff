import type { Database } from '@refectory/database/database';
import type { Instant } from '@refectory/domain/day';
import type { FastifyBaseLogger } from 'fastify';

import { housekeepingQueries } from './housekeeping-queries.ts';

/** Twice the day that a repeat of a call is promised its first answer for (B1): clocks differ, and phones sleep. */
const ANSWERS_KEPT_MS = 2 * 24 * 60 * 60_000;
const EVERY_MS = 10 * 60_000;
/** Rows of one statement: few enough to be done in milliseconds, so that no order waits for them. */
const ROWS_AT_ONCE = 1000;

/** Clears away what has had its time: sessions that ended, and the answers kept for repeats of calls. */
export async function clearAway(
  database: Database,
  now: Instant,
  {
    rowsAtOnce = ROWS_AT_ONCE,
    isStopped = () => false,
  }: { rowsAtOnce?: number; isStopped?: () => boolean } = {},
): Promise<void> {
  const queries = housekeepingQueries(database);
  const some = [
    () => queries.removeSessions(now, rowsAtOnce),
    () => queries.removeAnswers(now - ANSWERS_KEPT_MS, rowsAtOnce),
  ];
  for (const remove of some) while (!isStopped() && (await remove()) === rowsAtOnce);
}

/**
 * Clears away at once and then every ten minutes, until it is stopped. Every process may do so, at
 * the same time too: each takes the rows that no other is at.
 */
export function startHousekeeping(services: {
  readonly database: Database;
  readonly clock: () => Instant;
  readonly log: FastifyBaseLogger;
  readonly everyMs?: number;
}): { readonly stop: () => Promise<void> } {
  const { database, clock, log, everyMs = EVERY_MS } = services;
  let stopped = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    try {
      await clearAway(database, clock(), { isStopped: () => stopped });
    } catch (error) {
      log.error({ err: error }, 'clearing away failed and is tried again later');
    } finally {
      running = undefined;
    }
  }
  const begin = () => void (running ??= run());

  const timer = setInterval(begin, everyMs);
  begin();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
