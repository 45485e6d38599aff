import type { Database } from '@refectory/database/database';
import { handOutPastMeals } from '@refectory/database/hand-out';
import type { Instant } from '@refectory/domain/day';
import type { FastifyBaseLogger } from 'fastify';

import { housekeepingQueries } from './housekeeping-queries.ts';

/** Twice the day that a repeat of a call is promised its first answer for (B1): clocks differ, and phones sleep. */
const ANSWERS_KEPT_MS = 2 * 24 * 60 * 60_000;
/** Of each customer: more than anybody presses in that time, and few enough to store for somebody who makes them up. */
const ANSWERS_OF_A_CUSTOMER = 1000;
/** How long it is known to whom mail was sent and when; what it said is gone once it was sent. */
const MAILS_KEPT_MS = 30 * 24 * 60 * 60_000;
const EVERY_MS = 10 * 60_000;
/** Rows of one statement: few enough to be done in milliseconds, so that no order waits for them. */
const ROWS_AT_ONCE = 1000;

/**
 * Does what time asks for: clears away sessions that ended and the answers kept for repeats of calls, and counts
 * the meals of days that are over as handed out, but for closed days.
 */
export async function keepHouse(
  database: Database,
  now: Instant,
  {
    rowsAtOnce = ROWS_AT_ONCE,
    answersOfACustomer = ANSWERS_OF_A_CUSTOMER,
    isStopped = () => false,
  }: { rowsAtOnce?: number; answersOfACustomer?: number; isStopped?: () => boolean } = {},
): Promise<void> {
  const queries = housekeepingQueries(database);
  const chores = [
    () => queries.removeSessions(now, rowsAtOnce),
    () => queries.removeAnswers(now - ANSWERS_KEPT_MS, rowsAtOnce),
    () => queries.removeChanges(now - ANSWERS_KEPT_MS, rowsAtOnce),
    () => queries.removeLinks(now, rowsAtOnce),
    () => queries.removeMails(now - MAILS_KEPT_MS, rowsAtOnce),
    () => queries.removeAnswersBeyond(answersOfACustomer, rowsAtOnce),
    () => handOutPastMeals(database, now, rowsAtOnce),
  ];
  for (const doSome of chores) while (!isStopped() && (await doSome()) === rowsAtOnce);
}

/**
 * Keeps house at once and then every ten minutes, until it is stopped. Every process may do so, at
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
      await keepHouse(database, clock(), { isStopped: () => stopped });
    } catch (error) {
      log.error({ err: error }, 'housekeeping failed and is tried again later');
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
