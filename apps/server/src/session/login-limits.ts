import { createHash } from 'node:crypto';

import type { Database } from '@refectory/database/database';
import { queuesByKey } from '@refectory/database/queues-by-key';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

import { refuse, type RefusalError } from '../http/refusal.ts';
import { networkOf } from './network-of.ts';
import { createSignInTurns, type SignInTurns } from './sign-in-turns.ts';

/** The limits of signing in, as a canteen sets them. */
export type LoginLimitSettings = {
  /** Failed sign-ins of one account in a day that cost nothing. */
  readonly freeFailures: number;
  /** The longest wait for an account, in seconds; the wait doubles with every failure. */
  readonly longestDelaySeconds: number;
  /** Names for which sign-ins may fail from one network within its window. */
  readonly networkNames: number;
  readonly networkWindowSeconds: number;
};

export const DEFAULT_LOGIN_LIMITS: LoginLimitSettings = {
  freeFailures: 5,
  longestDelaySeconds: 15 * 60,
  networkNames: 100,
  networkWindowSeconds: 10 * 60,
};

/** How long failures of an account are remembered after the first of them. */
const ACCOUNT_MEMORY_SECONDS = 24 * 60 * 60;
/** Sign-ins from one network that a process tries at once, about what its hashing threads can do. */
const NETWORK_AT_ONCE = 8;

/** How long an account has to wait after so many failures in a row: from the last free one on 1 s, doubling. */
export function delayAfter(
  failures: number,
  { freeFailures, longestDelaySeconds }: LoginLimitSettings = DEFAULT_LOGIN_LIMITS,
): number {
  if (failures < freeFailures) return 0;
  return Math.min(2 ** (failures - freeFailures), longestDelaySeconds);
}

/** What is attempted: a sign-in, one from a device that is known, or a change of password, whose name is the customer's id. */
export type AttemptKind = 'sign-in' | 'known-device' | 'password-change';

/**
 * The limits of signing in; they count failures only, across all processes: those of an account exactly, those
 * of a network to the few that were being tried when the last one failed. Of a network names are counted, not
 * failures: whoever mistypes their own password five times does not hold a company up.
 */
export type LoginLimits = {
  /**
   * Runs an attempt, which answers undefined when it failed; attempts on one account go one by one.
   * `name` is the account's as the database folds its case: by another rule one account would have
   * several names to guess for (PostgreSQL takes a capital dotted I for an i, JavaScript does not).
   * Each kind has a count of its own. From a known device the network has none: strangers' guesses do not keep out
   * whoever signed in there before.
   */
  readonly attempt: <T>(
    name: string,
    address: string,
    run: () => Promise<T | undefined>,
    kind?: AttemptKind,
  ) => Promise<T | undefined>;
  /** Forgets the failures of an account whose owner proved who they are. */
  readonly forget: (name: string) => Promise<void>;
};

/** A hash has a length the store can hold, whatever was sent, and names that nobody has are not kept readable. */
const keyOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** A user name may be any text: what is counted for one kind must not be the name of another. */
const accountKey = (kind: AttemptKind, name: string) => keyOf(JSON.stringify([kind, name]));

/** Where counts are kept: a table of the schema, so that all processes count together. */
const storeIn = (pool: Database['pool']) => ({
  storeClient: pool,
  storeType: 'pool',
  tableName: 'login_limit',
  tableCreated: true,
  clearExpiredByTimeout: true,
});

