import { session } from '@refectory/contract/session';
import type { Settings } from '@refectory/contract/settings';

import type { ServerHandlers } from '../http/implement.ts';
import { refuse } from '../http/refusal.ts';
import { basicCredentials, cardCredentials } from './basic-credentials.ts';
import type { CardSignIn } from './card-sign-in.ts';
import { isKnownDevice, knownDeviceCookie, type KnownAccount } from './known-device.ts';
import type { LoginLimits } from './login-limits.ts';
import { hashPassword, isOutdatedHash, isPassword } from './password-hash.ts';
import type { AccountRow, sessionQueries } from './session-queries.ts';
import type { SignInTurns } from './sign-in-turns.ts';
import type { Sessions } from './sessions.ts';

/** What this server can do beyond the specification; only what works is announced. */
export const capabilitiesOf = ({
  topUpGateways,
  allowPairingManagement,
}: Pick<Settings, 'topUpGateways' | 'allowPairingManagement'>) => ({
  idempotency: true,
  live: true,
  logout: true,
  keepLogged: true,
  endSessions: true,
  export: true,
  withdrawOffer: true,
  linePrices: true,
  registrationState: true,
  passwordResetState: true,
  emailChange: true,
  ...(allowPairingManagement && { customersPairing: true }),
  // What becomes of a payment is told by the service of payments.
  ...(topUpGateways.length > 0 && { paymentStatus: true, returnAddresses: true }),
});

/** The handlers of sessions. */
export function sessionHandlers(services: {
  sessions: Sessions;
  limits: LoginLimits;
  turns: SignInTurns;
  cardSignIn: CardSignIn;
  queries: ReturnType<typeof sessionQueries>;
  settings: Settings;
  publicUrl: string | undefined;
}): ServerHandlers<typeof session> {
  const { sessions, limits, turns, cardSignIn, queries, settings, publicUrl } = services;
  const capabilities = capabilitiesOf(settings);
  /** Where the cookie of a known device is sent, and nowhere else. */
  const cookieScope = {
    path: `${new URL(settings.apiUrl, 'http://localhost').pathname.replace(/\/$/, '')}${session.login.path}`,
    isSecure: publicUrl?.startsWith('https:') ?? false,
  };

  /** How many days a customer who asked to stay signed in does so; undefined where they cannot. */
  const permanentDays = settings.allowPermanentLogin ? settings.permanentLoginDays : undefined;

  /** The customer of an account if the password is theirs, which is hashed as of today from then on. */
  async function customerOf(account: AccountRow, password: string): Promise<KnownAccount | undefined> {
    const { id, name, passwordHash } = account;
    if (!(await isPassword(passwordHash, password)) || id === null || passwordHash === null) return undefined;
    if (!isOutdatedHash(passwordHash)) return { id, passwordHash };
    const newHash = await hashPassword(password);
    // Another sign-in may have hashed it anew at the same time.
    if (!(await queries.replacePasswordHash(id, passwordHash, newHash)))
      return customerOf(await queries.findAccount(name), password);
    return { id, passwordHash: newHash };
  }

  return {
    async authenticate({ now }) {
      const sessionToken = await sessions.beginGuest(now);
      return { sessionToken, capabilities, serverTime: now };
    },

    async login(context, { authorization, keepLogged }) {
      const { session: replaced, now, address, namedLanguage, cookies, setCookie } = context;
      const cardToken = settings.allowCardLogin
        ? cardCredentials(authorization, settings.cardAuthorizationScheme)
        : undefined;
      if (cardToken !== undefined) {
        const sessionToken = await turns(() => sessions.beginByCard(cardToken, replaced, now));
        if (sessionToken === undefined) throw refuse('cardRefused');
        return { sessionToken, capabilities, serverTime: now };
      }
      const credentials = basicCredentials(authorization);
      if (!credentials) throw refuse('wrongCredentials');
      if (!settings.allowPasswordLogin) throw refuse('switchedOff');
      const { userName, password } = credentials;
      const key = await queries.signingKey();
      const account = await turns(() => queries.findAccount(userName));
      const { id, passwordHash } = account;
      const isKnown = id !== null && isKnownDevice(key, cookies, { id, passwordHash: passwordHash ?? '' });
      const days = keepLogged ? permanentDays : undefined;
      const signIn = async () => {
        const customer = await customerOf(account, password);
        if (customer === undefined) return undefined;
        const { id: customerId, passwordHash: verified } = customer;
        // Before the session begins: what fails here is no sign-in that succeeded.
        if (namedLanguage) await queries.rememberLanguage(customerId, namedLanguage);
        const sessionToken = await sessions.begin(customerId, now, {
          replaced,
          days,
          passwordHash: verified,
        });
        // Without one they were blocked, or given another password, at this very moment.
        return sessionToken === undefined ? undefined : { customer, sessionToken };
      };
      const signedIn = await limits.attempt(
        account.name,
        address,
        signIn,
        isKnown ? 'known-device' : 'sign-in',
      );
      if (signedIn === undefined) throw refuse('wrongCredentials');
      const { customer, sessionToken } = signedIn;
      setCookie(knownDeviceCookie(key, cookies, customer, cookieScope));
      return { sessionToken, capabilities, serverTime: now };
    },

    async loginByCard({ session: caller, now }, { body }) {
      if (!settings.allowCardLogin) throw refuse('switchedOff');
      return { token: await turns(() => cardSignIn(body, caller, now)) };
    },

    async logout({ session: ended }) {
      await sessions.end(ended);
      return {};
    },

    async endSessions({ session: own, now }) {
      await sessions.endAll(own, now);
      return {};
    },
  };
}
