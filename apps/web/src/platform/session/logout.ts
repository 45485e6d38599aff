import { failureOf } from '@refectory/contract/errors';

import { beginSession, clearMemory, forgetCustomer, leave, type SessionOwner } from './session.ts';

/** Ends a session at a server that announces it. What becomes of the call changes nothing here. */
export function endAtServer({ call, snapshot }: SessionOwner, token: string | undefined): void {
  if (!snapshot.getState().session.capabilities?.logout || token === undefined) return;
  call('logout', undefined, { token }).catch((error: unknown) => {
    if (!failureOf(error)) throw error;
  });
}

/** Gives up the session in every tab and at the server, and begins a guest's; the page stays. */
export async function dropSession(owner: SessionOwner): Promise<void> {
  endAtServer(owner, owner.snapshot.getState().session.authentication.sessionToken);
  forgetCustomer(owner);
  await beginSession(owner);
}

/** Gives up the session of whoever is in; the page stays. For a page whose action may be about another account. */
export async function logoutOnPage(owner: SessionOwner): Promise<void> {
  if (!owner.snapshot.getState().session.auth) return;
  const dropped = dropSession(owner);
  clearMemory(owner);
  await dropped;
}

/** Logs the customer out: by hand, after an idle time, or since they declined the terms. */
export function logout(owner: SessionOwner): void {
  void dropSession(owner);
  leave(owner, 'start');
}

/** Logs the customer out here alone: their session is over at the server already, which is told nothing. */
export function logoutHere(owner: SessionOwner): void {
  forgetCustomer(owner);
  void beginSession(owner);
  leave(owner, 'start');
}

/** Ends every session of the customer at the server, and this one here; throws `ApiError`, and nothing changes. */
export async function logoutEverywhere(owner: SessionOwner): Promise<void> {
  await owner.call('endSessions', undefined);
  logoutHere(owner);
}