/** The limits as they are kept in a database. They run on real time, since they slow real guesses down. */
export function createLoginLimits(
  { pool }: Database,
  {
    settings = DEFAULT_LOGIN_LIMITS,
    turns = createSignInTurns(),
  }: { readonly settings?: LoginLimitSettings; readonly turns?: SignInTurns } = {},
): LoginLimits {
  const store = storeIn(pool);
  const failures = new RateLimiterPostgres({
    ...store,
    keyPrefix: 'failures',
    points: settings.freeFailures,
    duration: ACCOUNT_MEMORY_SECONDS,
  });
  const delays = new RateLimiterPostgres({ ...store, keyPrefix: 'delay', points: 1, duration: 1 });
  const networks = new RateLimiterPostgres({
    ...store,
    keyPrefix: 'network',
    points: settings.networkNames,
    duration: settings.networkWindowSeconds,
  });

  /** Names for which a sign-in failed from a network. */
  const namesOfNetworks = new RateLimiterPostgres({
    ...store,
    keyPrefix: 'name',
    points: 1,
    duration: settings.networkWindowSeconds,
  });

  // Guesses sent side by side wait for each other here, before they trouble the database.
  const inTurnOfAccount = queuesByKey(1);
  const inTurnOfNetwork = queuesByKey(NETWORK_AT_ONCE);

  async function refuseTooMany(account: string, network: string | undefined): Promise<void> {
    const [delay, ofNetwork] = await Promise.all([
      delays.get(account),
      network === undefined ? null : networks.get(network),
    ]);
    const waits = [
      delay?.msBeforeNext ?? 0,
      ofNetwork && ofNetwork.consumedPoints >= settings.networkNames ? ofNetwork.msBeforeNext : 0,
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
    const seconds = delayAfter(attempts, settings);
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
  async function countFailure(account: string, network: string | undefined, attempts: number): Promise<void> {
    const seconds = delayAfter(attempts, settings);
    await Promise.all([
      network !== undefined && countName(account, network),
      seconds > 0 && delays.set(account, 1, seconds),
    ]);
  }

  async function countName(account: string, network: string): Promise<void> {
    const { consumedPoints } = await namesOfNetworks.penalty(keyOf(`${network} ${account}`));
    if (consumedPoints === 1) await networks.penalty(network);
  }

  async function forget(account: string): Promise<void> {
    await Promise.all([failures.delete(account), delays.delete(account)]);
  }

  return {
    forget: (name) => forget(accountKey('sign-in', name)),
    attempt: (name, address, run, kind = 'sign-in') => {
      const account = accountKey(kind, name);
      const network = keyOf(networkOf(address));
      const limited = kind === 'known-device' ? undefined : network;
      const attempt = async () => {
        await refuseTooMany(account, limited);
        const attempts = await takeTurn(account);
        const result = await run();
        if (result === undefined) await countFailure(account, limited, attempts);
        else await forget(account);
        return result;
      };
      return inTurnOfAccount.run(account, () => inTurnOfNetwork.run(network, () => turns(attempt)));
    },
  };
}

/** Calls that have mail sent, from one network in an hour: a company's worth, and few enough to flood nobody. */
const MAILS_OF_A_NETWORK = 200;
const MAIL_WINDOW_SECONDS = 60 * 60;

/** Counts a call from an address; throws `tooManyRequests` when its network has made too many. */
export type NetworkLimit = (address: string) => Promise<void>;

/** The limit of calls that have mail sent. */
export function createMailLimit({ pool }: Database): NetworkLimit {
  const calls = new RateLimiterPostgres({
    ...storeIn(pool),
    keyPrefix: 'mail',
    points: MAILS_OF_A_NETWORK,
    duration: MAIL_WINDOW_SECONDS,
  });
  return async (address) => {
    try {
      await calls.consume(keyOf(networkOf(address)));
    } catch (reason) {
      if (reason instanceof RateLimiterRes)
        throw refuse('tooManyRequests', { seconds: Math.ceil(reason.msBeforeNext / 1000) });
      throw reason;
    }
  };
}

function tooMany(waitMs: number): RefusalError {
  return refuse('tooManyAttempts', { seconds: Math.ceil(waitMs / 1000) });
}

/**
 * Different cards that may be refused in a day at one terminal, or at all places together where none is registered. A
 * card that is refused again counts once, and one that is accepted undoes nothing: whoever has a card of their own does
 * not get more guesses by it.
 */
export const REFUSED_CARDS_IN_A_DAY = 50;
const CARD_WINDOW_SECONDS = 24 * 60 * 60;

/** Tries a card that was read at a place, which answers undefined where it is refused; throws when too many were. */
export type CardLimit = <T>(
  place: string,
  digest: Buffer,
  run: () => Promise<T | undefined>,
) => Promise<T | undefined>;

/** The limit of cards that are refused. It runs on real time, since it slows real guesses down. */
export function createCardLimit({ pool }: Database): CardLimit {
  const store = { ...storeIn(pool), duration: CARD_WINDOW_SECONDS };
  const refusals = new RateLimiterPostgres({ ...store, keyPrefix: 'cards', points: REFUSED_CARDS_IN_A_DAY });
  const refusedCards = new RateLimiterPostgres({ ...store, keyPrefix: 'card', points: 1 });
  // Guesses that are sent side by side are counted one by one.
  const inTurnOfPlace = queuesByKey(1);

  return (place, digest, run) =>
    inTurnOfPlace.run(place, async () => {
      const counted = await refusals.get(place);
      if (counted && counted.consumedPoints >= REFUSED_CARDS_IN_A_DAY) throw tooMany(counted.msBeforeNext);
      const result = await run();
      if (result !== undefined) return result;
      const { consumedPoints } = await refusedCards.penalty(
        keyOf(`${place} ${digest.toString('base64url')}`),
      );
      if (consumedPoints === 1) await refusals.penalty(place);
      return undefined;
    });
}
