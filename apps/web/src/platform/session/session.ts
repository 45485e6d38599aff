import { sessionTokenOf } from '@refectory/contract/session';
import { failureOf } from '@refectory/contract/errors';
import type { Settings } from '@refectory/contract/settings';
import type { Instant } from '@refectory/domain/day';
import { sessionEndsAt } from '@refectory/domain/session-end';
import type { QueryClient } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';

import type { Call } from '#platform/api/api.ts';
import type { Query } from '#platform/api/query.ts';
import type { ServerClock } from '#platform/clock/server-clock.ts';
import type { DialogStore } from '#platform/dialogs/dialog-store.ts';
import { forgetBrowserRun, isSameBrowserRun } from '#platform/storage/browser-run.ts';
import { afterLogout, withEntry, type Snapshot, type SnapshotStore } from '#platform/storage/snapshot.ts';
import type { ToastStore } from '#platform/toasts/toast-store.ts';

/** Whether the application has a session token: without one only an error page can be shown. */
export type SessionStatus = 'starting' | 'ready' | 'failed';
/** What is known of the session on this page, and not kept. */
export type SessionStatusStore = StoreApi<{
  readonly status: SessionStatus;
  /** Whether the server ended the session of a customer here, and nobody came in since. */
  readonly hasEnded: boolean;
}>;

/** The status of an application that has only begun. */
export function createSessionStatus(): SessionStatusStore {
  return createStore(() => ({ status: 'starting', hasEnded: false }));
}

/** Where a session is stored, and who is told when it changes. */
export type SessionOwner = {
  readonly settings: Settings;
  /** The path under which the application lies. */
  readonly basePath: string;
  readonly snapshot: SnapshotStore;
  readonly sessionStatus: SessionStatusStore;
  readonly toasts: ToastStore;
  readonly dialogs: DialogStore;
  readonly clock: ServerClock;
  /**
   * The moment it is on the device. What ends a session here is compared with earlier moments of the device only, and
   * needs no answer of a server.
   */
  readonly deviceNow: () => Instant;
  readonly call: Call;
  readonly queries: QueryClient;
  readonly query: Query;
  /** What the dishes of the offer are searched for. */
  readonly dishSearch: StoreApi<{ readonly text: string }>;
  /** Takes the page off the screen at once. */
  readonly leavePage: () => void;
  /** Goes on after the end of a session: to the start, or to the login and from there back to the present page. */
  readonly goOn: (to: 'start' | 'login-and-back') => void;
};

const authenticating = new WeakMap<SessionOwner, Promise<boolean>>();

/** Obtains a guest's session token; false when there was none to be had. Several callers share one call. */
function authenticate(owner: SessionOwner): Promise<boolean> {
  const underWay = authenticating.get(owner);
  if (underWay) return underWay;
  const begun = authenticateOnce(owner).finally(() => authenticating.delete(owner));
  authenticating.set(owner, begun);
  return begun;
}

async function authenticateOnce(owner: SessionOwner): Promise<boolean> {
  const tokenNow = () => owner.snapshot.getState().session.authentication.sessionToken;
  const before = tokenNow();
  try {
    const answer = await owner.call('authenticate', undefined);
    const sessionToken = sessionTokenOf(answer);
    if (sessionToken === undefined) return false;
    owner.snapshot.setState(({ session }) =>
      // Another tab may have obtained one meanwhile, or somebody logged in there.
      session.authentication.sessionToken === before
        ? {
            session: {
              ...session,
              authentication: { sessionToken },
              capabilities: answer.capabilities,
              customersPairing: answer.capabilities?.customersPairing ?? answer.customersPairing,
            },
          }
        : {},
    );
    return true;
  } catch (error) {
    if (!failureOf(error)) throw error;
    return false;
  }
}

/** Begins a guest's session; where the server gives none, shows an error page and returns false. */
export async function beginSession(owner: SessionOwner): Promise<boolean> {
  const hasBegun = await authenticate(owner);
  if (!hasBegun) failSession(owner);
  return hasBegun;
}

/**
 * Whether a stored session must not be taken over: its time is up, or it was to end with the browser.
 */
function isOver({ basePath, snapshot, settings, deviceNow }: SessionOwner): boolean {
  const { session } = snapshot.getState();
  if (!session.keepLogged && !isSameBrowserRun(basePath)) return true;
  return (sessionEndsAt(session, settings) ?? Infinity) <= deviceNow();
}

