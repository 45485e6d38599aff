import { failureOf } from '@refectory/contract/errors';

import { beginSession, forgetCustomer, leave, type SessionOwner } from './session.ts';

/** Ends the session at a server that announces it; what becomes of the call changes nothing here (C7). */
function endAtServer({ call, snapshot }: SessionOwner): void {
  const { authentication, capabilities } = snapshot.getState().session;
  if (!capabilities?.logout || authentication.sessionToken === undefined) return;
  call('logout', undefined, { token: authentication.sessionToken }).catch((error: unknown) => {
    if (!failureOf(error)) throw error;
  });
}

/** Gives up the session in every tab and at the server, and begins a guest's; the page stays. */
export async function dropSession(owner: SessionOwner): Promise<void> {
  endAtServer(owner);
  forgetCustomer(owner);
  await beginSession(owner);
}

/** Logs the customer out: by hand, after an idle time, or since they declined the terms. */
export function logout(owner: SessionOwner): void {
  void dropSession(owner);
  leave(owner, 'start');
}

/** Ends every session of the customer at the server, and this one here; throws `ApiError`, and nothing changes. */
export async function logoutEverywhere(owner: SessionOwner): Promise<void> {
  await owner.call('endSessions', undefined);
  forgetCustomer(owner);
  void beginSession(owner);
  leave(owner, 'start');
}
