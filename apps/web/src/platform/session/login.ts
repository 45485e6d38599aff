import type { Customer } from '@refectory/contract/customer';
import { ApiError } from '@refectory/contract/errors';
import { sessionTokenOf } from '@refectory/contract/session';
import { LANGUAGE_ENTRY } from '@refectory/domain/customer';
import { languages } from '@refectory/domain/texts';

import { customerCallsPart } from '#platform/api/endpoint-of.ts';
import { rememberBrowserRun } from '#platform/storage/browser-run.ts';

import { dropSession, endAtServer } from './logout.ts';
import type { SessionOwner } from './session.ts';

/** Credentials as a basic authorization header, UTF-8. */
export function basicAuthorization(userName: string, password: string): string {
  const bytes = new TextEncoder().encode(`${userName}:${password}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}

/** The language among a customer's own data, where the settings have it. */
function languageOf({ additionalData = [] }: Customer, { settings }: SessionOwner) {
  const value = additionalData.find(({ variableId }) => variableId === LANGUAGE_ENTRY)?.value;
  return languages.find((code) => code === value && settings.languages.includes(code));
}

/** Logs in by password; `keepLogged` asks for a permanent login. Throws `ApiError`. */
export function login(
  owner: SessionOwner,
  credentials: { readonly userName: string; readonly password: string; readonly keepLogged?: boolean },
): Promise<void> {
  const { userName, password, keepLogged = false } = credentials;
  return logIn(owner, { authorization: basicAuthorization(userName, password), keepLogged, id: userName });
}

/** Logs in by the token that a card was answered with. Throws `ApiError`. */
export function loginByToken(owner: SessionOwner, token: string): Promise<void> {
  const authorization = `${owner.settings.cardAuthorizationScheme} ${token}`;
  return logIn(owner, { authorization, keepLogged: false, id: 'card' });
}

type Login = {
  readonly authorization: string;
  readonly keepLogged: boolean;
  /** Stands for the customer where the server gives them no id. */
  readonly id: string;
};

/** The newest login of each application: the next one waits for it. */
const newest = new WeakMap<SessionOwner, Promise<void>>();

const sessionOf = ({ snapshot }: SessionOwner) => snapshot.getState().session;
const tokenOf = (owner: SessionOwner) => sessionOf(owner).authentication.sessionToken;

/**
 * Logs in and reads the customer, one login after the other. A password and a card may be given at the same moment, here
 * or in another tab: whoever is in first stays, and the other login ends.
 */
function logIn(owner: SessionOwner, asked: Login): Promise<void> {
  const { customerId } = sessionOf(owner);
  const before = newest.get(owner) ?? Promise.resolve();
  const begun = before.catch(() => undefined).then(() => logInOnce(owner, asked, customerId));
  newest.set(owner, begun);
  return begun;
}

/** One login, over the session of whoever was in when it was asked for: a guest, or a customer of whom the password is asked. */
async function logInOnce(
  owner: SessionOwner,
  { authorization, keepLogged, id }: Login,
  customerBefore: string | undefined,
): Promise<void> {
  const refuseAnother = (isAnother: boolean, own?: string) => {
    if (!isAnother) return;
    // A server may turn the guest's token into the customer's: two logins then have one session, which the winner keeps.
    if (own !== tokenOf(owner)) endAtServer(owner, own);
    throw new ApiError({ kind: 'session-ended' });
  };
  refuseAnother(sessionOf(owner).customerId !== customerBefore);
  // Needed as soon as the login is answered.
  void customerCallsPart.prefetch();
  const answer = await owner.call('login', {
    authorization,
    ...(keepLogged && sessionOf(owner).capabilities?.keepLogged && { keepLogged }),
  });
  const given = sessionTokenOf(answer);
  refuseAnother(sessionOf(owner).customerId !== customerBefore, given);
  const sessionToken = given ?? tokenOf(owner);
  owner.snapshot.setState(({ session }) => ({
    session: { ...session, authentication: { ...(sessionToken && { sessionToken }) } },
  }));
  // What is on screen stays there until it is read again for the customer.
  owner.queries.removeQueries({ type: 'inactive' });
  const isAnothersSession = () => tokenOf(owner) !== sessionToken;
  let customer: Customer;
  try {
    customer = await owner.queries.fetchQuery({
      ...owner.query('getCustomer', undefined),
      // What was read a moment ago may be of whoever signed in at the same moment.
      staleTime: 0,
    });
  } catch (error) {
    refuseAnother(isAnothersSession(), given);
    // Without the customer nobody is logged in, so the token of the login must not serve a guest.
    await dropSession(owner);
    throw error;
  }
  refuseAnother(isAnothersSession(), given);
  const customerId = String(customer.customerId ?? customer.id ?? customer.userName ?? id);
  const isTheirs = (known: { readonly customerId: string }) => known.customerId === customerId;
  rememberBrowserRun(owner.basePath);
  owner.toasts.dismissStaying();
  owner.sessionStatus.setState({ hasEnded: false });
  owner.snapshot.setState(({ session, language, lastComments, acceptedTerms }) => ({
    // What was chosen here holds; else what the customer chose elsewhere.
    language: language ?? languageOf(customer, owner),
    session: {
      ...session,
      auth: true,
      keepLogged,
      loggedInAt: owner.deviceNow(),
      lastActivityTime: owner.deviceNow(),
      lastCommentTimestamp: lastComments.find(isTheirs)?.lastCommentTimestamp,
      terms: acceptedTerms.find(isTheirs)?.terms,
      customerId,
      capabilities: { ...session.capabilities, ...customer.capabilities },
    },
  }));
  await owner.queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== 'getCustomer' });
}
