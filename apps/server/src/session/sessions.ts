import { durationOfDays, type Instant } from '@refectory/domain/day';
import type { PriceLevel } from '@refectory/domain/price-level';

import type { sessionQueries } from './session-queries.ts';
import { guestTokenEnd, isGuestToken, newGuestToken, newToken, tokenHash } from './session-token.ts';

/** A session; without a customer it is a guest's. */
export type Session = {
  readonly token: string;
  readonly customerId: number | undefined;
  /** The prices that hold for this caller. */
  readonly priceLevel: PriceLevel;
  /** The terms in force have to be accepted, and this customer has not done so. */
  readonly owesTerms: boolean;
  /** When a guest's session ends; a customer's may end at any moment, as the database says. */
  readonly endsAt?: Instant;
};

/** A logged-in customer's session. */
export type CustomerSession = Session & { readonly customerId: number };

/** Whether a session is a logged-in customer's. */
export function isCustomerSession(session: Session): session is CustomerSession {
  return session.customerId !== undefined;
}

/** How long a session lives after it began. */
const LIFE_MS = durationOfDays(1);
/** How long a read may trust what was last found out about a session. */
const TRUST_MS = 1000;
/** Sessions remembered at once; more than are active within a second. */
const REMEMBERED = 10_000;
/** The level of everybody without one. */
const GUEST_LEVEL: PriceLevel = 'other';

/** The sessions of an app. */
export type Sessions = {
  /** Begins a session, ending the customer's one it takes the place of; gives its token. */
  readonly begin: (customerId: number | undefined, now: Instant, replaced?: Session) => Promise<string>;
  /** The session of a token, at most one second old. */
  readonly find: (token: string, now: Instant) => Session | Promise<Session | undefined>;
  /** The session of a token, as the database has it now. */
  readonly check: (token: string, now: Instant) => Promise<Session | undefined>;
  /** Whether a session that was found some time ago still is one. */
  readonly isAlive: (session: Session, now: Instant) => Promise<boolean>;
};

/** Sessions over a database, with a short memory for reads. */
export function createSessions(queries: ReturnType<typeof sessionQueries>): Sessions {
  const remembered = new Map<string, { session: Session; at: Instant }>();

  /** A guest's session, for which the token alone vouches. */
  async function guestSession(token: string, now: Instant): Promise<Session | undefined> {
    const end = guestTokenEnd(await queries.guestKey(), token);
    if (end === undefined || end <= now) return undefined;
    return { token, customerId: undefined, priceLevel: GUEST_LEVEL, owesTerms: false, endsAt: end };
  }

  async function customerSession(token: string, now: Instant): Promise<Session | undefined> {
    const row = await queries.find(tokenHash(token));
    if (!row || row.expiresAt <= now) return undefined;
    return { token, customerId: row.customerId, priceLevel: row.priceLevel, owesTerms: row.owesTerms };
  }

  async function check(token: string, now: Instant): Promise<Session | undefined> {
    const session = await (isGuestToken(token) ? guestSession(token, now) : customerSession(token, now));
    remembered.delete(token);
    if (!session) return undefined;
    remembered.set(token, { session, at: now });
    if (remembered.size > REMEMBERED) {
      const [oldest] = remembered.keys();
      if (oldest !== undefined) remembered.delete(oldest);
    }
    return session;
  }

  return {
    check,
    isAlive: async ({ token, endsAt }, now) =>
      now < (endsAt ?? (await queries.find(tokenHash(token)))?.expiresAt ?? now),
    find(token, now) {
      const known = remembered.get(token);
      const age = known ? now - known.at : Number.NaN;
      // A clock that was set back makes the age negative: such a memory is worth nothing.
      const isTrusted = age >= 0 && age < TRUST_MS;
      if (!known || !isTrusted || now >= (known.session.endsAt ?? Infinity)) return check(token, now);
      return known.session;
    },
    async begin(customerId, now, replaced) {
      const expiresAt = now + LIFE_MS;
      if (customerId === undefined) return newGuestToken(await queries.guestKey(), expiresAt);
      const token = newToken();
      const replacedHash = replaced && tokenHash(replaced.token);
      await queries.begin({ hash: tokenHash(token), customerId, now, expiresAt }, replacedHash);
      if (replaced) remembered.delete(replaced.token);
      return token;
    },
  };
}
