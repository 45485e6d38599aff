import { endOfSession } from '@refectory/database/sessions';
import { durationOfDays, type Instant } from '@refectory/domain/day';
import type { PriceLevel } from '@refectory/domain/price-level';
import type { Language } from '@refectory/domain/texts';

import type { sessionQueries } from './session-queries.ts';
import {
  guestTokenEnd,
  isGuestToken,
  newGuestToken,
  newToken,
  tokenHash,
} from '@refectory/database/session-token';

/** A session; without a customer it is a guest's. */
export type Session = {
  readonly token: string;
  readonly customerId: number | undefined;
  /** The prices that hold for this caller. */
  readonly priceLevel: PriceLevel;
  /** The language that is remembered of the customer. */
  readonly language?: Language | null;
  /** The terms in force have to be accepted, and this customer has not done so. */
  readonly owesTerms: boolean;
  /** A card began it: what asks for more than that asks for the password first. */
  readonly needsPassword: boolean;
  /** When a guest's session ends; a customer's may end at any moment, as the database says. */
  readonly endsAt?: Instant;
};

/** A logged-in customer's session. */
export type CustomerSession = Session & { readonly customerId: number };

/** Whether a session is a logged-in customer's. */
export function isCustomerSession(session: Session): session is CustomerSession {
  return session.customerId !== undefined;
}

/** How long a session lives after it began, unless its customer asked to stay signed in. */
const LIFE_MS = durationOfDays(1);
/** How exactly the last use of a session is noted: each note writes a row. */
const NOTED_MS = 5 * 60_000;
/** How long a read may trust what was last found out about a session. */
const TRUST_MS = 1000;
/** Sessions remembered at once; more than are active within a second. */
const REMEMBERED = 10_000;
/** The level of everybody without one. */
const GUEST_LEVEL: PriceLevel = 'other';

/** How a session is begun. */
export type SessionBeginning = {
  /** The session it takes the place of. */
  readonly replaced?: Session;
  /** How many days the customer stays signed in, whatever they do; a day at most where absent. */
  readonly days?: number | undefined;
  /** The hash of the password they signed in with. */
  readonly passwordHash?: string;
};

/** The sessions of an app. */
export type Sessions = {
  /** Gives the token of a guest's new session. */
  readonly beginGuest: (now: Instant) => Promise<string>;
  /** Begins a customer's session; gives its token, or nothing where they may not sign in any more. */
  readonly begin: (customerId: number, now: Instant, how?: SessionBeginning) => Promise<string | undefined>;
  /** Begins the session that the token of a card stands for; gives its token, or nothing where that cannot be used. */
  readonly beginByCard: (cardToken: string, replaced: Session, now: Instant) => Promise<string | undefined>;
  /** Ends a session; a guest's only ends by its age. */
  readonly end: (session: Session) => Promise<void>;
  /** Ends every session of a customer. */
  readonly endAll: (session: CustomerSession, now: Instant) => Promise<void>;
  /** The session of a token, at most one second old. */
  readonly find: (token: string, now: Instant) => Session | Promise<Session | undefined>;
  /** The session of a token, as the database has it now. */
  readonly check: (token: string, now: Instant) => Promise<Session | undefined>;
  /** Remembers the language that the customer of a session changes something in. */
  readonly rememberLanguage: (session: CustomerSession, language: Language) => Promise<void>;
  /** Whether a session that was found some time ago still is one. */
  readonly isAlive: (session: Session, now: Instant) => Promise<boolean>;
};

/** Sessions over a database, with a short memory for reads. */
export function createSessions(queries: ReturnType<typeof sessionQueries>): Sessions {
  const remembered = new Map<string, { session: Session; at: Instant }>();

  /** A guest's session, for which the token alone vouches. */
  async function guestSession(token: string, now: Instant): Promise<Session | undefined> {
    const end = guestTokenEnd(await queries.signingKey(), token);
    if (end === undefined || end <= now) return undefined;
    return {
      token,
      customerId: undefined,
      priceLevel: GUEST_LEVEL,
      owesTerms: false,
      needsPassword: false,
      endsAt: end,
    };
  }

  async function customerSession(token: string, now: Instant): Promise<Session | undefined> {
    const hash = tokenHash(token);
    const row = await queries.find(hash);
    if (!row || endOfSession(row) <= now) return undefined;
    if (now - row.lastSeenAt >= NOTED_MS) await queries.touch(hash, now);
    const { customerId, priceLevel, language, owesTerms, needsPassword } = row;
    return { token, customerId, priceLevel, language, owesTerms, needsPassword };
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
    isAlive: async ({ token, endsAt }, now) => {
      if (endsAt !== undefined) return now < endsAt;
      const row = await queries.find(tokenHash(token));
      return row !== undefined && now < endOfSession(row);
    },
    find(token, now) {
      const known = remembered.get(token);
      const age = known ? now - known.at : Number.NaN;
      // A clock that was set back makes the age negative: such a memory is worth nothing.
      const isTrusted = age >= 0 && age < TRUST_MS;
      if (!known || !isTrusted || now >= (known.session.endsAt ?? Infinity)) return check(token, now);
      return known.session;
    },
    beginGuest: async (now) => newGuestToken(await queries.signingKey(), now + LIFE_MS),

    async begin(customerId, now, { replaced, days, passwordHash } = {}) {
      const token = newToken();
      const begun = await queries.begin(
        {
          hash: tokenHash(token),
          customerId,
          now,
          expiresAt: now + (days === undefined ? LIFE_MS : durationOfDays(days)),
          keepLogged: days !== undefined,
          passwordHash,
        },
        replaced && tokenHash(replaced.token),
      );
      if (replaced) remembered.delete(replaced.token);
      return begun ? token : undefined;
    },

    async beginByCard(cardToken, replaced, now) {
      const token = newToken();
      const customerId = await queries.beginByCard({
        hash: tokenHash(token),
        cardTokenHash: tokenHash(cardToken),
        replacedHash: tokenHash(replaced.token),
        now,
        expiresAt: now + LIFE_MS,
      });
      if (customerId === undefined) return undefined;
      remembered.delete(replaced.token);
      return token;
    },

    async rememberLanguage({ customerId, language: known, needsPassword }, language) {
      // Who came by card reads what the terminal shows, in its language.
      if (language === known || needsPassword) return;
      await queries.rememberLanguage(customerId, language);
    },

    async end(session) {
      if (isCustomerSession(session)) await queries.end(tokenHash(session.token));
      remembered.delete(session.token);
    },

    async endAll({ token, customerId }, now) {
      await queries.endAll(customerId, now);
      remembered.delete(token);
    },
  };
}
