import type { Database } from '@refectory/database/database';
import { giveBackWithdrawn } from '@refectory/database/give-back';
import { releaseCartsOffMenu } from '@refectory/database/held-carts';
import { closeDueBills } from '@refectory/database/hand-out';
import { repeatedJob } from '@refectory/database/repeated-job';
import type { Instant } from '@refectory/domain/day';
import type { FastifyBaseLogger } from 'fastify';

import { housekeepingQueries, type AgedTable } from './housekeeping-queries.ts';

/** Twice the day that a repeat of a call is promised its first answer for: clocks differ, and phones sleep. */
const ANSWERS_KEPT_MS = 2 * 24 * 60 * 60_000;
/** Of each customer: more than anybody presses in that time, and few enough to store for somebody who makes them up. */
const ANSWERS_OF_A_CUSTOMER = 1000;
/**
 * How long it is known to whom mail was sent and when; what it said is gone once it was sent. Where no mail server is named,
 * mails are not kept for longer either.
 */
const MAILS_KEPT_MS = 30 * 24 * 60 * 60_000;
/** Who opens a mail a month later is still told that its link was used. */
const USED_LINKS_KEPT_MS = 90 * 24 * 60 * 60_000;
const EVERY_MS = 10 * 60_000;
/** Rows of one statement: few enough to be done in milliseconds, so that no order waits for them. */
const ROWS_AT_ONCE = 1000;

/**
 * Does what time asks for: clears away sessions that ended, what is kept for repeats of calls, links that have expired and
 * old mails, closes the bills of days that are over, releases carts and gives back orders of what canteens took off the menu. A
 * chore that fails is logged and left to the next time; the others are done all the same.
 */
export async function runHousekeeping(
  { database, log }: { readonly database: Database; readonly log: Pick<FastifyBaseLogger, 'error'> },
  now: Instant,
  {
    rowsAtOnce = ROWS_AT_ONCE,
    mealsAtOnce,
    answersOfACustomer = ANSWERS_OF_A_CUSTOMER,
    isStopped = () => false,
  }: {
    rowsAtOnce?: number;
    mealsAtOnce?: number | undefined;
    answersOfACustomer?: number;
    isStopped?: () => boolean;
  } = {},
): Promise<void> {
  const queries = housekeepingQueries(database);
  const removeAll = async (removeSome: () => Promise<number>) => {
    while (!isStopped() && (await removeSome()) >= rowsAtOnce);
  };
  const removeOld = (table: AgedTable, moment: Instant) =>
    removeAll(() => queries.removeOld(table, moment, rowsAtOnce));
  const by = { actor: 'job housekeeping', now, isStopped };
  const chores: Readonly<Record<string, () => Promise<number | void>>> = {
    sessions: () => removeOld('session', now),
    answers: () => removeOld('idempotency_answer', now - ANSWERS_KEPT_MS),
    changes: () => removeOld('change_made', now - ANSWERS_KEPT_MS),
    links: () => removeOld('mailed_link', now),
    usedLinks: () => removeOld('used_link', now - USED_LINKS_KEPT_MS),
    cardTokens: () => removeOld('card_token', now),
    mails: () => removeOld('outbox', now - MAILS_KEPT_MS),
    answersBeyond: () => removeAll(() => queries.removeAnswersBeyond(answersOfACustomer, rowsAtOnce)),
    // Fewer than asked for are not the last ones: those that another process is at are passed over.
    bills: async () => {
      while (!isStopped() && (await closeDueBills(database, now, mealsAtOnce)) > 0);
    },
    heldCarts: async () => (await releaseCartsOffMenu(database, by)).left,
    giveBack: async () => (await giveBackWithdrawn(database, by)).left,
  };
  for (const [chore, run] of Object.entries(chores)) {
    if (isStopped()) return;
    try {
      const left = (await run()) ?? 0;
      if (left > 0)
        log.error({ chore, left }, 'a chore of housekeeping left what somebody held to the next time');
    } catch (error) {
      log.error({ err: error, chore }, 'a chore of housekeeping failed and is tried again later');
    }
  }
}

/** Keeps house at once and then every ten minutes, until it is stopped. */
export function startHousekeeping(services: {
  readonly database: Database;
  readonly clock: () => Instant;
  readonly log: FastifyBaseLogger;
  readonly everyMs?: number;
}): { readonly stop: () => Promise<void> } {
  const { database, clock, log, everyMs = EVERY_MS } = services;
  const job = repeatedJob({
    everyMs,
    run: (isStopped) => runHousekeeping({ database, log }, clock(), { isStopped }),
  });
  job.start();
  return { stop: job.stop };
}
