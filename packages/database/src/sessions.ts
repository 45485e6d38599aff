import type { Instant } from '@refectory/domain/day';
import type { PriceLevel } from '@refectory/domain/price-level';
import type { Language } from '@refectory/domain/texts';

import type { Database } from './database.ts';
import { signingKey } from './signing-key.ts';
import { guestTokenEnd, isGuestToken, tokenHash } from './session-token.ts';

type Connected = { readonly pool: Pick<Database['pool'], 'query'> };

/** A session as it is stored. */
export type SessionRow = {
  customerId: number;
  priceLevel: PriceLevel;
  /** The language that is remembered of the customer. */
  language: Language | null;
  /** The terms in force have to be accepted, and this customer has not done so. */
  owesTerms: boolean;
  expiresAt: Instant;
  lastSeenAt: Instant;
  keepLogged: boolean;
  /** It was begun with a card, and there are terminals: some calls ask for the password first. */
  needsPassword: boolean;
};

/** How long a session that nobody uses lives, in ms, unless its customer asked to stay signed in. */
const IDLE_MS = 4 * 60 * 60_000;

/** When a session ends, if it is not used any more. */
export function endOfSession({ expiresAt, lastSeenAt, keepLogged }: SessionRow): Instant {
  return keepLogged ? expiresAt : Math.min(expiresAt, lastSeenAt + IDLE_MS);
}

/** The sessions of customers' tokens, whether they have ended or not; one of a blocked customer is none. */
export async function findSessions(
  { pool }: Connected,
  hashes: readonly Buffer[],
): Promise<(SessionRow | undefined)[]> {
  const { rows } = await pool.query<SessionRow & { place: number }>({
    name: 'session-find',
    text: `select asked.place::int, s.customer_id as "customerId", a.price_level as "priceLevel", c.language,
             s.expires_at as "expiresAt", s.last_seen_at as "lastSeenAt", s.keep_logged as "keepLogged",
             coalesce((
               select not exists (
                 select from terms_consent tc where tc.customer_id = s.customer_id and tc.version = t.version)
               from terms t where t.is_binding order by t.version desc limit 1), false) as "owesTerms",
             s.by_card and exists (select from terminal) as "needsPassword"
           from unnest($1::bytea[]) with ordinality asked (hash, place)
           join session s on s.token_hash = asked.hash join customer c on c.id = s.customer_id and c.active
           join account a on a.customer_id = c.id`,
    values: [hashes],
  });
  const found = new Map(rows.map((row) => [row.place, row]));
  return hashes.map((_, index) => found.get(index + 1));
}

/** Whose session a token is at a moment: a customer's, a guest's, or nobody's. */
export async function ownerOfToken(
  database: Connected,
  token: string,
  now: Instant,
): Promise<Pick<SessionRow, 'customerId' | 'needsPassword'> | 'guest' | undefined> {
  if (isGuestToken(token)) {
    const end = guestTokenEnd(await signingKey(database), token);
    return end !== undefined && now < end ? 'guest' : undefined;
  }
  const [session] = await findSessions(database, [tokenHash(token)]);
  if (!session || now >= endOfSession(session)) return undefined;
  return { customerId: session.customerId, needsPassword: session.needsPassword };
}
