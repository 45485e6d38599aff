import type { session } from '@refectory/contract/session';
import type { Settings } from '@refectory/contract/settings';

import type { ServerHandlers } from '../http/implement.ts';
import { notBuilt } from '../http/not-built.ts';
import { refuse } from '../http/refusal.ts';
import { basicCredentials } from './basic-credentials.ts';
import type { LoginLimits } from './login-limits.ts';
import { isPassword } from './password-hash.ts';
import type { AccountRow, sessionQueries } from './session-queries.ts';
import type { Sessions } from './sessions.ts';

/** What this server can do beyond the specification; only what works is announced (C1). */
export const capabilities = { idempotency: true, live: true, withdrawOffer: true };

/** The handlers of sessions. */
export function sessionHandlers(services: {
  sessions: Sessions;
  limits: LoginLimits;
  queries: ReturnType<typeof sessionQueries>;
  settings: Settings;
}): ServerHandlers<typeof session> {
  const { sessions, limits, queries, settings } = services;

  async function customerOf({ id, passwordHash }: AccountRow, password: string): Promise<number | undefined> {
    return (await isPassword(passwordHash, password)) ? (id ?? undefined) : undefined;
  }

  return {
    async authenticate({ now }) {
      const sessionToken = await sessions.begin(undefined, now);
      return { sessionToken, capabilities, serverTime: now };
    },

    async login({ session, now, address }, { authorization }) {
      const credentials = basicCredentials(authorization);
      if (!credentials) throw refuse('wrongCredentials');
      // The scheme of the header says which way of signing in is meant.
      if (!settings.allowPasswordLogin) throw refuse('switchedOff');
      const { userName, password } = credentials;
      const account = await queries.findAccount(userName);
      const customerId = await limits.attempt(account.name, address, () => customerOf(account, password));
      if (customerId === undefined) throw refuse('wrongCredentials');
      const sessionToken = await sessions.begin(customerId, now, session);
      return { sessionToken, capabilities, serverTime: now };
    },

    loginByCard: notBuilt,
    logout: notBuilt,
    endSessions: notBuilt,
  };
}
