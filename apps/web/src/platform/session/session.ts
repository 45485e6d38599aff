import { sessionTokenOf, type Capabilities } from '@refectory/contract/session';
import { failureOf } from '@refectory/contract/errors';
import type { QueryClient } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';

import type { Call } from '#platform/api/api.ts';
import type { Query } from '#platform/api/query.ts';
import type { ServerClock } from '#platform/clock/server-clock.ts';
import type { DialogStore } from '#platform/dialogs/dialog-store.ts';
import { afterLogout, remembering, type Snapshot, type SnapshotStore } from '#platform/storage/snapshot.ts';
import type { ToastStore } from '#platform/toasts/toast-store.ts';

/** Whether the application has a session token: without one only an error page can be shown. */
export type SessionStatus = 'starting' | 'ready' | 'failed';
export type SessionStatusStore = StoreApi<{ readonly status: SessionStatus }>;

export function createSessionStatus(): SessionStatusStore {
  return createStore(() => ({ status: 'starting' }));
}

/** What a session is kept in, and who is told of it. */
export type SessionOwner = {
  readonly snapshot: SnapshotStore;
  readonly sessionStatus: SessionStatusStore;
  readonly toasts: ToastStore;
  readonly dialogs: DialogStore;
  readonly clock: ServerClock;
  readonly call: Call;
  readonly queries: QueryClient;
  readonly query: Query;
  /** What the dishes of the offer are searched for. */
  readonly dishSearch: StoreApi<{ readonly text: string }>;
  /** Called when a customer's session ended without him asking here: the application leaves his page. */
  onSessionLost: (reason: 'refused' | 'elsewhere') => void;
};

/** What the server announces of the additions that are used as long as the session lasts (C1). */
export function announced({ idempotency, live, withdrawOffer }: Capabilities = {}): Pick<
  Snapshot['session'],
  'idempotency' | 'live' | 'withdrawOffer'
> {
  return {
    ...(idempotency !== undefined && { idempotency }),
    ...(live !== undefined && { live }),
    ...(withdrawOffer !== undefined && { withdrawOffer }),
  };
}

/** Obtains a guest's session token; false when there was none to be had (OQ-46). */
async function authenticate(owner: SessionOwner): Promise<boolean> {
  try {
    const answer = await owner.call('authenticate', undefined);
    const sessionToken = sessionTokenOf(answer);
    if (sessionToken === undefined) return false;
    owner.snapshot.setState(({ session }) => ({
      session: {
        ...session,
        authentication: { sessionToken },
        ...announced(answer.capabilities),
        customersPairing: answer.capabilities?.customersPairing ?? answer.customersPairing,
      },
    }));
    return true;
  } catch (error) {
    if (!failureOf(error)) throw error;
    return false;
  }
}

/**
 * Makes sure of a session before anything is shown. A stored one is taken over, except a guest's of a server that
 * announces nothing: it may have ended, and such a server does not say so at the login. // spec §4, session
 */
export async function startSession(owner: SessionOwner): Promise<void> {
  const { auth, authentication, idempotency } = owner.snapshot.getState().session;
  const isStored = authentication.sessionToken !== undefined;
  const isTakenOver = isStored && (auth || idempotency !== undefined);
  if (isTakenOver || (await authenticate(owner))) owner.sessionStatus.setState({ status: 'ready' });
  else failSession(owner);
}

/** The times of last comments, with that of the customer who is in. */
function lastCommentsOf({ session, lastComments }: Snapshot): Snapshot['lastComments'] {
  const { customerId, lastCommentTimestamp } = session;
  if (customerId === undefined || lastCommentTimestamp === undefined) return lastComments;
  return remembering(lastComments, { customerId, lastCommentTimestamp });
}

/**
 * Drops everything of the customer; language, period, the keys of unanswered calls, the time of his last comment, and
 * what he was told of his offers stay, these for himself (C3). // spec §4, logout
 */
function forgetCustomer(owner: SessionOwner): void {
  owner.snapshot.setState((snapshot) => afterLogout({ ...snapshot, lastComments: lastCommentsOf(snapshot) }));
  clearScreen(owner);
}

/** What was read and typed for the customer before; a question to him is nobody else's to answer. */
function clearScreen({ queries, dishSearch, dialogs }: SessionOwner): void {
  queries.clear();
  dishSearch.setState({ text: '' });
  dialogs.closeAll();
}

/** Logs out in the browser and begins a guest's session. */
export async function logout(owner: SessionOwner): Promise<void> {
  forgetCustomer(owner);
  if (!(await authenticate(owner))) failSession(owner);
}

/** There is no session to be had: only an error page can be shown. // spec §2, §8 */
export function failSession(owner: SessionOwner): void {
  owner.sessionStatus.setState({ status: 'failed' });
}

/**
 * What to do when the server refuses the session (OQ-52): a guest gets a new one, and the call may
 * be repeated; a customer is told, logged out and led to the login. Answers whether to repeat.
 */
export async function renewSession(owner: SessionOwner): Promise<boolean> {
  const wasCustomer = owner.snapshot.getState().session.auth;
  if (wasCustomer) {
    forgetCustomer(owner);
    owner.toasts.add({ messageKey: 'Error.messageUnauthorized', tone: 'error' });
    owner.onSessionLost('refused');
  } else {
    // A guest has nothing to lose but the token.
    owner.snapshot.setState(({ session }) => ({ session: { ...session, authentication: {} } }));
  }
  const renewed = await authenticate(owner);
  if (!renewed) failSession(owner);
  return renewed && !wasCustomer;
}

/**
 * Follows another tab. Where it logged out, or somebody else in, nothing of the customer before stays in this one
 * (C3); where it changed something at the server, what is on screen here is read again.
 */
export function followOtherTabs(owner: SessionOwner): () => void {
  return owner.snapshot.onOtherTab((now, before) => {
    if (now.session.customerId !== before.session.customerId) {
      clearScreen(owner);
      if (before.session.auth) owner.onSessionLost('elsewhere');
      return;
    }
    // The key of a change is there until its answer is.
    if (now.pendingKeys.length < before.pendingKeys.length) void owner.queries.invalidateQueries();
  });
}