/**
 * Makes sure of a session before anything is shown. A stored one is taken over, except a guest's of a server that
 * announces nothing: it may have ended, and such a server does not say so at the login.
 */
export async function startSession(owner: SessionOwner): Promise<void> {
  if (owner.snapshot.getState().session.auth && isOver(owner)) forgetCustomer(owner);
  const { auth, authentication, capabilities } = owner.snapshot.getState().session;
  const isStored = authentication.sessionToken !== undefined;
  const isTakenOver = isStored && (auth || capabilities !== undefined);
  if (isTakenOver || (await beginSession(owner))) owner.sessionStatus.setState({ status: 'ready' });
}

/** What the device remembers of customers, with what the session knows of the one who is in. */
function remembered({ session, lastComments, acceptedTerms }: Snapshot): Partial<Snapshot> {
  const { customerId, lastCommentTimestamp, terms } = session;
  if (customerId === undefined) return {};
  return {
    ...(lastCommentTimestamp !== undefined && {
      lastComments: withEntry(lastComments, { customerId, lastCommentTimestamp }),
    }),
    ...(terms && { acceptedTerms: withEntry(acceptedTerms, { customerId, terms }) }),
  };
}

/**
 * Drops everything of the customer. The language, the period, and what is kept for its owner stay: keys of unanswered
 * calls, carts, payments that meals wait for, the time of the last comment, accepted terms, notices of taken offers. On
 * a device with a card reader the language goes too, since it is shared.
 */
export function forgetCustomer(owner: SessionOwner): void {
  owner.snapshot.setState((snapshot) => ({
    ...afterLogout({ ...snapshot, ...remembered(snapshot) }),
    ...(owner.settings.allowCardLogin && { language: undefined }),
  }));
  forgetBrowserRun(owner.basePath);
}

/** Empties the memory and the dialogs: a question to one customer is nobody else's to answer, nor an action to take. */
export function clearMemory({ queries, dishSearch, dialogs, toasts }: SessionOwner): void {
  queries.clear();
  dishSearch.setState({ text: '' });
  dialogs.closeAll();
  toasts.dismissActions();
  toasts.dismissStaying();
}

/** Takes the customer's page off the screen before the memory is emptied, so that nothing is read for it again. */
export function leave(owner: SessionOwner, to: 'start' | 'login-and-back'): void {
  owner.leavePage();
  clearMemory(owner);
  owner.goOn(to);
}

/** There is no session to be had: only an error page can be shown. */
export function failSession(owner: SessionOwner): void {
  owner.sessionStatus.setState({ status: 'failed' });
}

/**
 * What to do when the server refuses the session: a guest gets a new one, and the call may
 * be repeated; a customer is told, logged out and led to the login. Answers whether to repeat.
 */
export async function renewSession(owner: SessionOwner): Promise<boolean> {
  const wasCustomer = owner.snapshot.getState().session.auth;
  if (wasCustomer) {
    forgetCustomer(owner);
    owner.toasts.add({ messageKey: 'Error.messageUnauthorized', tone: 'error' });
    owner.sessionStatus.setState({ hasEnded: true });
    leave(owner, 'login-and-back');
  } else {
    // A guest has nothing to lose but the token.
    owner.snapshot.setState(({ session }) => ({ session: { ...session, authentication: {} } }));
  }
  return (await beginSession(owner)) && !wasCustomer;
}

const openPayments = ({ carts }: Snapshot) =>
  carts.filter(({ openPayment }) => Array.isArray(openPayment) && openPayment.length > 0).length;

/**
 * Follows another tab. Where it logged out, or somebody else in, nothing of the customer before stays in this one;
 * where it changed something at the server, what is on screen here is read again.
 */
export function followOtherTabs(owner: SessionOwner): () => void {
  return owner.snapshot.onOtherTab((now, before) => {
    if (now.session.customerId !== before.session.customerId) {
      owner.sessionStatus.setState({ hasEnded: false });
      if (before.session.auth) leave(owner, 'start');
      else clearMemory(owner);
      return;
    }
    // The key of a change is there until its answer is, a payment by card is open until its end is known.
    if (now.pendingKeys.length < before.pendingKeys.length || openPayments(now) < openPayments(before))
      void owner.queries.invalidateQueries();
  });
}
