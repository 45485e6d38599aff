import { createHash } from 'node:crypto';

import type { Database } from '@refectory/database/database';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

import { refuse, type RefusalError } from '../http/refusal.ts';
import { queuesByKey } from '../queues-by-key.ts';
import { networkOf } from './network-of.ts';

/** Failed sign-ins of one account that cost nothing (C30). */
const FREE_FAILURES = 5;
/** How long failures of an account are remembered after the first of them. */
const ACCOUNT_MEMORY_SECONDS = 24 * 60 * 60;
const LONGEST_DELAY_SECONDS = 15 * 60;
/** Failed sign-ins from one network within its window (C30). */
const NETWORK_FAILURES = 100;
const NETWORK_WINDOW_SECONDS = 10 * 60;
/** Sign-ins from one network that a process tries at once, about what its hashing threads can do. */
const NETWORK_AT_ONCE = 8;

/** How long an account has to wait after so many failures in a row: from the fifth on 1 s, doubling (C30). */
export function delayAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(2 ** (failures - FREE_FAILURES), LONGEST_DELAY_SECONDS);
}

/**
 * The limits of signing in; they count failures only, across all processes (C30): those of an account exactly, those
 * of a network to the few that were being tried when the last one failed.
 */
export type LoginLimits = {
  /**
   * Runs an attempt, which answers undefined when it failed; attempts on one account go one by one.
   * `name` is the account's as the database folds its case: by another rule one account would have
   * several names to guess for (PostgreSQL takes a capital dotted I for an i, JavaScript does not).
   */
  readonly attempt: <T>(
    name: string,
    address: string,
    run: () => Promise<T | undefined>,
  ) => Promise<T | undefined>;
};

/** A hash has a length the store can hold, whatever was sent, and names that nobody has are not kept readable. */
const keyOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** The limits as they are kept in a database. They run on real time, since they slow real guesses down. */
export function createLoginLimits({ pool }: Database): LoginLimits {
  const store = {
    storeClient: pool,
    storeType: 'pool',
    tableName: 'login_limit',
    tableCreated: true,
    clearExpiredByTimeout: true,
  };
  const failures = new RateLimiterPostgres({
    ...store,
    keyPrefix: 'failures',
    points: FREE_FAILURES,
    duration: ACCOUNT_MEMORY_SECONDS,
  });
  const delays = new RateLimiterPostgres({ ...store, keyPrefix: 'delay', points: 1, duration: 1 });
  const networks = new RateLimiterPostgres({
    ...store,
    keyPrefix: 'network',
    points: NETWORK_FAILURES,
    duration: NETWORK_WINDOW_SECONDS,
  });

  // Guesses sent side by side wait for each other here, before they trouble the database.
  const inTurnOfAccount = queuesByKey(1);
  const inTurnOfNetwork = queuesByKey(NETWORK_AT_ONCE);

  async function refuseTooMany(account: string, network: string): Promise<void> {
    const [delay, ofNetwork] = await Promise.all([delays.get(account), networks.get(network)]);
    const waits = [
      delay?.msBeforeNext ?? 0,
      ofNetwork && ofNetwork.consumedPoints >= NETWORK_FAILURES ? ofNetwork.msBeforeNext : 0,
    ];
    const waitMs = Math.max(...waits);
    if (waitMs > 0) throw tooMany(waitMs);
  }

  /**
   * Counts an attempt before it is made, and answers how many there were: the fifth and every later
   * one must win the delay first, which one of all processes does.
   */
  async function takeTurn(account: string): Promise<number> {
    const { consumedPoints: attempts } = await failures.penalty(account);
    const seconds = delayAfter(attempts);
    if (seconds === 0) return attempts;
    try {
      await delays.consume(account, 1, { customDuration: seconds });
      return attempts;
    } catch (reason) {
      await failures.reward(account);
      throw reason instanceof RateLimiterRes ? tooMany(reason.msBeforeNext) : reason;
    }
  }

  /** The delay begins anew when the failure is told. */
  async function countFailure(account: string, network: string, attempts: number): Promise<void> {
    const seconds = delayAfter(attempts);
    await Promise.all([networks.penalty(network), seconds > 0 && delays.set(account, 1, seconds)]);
  }

  async function forget(account: string): Promise<void> {
    await Promise.all([failures.delete(account), delays.delete(account)]);
  }

  return {
    attempt: (name, address, run) => {
      const account = keyOf(name);
      const network = keyOf(networkOf(address));
      const attempt = async () => {
        await refuseTooMany(account, network);
        const attempts = await takeTurn(account);
        const result = await run();
        if (result === undefined) await countFailure(account, network, attempts);
        else await forget(account);
        return result;
      };
      return inTurnOfAccount.run(account, () => inTurnOfNetwork.run(network, attempt));
    },
  };
}

function tooMany(waitMs: number): RefusalError {
  return refuse('tooManyAttempts', { seconds: Math.ceil(waitMs / 1000) });
}
