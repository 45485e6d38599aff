import { sessionTokenOf } from '@refectory/contract/session';
import { failureOf } from '@refectory/contract/errors';
import { createStore, type StoreApi } from 'zustand/vanilla';

import type { Platform } from '#platform/platform.ts';
import { emptySnapshot } from '#platform/storage/snapshot.ts';

/** Whether the application has a session token: without one only an error page can be shown. */
export type SessionStatus = 'starting' | 'ready' | 'failed';
export type SessionStatusStore = StoreApi<{ readonly status: SessionStatus }>;

export function createSessionStatus(): SessionStatusStore {
  return createStore(() => ({ status: 'starting' }));
}

/** Credentials as a basic authorization header, UTF-8. // spec §3, login */
export function basicAuthorization(userName: string, password: string): string {
  const bytes = new TextEncoder().encode(`${userName}:${password}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}

/** Obtains a guest's session token; false when there was none to be had (OQ-46). */
async function authenticate(platform: Platform): Promise<boolean> {
  try {
    const answer = await platform.call('authenticate', undefined);
    const sessionToken = sessionTokenOf(answer);
    if (sessionToken === undefined) return false;
    platform.snapshot.setState(({ session }) => ({
      session: {
        ...session,
        authentication: { sessionToken },
        ...(answer.capabilities?.idempotency !== undefined && {
          idempotency: answer.capabilities.idempotency,
        }),
      },
    }));
    return true;
  } catch (error) {
    if (!failureOf(error)) throw error;
    return false;
  }
}

/** Makes sure of a session before anything is shown; a stored one is taken over. // spec §4, session */
export async function startSession(platform: Platform): Promise<void> {
  const { authentication } = platform.snapshot.getState().session;
  const hasToken = authentication.sessionToken !== undefined || (await authenticate(platform));
  if (hasToken) platform.sessionStatus.setState({ status: 'ready' });
  else failSession(platform);
}

/** Drops everything of the customer; language and the keys of unanswered calls stay (C3). // spec §4, logout */
function forgetCustomer(platform: Platform): void {
  platform.snapshot.setState(({ language, pendingKeys }) => ({
    ...emptySnapshot,
    language,
    pendingKeys,
    wantedPath: undefined,
  }));
  platform.queries.clear();
}

/** Logs out in the browser and begins a guest's session. */
export async function logout(platform: Platform): Promise<void> {
  forgetCustomer(platform);
  if (!(await authenticate(platform))) failSession(platform);
}

/** There is no session to be had: only an error page can be shown. // spec §2, §8 */
export function failSession(platform: Platform): void {
  platform.sessionStatus.setState({ status: 'failed' });
}

/**
 * What to do when the server refuses the session (OQ-52): a guest gets a new one, and the call may
 * be repeated; a customer is told, logged out and led to the login. Answers whether to repeat.
 */
export async function renewSession(platform: Platform): Promise<boolean> {
  const wasCustomer = platform.snapshot.getState().session.auth;
  if (wasCustomer) {
    forgetCustomer(platform);
    platform.toasts.add({ messageKey: 'Error.messageUnauthorized', tone: 'error' });
    platform.onSessionLost('refused');
  } else {
    // A guest has nothing to lose but the token.
    platform.snapshot.setState(({ session }) => ({ session: { ...session, authentication: {} } }));
  }
  const renewed = await authenticate(platform);
  if (!renewed) failSession(platform);
  return renewed && !wasCustomer;
}

/** Another tab logged out, or somebody else in: nothing of the customer before stays in this one (C3). */
export function followOtherTabs(platform: Platform): () => void {
  return platform.snapshot.onOtherTab((now, before) => {
    if (now.session.customerId === before.session.customerId) return;
    platform.queries.clear();
    if (before.session.auth) platform.onSessionLost('elsewhere');
  });
}

/** Logs in by password and reads the customer; throws `ApiError`. // spec §4, session */
export async function login(platform: Platform, userName: string, password: string): Promise<void> {
  const answer = await platform.call('login', { authorization: basicAuthorization(userName, password) });
  const sessionToken =
    sessionTokenOf(answer) ?? platform.snapshot.getState().session.authentication.sessionToken;
  platform.snapshot.setState(({ session }) => ({
    session: { ...session, authentication: { ...(sessionToken && { sessionToken }) } },
  }));
  platform.queries.clear();
  let customer;
  try {
    customer = await platform.queries.fetchQuery(platform.query('getCustomer', undefined));
  } catch (error) {
    // Without the customer nobody is logged in, so the token of the login must not serve a guest.
    await logout(platform);
    throw error;
  }
  const customerId = String(customer.customerId ?? customer.id ?? userName);
  platform.snapshot.setState(({ session }) => ({
    session: {
      ...session,
      auth: true,
      keepLogged: false,
      loggedInAt: platform.clock.now(),
      customerId,
      ...(customer.capabilities?.idempotency !== undefined && {
        idempotency: customer.capabilities.idempotency,
      }),
    },
  }));
}
