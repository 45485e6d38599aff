import { sessionTokenOf } from '@refectory/contract/session';

import { announced, logout, type SessionOwner } from './session.ts';

/** Credentials as a basic authorization header, UTF-8. // spec §3, login */
export function basicAuthorization(userName: string, password: string): string {
  const bytes = new TextEncoder().encode(`${userName}:${password}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}

/** Logs in by password and reads the customer; throws `ApiError`. // spec §4, session */
export async function login(owner: SessionOwner, userName: string, password: string): Promise<void> {
  const answer = await owner.call('login', { authorization: basicAuthorization(userName, password) });
  const sessionToken =
    sessionTokenOf(answer) ?? owner.snapshot.getState().session.authentication.sessionToken;
  owner.snapshot.setState(({ session }) => ({
    session: { ...session, authentication: { ...(sessionToken && { sessionToken }) } },
  }));
  // What is on screen stays there until it is read again for the customer.
  owner.queries.removeQueries({ type: 'inactive' });
  let customer;
  try {
    customer = await owner.queries.fetchQuery(owner.query('getCustomer', undefined));
  } catch (error) {
    // Without the customer nobody is logged in, so the token of the login must not serve a guest.
    await logout(owner);
    throw error;
  }
  const customerId = String(customer.customerId ?? customer.id ?? userName);
  owner.snapshot.setState(({ session, lastComments }) => ({
    session: {
      ...session,
      auth: true,
      keepLogged: false,
      loggedInAt: owner.clock.now(),
      lastCommentTimestamp: lastComments.find((comment) => comment.customerId === customerId)
        ?.lastCommentTimestamp,
      customerId,
      ...announced(customer.capabilities),
    },
  }));
  await owner.queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== 'getCustomer' });
}
