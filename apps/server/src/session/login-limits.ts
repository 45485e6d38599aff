import { createHash } from 'node:crypto';

import type { Database } from '@refectory/database/database';
import { RateLimiterPostgres } from 'rate-limiter-flexible';

import { refuse } from '../http/refusal.ts';

/** Failed sign-ins of one account that cost nothing (C30). */
const FREE_FAILURES = 5;
/** How long failures of an account are remembered after the first of them. */
const ACCOUNT_MEMORY_SECONDS = 24 * 60 * 60;
const LONGEST_DELAY_SECONDS = 15 * 60;
/** Failed sign-ins from one address within its window (C30). */
const ADDRESS_FAILURES = 100;
const ADDRESS_WINDOW_SECONDS = 10 * 60;

/** How long an account has to wait after so many failures in a row: from the fifth on 1 s, doubling (C30). */
export function delayAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(2 ** (failures - FREE_FAILURES), LONGEST_DELAY_SECONDS);
}

/** The limits of signing in; they count failures only, across all processes (C30). */
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
  const addresses = new RateLimiterPostgres({
    ...store,
    keyPrefix: 'address',
    points: ADDRESS_FAILURES,
    duration: ADDRESS_WINDOW_SECONDS,
  });

  // Guesses sent side by side would all be let in before the first of them is counted.
  const queues = new Map<string, Promise<unknown>>();
  async function inTurn<T>(key: string, run: () => Promise<T>): Promise<T> {
    const before = queues.get(key);
    const mine = before ? before.then(run, run) : run();
    queues.set(key, mine);
    try {
      return await mine;
    } finally {
      if (queues.get(key) === mine) queues.delete(key);
    }
  }

  async function refuseTooMany(account: string, address: string): Promise<void> {
    const [delay, fromAddress] = await Promise.all([delays.get(account), addresses.get(address)]);
    const waits = [
      delay?.msBeforeNext ?? 0,
      fromAddress && fromAddress.consumedPoints >= ADDRESS_FAILURES ? fromAddress.msBeforeNext : 0,
    ];
    const seconds = Math.ceil(Math.max(...waits) / 1000);
    if (seconds > 0) throw refuse('tooManyAttempts', { seconds });
  }

  async function countFailure(account: string, address: string): Promise<void> {
    const [ofAccount] = await Promise.all([failures.penalty(account), addresses.penalty(address)]);
    const seconds = delayAfter(ofAccount.consumedPoints);
    if (seconds > 0) await delays.set(account, 1, seconds);
  }

  return {
    attempt: (name, address, run) => {
      const account = keyOf(name);
      const from = keyOf(address);
      return inTurn(account, async () => {
        await refuseTooMany(account, from);
        const result = await run();
        if (result === undefined) await countFailure(account, from);
        else await failures.delete(account);
        return result;
      });
    },
  };
}
