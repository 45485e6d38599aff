import type { CardLogin } from '@refectory/contract/session';
import { cardDigest } from '@refectory/database/cards';
import type { Database } from '@refectory/database/database';
import { terminalOf } from '@refectory/database/terminals';
import { normalCardNumber } from '@refectory/domain/card';
import type { Instant } from '@refectory/domain/day';
import type * as z from 'zod/mini';

import { refuse } from '../http/refusal.ts';
import { cardSignInQueries } from './card-sign-in-queries.ts';
import { createCardLimit } from './login-limits.ts';
import { newToken, tokenHash } from '@refectory/database/session-token';
import type { Session } from './sessions.ts';

/** How long the sign-in may take that follows the reading of a card. */
const TOKEN_LIFE_MS = 60_000;

/**
 * Gives the token of one sign-in for a card that was read in a session; throws where the card, or the place it was read
 * at, is refused.
 */
export type CardSignIn = (
  read: z.output<typeof CardLogin>,
  session: Session,
  now: Instant,
) => Promise<string>;

/** Sign-ins by card over a database. */
export function createCardSignIn(database: Database): CardSignIn {
  const limit = createCardLimit(database);
  const queries = cardSignInQueries(database);

  return async ({ cardId, terminal }, session, now) => {
    const where = await terminalOf(database, terminal);
    if (where === undefined) throw refuse('terminalUnknown');
    const digest = await cardDigest(database, cardId);
    const place = where.id === undefined ? 'anywhere' : `terminal ${where.id}`;
    const token = await limit(place, digest, async () => {
      const made = newToken();
      const isStored = await queries.storeToken({
        tokenHash: tokenHash(made),
        sessionHash: tokenHash(session.token),
        digest,
        code: normalCardNumber(cardId),
        terminalId: where.id,
        expiresAt: now + TOKEN_LIFE_MS,
      });
      return isStored ? made : undefined;
    });
    if (token === undefined) throw refuse('cardRefused');
    return token;
  };
}
