import * as z from 'zod/mini';

import { Moment } from './days.ts';
import { endpoint } from './endpoint.ts';
import { tolerant } from './tolerant.ts';

/** 1 and "1" mean yes, anything else no. */
export const Announced = z.catch(
  z.codec(z.union([z.number(), z.string(), z.boolean()]), z.boolean(), {
    decode: (value) => value === 1 || value === '1',
    encode: (value) => (value ? 1 : 0),
  }),
  false,
);

/** Additions beyond the specification; each is used only when it is announced. */
export const Capabilities = z.object({
  /** Calls that change something carry an `Idempotency-Key`, and the same key is answered the same. */
  idempotency: z.optional(Announced),
  /** `GET /live` tells what changes in the offer while it is looked at. */
  live: z.optional(Announced),
  /** `POST /customer/logout` ends the session on the server. */
  logout: z.optional(Announced),
  /** A login may ask for a long session by the header `X-ASW-KEEP-LOGGED`. */
  keepLogged: z.optional(Announced),
  /** `POST /customer/sessions/end` ends every session of the customer. */
  endSessions: z.optional(Announced),
  /** Everything that is held about the customer is one download. */
  export: z.optional(Announced),
  /** Portions that were offered to others can be taken back. */
  withdrawOffer: z.optional(Announced),
  /** The status of a payment can be read. */
  paymentStatus: z.optional(Announced),
  /** A payment by card comes back to the addresses that its order names. */
  returnAddresses: z.optional(Announced),
  /** The rows of a cart carry their price, and the answer names those whose price changed. */
  linePrices: z.optional(Announced),
  /** A registration can be asked whether it is finished, by the token of its link. */
  registrationState: z.optional(Announced),
  /** The link to another password can be asked whether it is still of use. */
  passwordResetState: z.optional(Announced),
  /** An address that a customer wants waits for its mailed link, which can be sent again or given up. */
  emailChange: z.optional(Announced),
  /** The account can be paired with outside systems. */
  customersPairing: z.optional(Announced),
});
export type Capabilities = z.output<typeof Capabilities>;

/** The session token; older servers nest it under `authentication`. */
export const Authentication = z.object({
  sessionToken: z.optional(z.string()),
  authentication: z.optional(z.object({ sessionToken: z.optional(z.string()) })),
  capabilities: tolerant(Capabilities),
  customersPairing: z.optional(Announced),
  /** The server's time. */
  serverTime: tolerant(Moment),
});
export type Authentication = z.output<typeof Authentication>;

/** The token of an `authenticate` or `customer/login` answer; undefined when there is none. */
export function sessionTokenOf(answer: Authentication): string | undefined {
  return answer.sessionToken || answer.authentication?.sessionToken || undefined;
}

/** A card held to a reader. */
export const CardLogin = z.object({
  cardId: z.string().check(z.minLength(1), z.maxLength(200)),
  /** The answers to the server's questions, as in the header `X-ASW-FORCE`. */
  force: z.optional(z.string()),
  /** The credential of the terminal the reader belongs to. */
  terminal: z.optional(z.string().check(z.maxLength(500))),
});

/** The calls about sessions. */
export const session = {
  /** Begins a session, for a guest at first; its token goes with every other call. */
  authenticate: endpoint({
    path: '/authenticate',
    auth: 'none',
    unauthorized: 'credentials',
    body: 'empty',
    response: Authentication,
  }),

  /**
   * Logs the customer of the `authorization` header in, by password or by the token of a card; the
   * answer's token replaces the one before.
   */
  login: endpoint({
    path: '/customer/login',
    auth: 'session',
    authorization: true,
    unauthorized: 'credentials',
    keepLogged: true,
    body: 'empty',
    response: Authentication,
  }),

  /** Gives the token that `login` takes as the authorization of a card. */
  loginByCard: endpoint({
    path: '/customer/cardlogin',
    auth: 'session',
    unauthorized: 'credentials',
    body: CardLogin,
    asks: true,
    forceInBody: true,
    response: z.object({ token: z.string() }),
  }),

  /** Ends the session, where `logout` is announced. */
  logout: endpoint({ path: '/customer/logout', auth: 'session', body: 'empty', response: z.object({}) }),

  /** Ends every session of the customer, this one too, where `endSessions` is announced. */
  endSessions: endpoint({
    path: '/customer/sessions/end',
    auth: 'customer',
    body: 'empty',
    response: z.object({}),
  }),
};
