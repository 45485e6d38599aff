import type { Customer } from '@refectory/contract/customer';
import { sessionTokenOf } from '@refectory/contract/session';
import { languages } from '@refectory/domain/texts';

import { rememberBrowserRun } from '#platform/storage/browser-run.ts';

import { dropSession } from './logout.ts';
import type { SessionOwner } from './session.ts';

/** Credentials as a basic authorization header, UTF-8. // spec §3, login */
export function basicAuthorization(userName: string, password: string): string {
  const bytes = new TextEncoder().encode(`${userName}:${password}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}

/** The language among a customer's own data, where the settings have it. */
function languageOf({ additionalData = [] }: Customer, { settings }: SessionOwner) {
  const value = additionalData.find(({ variableId }) => variableId === 'language')?.value;
  return languages.find((code) => code === value && settings.languages.includes(code));
}

/**
 * Logs in by password and reads the customer; `keepLogged` asks for a permanent login. Throws `ApiError`.
 * // spec §4, session
 */
export async function login(
  owner: SessionOwner,
  credentials: { readonly userName: string; readonly password: string; readonly keepLogged?: boolean },
): Promise<void> {
  const { userName, password, keepLogged = false } = credentials;
  const { capabilities, authentication } = owner.snapshot.getState().session;
  const answer = await owner.call('login', {
    authorization: basicAuthorization(userName, password),
    ...(keepLogged && capabilities?.keepLogged && { keepLogged }),
  });
  const sessionToken = sessionTokenOf(answer) ?? authentication.sessionToken;
  owner.snapshot.setState(({ session }) => ({
    session: { ...session, authentication: { ...(sessionToken && { sessionToken }) } },
  }));
  // What is on screen stays there until it is read again for the customer.
  owner.queries.removeQueries({ type: 'inactive' });
  let customer: Customer;
  try {
    customer = await owner.queries.fetchQuery(owner.query('getCustomer', undefined));
  } catch (error) {
    // Without the customer nobody is logged in, so the token of the login must not serve a guest.
    await dropSession(owner);
    throw error;
  }
  const customerId = String(customer.customerId ?? customer.id ?? userName);
  const isTheirs = (known: { readonly customerId: string }) => known.customerId === customerId;
  rememberBrowserRun(owner.basePath);
  owner.snapshot.setState(({ session, language, lastComments, acceptedTerms }) => ({
    // What was chosen here holds; else what the customer chose elsewhere.
    language: language ?? languageOf(customer, owner),
    session: {
      ...session,
      auth: true,
      keepLogged,
      loggedInAt: owner.clock.now(),
      lastActivityTime: owner.deviceNow(),
      lastCommentTimestamp: lastComments.find(isTheirs)?.lastCommentTimestamp,
      terms: acceptedTerms.find(isTheirs)?.terms,
      customerId,
      capabilities: { ...session.capabilities, ...customer.capabilities },
    },
  }));
  await owner.queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== 'getCustomer' });
}
