import * as z from 'zod/mini';

import { Moment } from './days.ts';
import { endpoint } from './endpoint.ts';
import { tolerant } from './tolerant.ts';

/** 1 and "1" mean yes, anything else no (C1). */
export const Announced = z.catch(
  z.codec(z.union([z.number(), z.string(), z.boolean()]), z.boolean(), {
    decode: (value) => value === 1 || value === '1',
    encode: (value) => (value ? 1 : 0),
  }),
  false,
);

/** Additions beyond the specification; each is used only when it is announced (C1, C26). */
export const Capabilities = z.object({
  idempotency: z.optional(Announced),
  live: z.optional(Announced),
  logout: z.optional(Announced),
  keepLogged: z.optional(Announced),
  endSessions: z.optional(Announced),
  export: z.optional(Announced),
  withdrawOffer: z.optional(Announced),
  paymentStatus: z.optional(Announced),
  customersPairing: z.optional(Announced),
});
export type Capabilities = z.output<typeof Capabilities>;

/** The session token; older servers nest it under `authentication` (OQ-46). */
export const Authentication = z.object({
  sessionToken: z.optional(z.string()),
  authentication: z.optional(z.object({ sessionToken: z.optional(z.string()) })),
  capabilities: tolerant(Capabilities),
  customersPairing: z.optional(Announced),
  /** The moment it is at the server (C9). */
  serverTime: tolerant(Moment),
});
export type Authentication = z.output<typeof Authentication>;

/** The token of an `authenticate` or `customer/login` answer; undefined when there is none. */
export function sessionTokenOf(answer: Authentication): string | undefined {
  return answer.sessionToken || answer.authentication?.sessionToken || undefined;
}

/** A card held to a reader. // spec §7 */
export const CardLogin = z.object({
  cardId: z.string().check(z.minLength(1), z.maxLength(200)),
  /** The answers to the server's questions, as in the header `X-ASW-FORCE` (OQ-33). */
  force: z.optional(z.string()),
  /** The credential of the terminal the reader belongs to (C26). */
  terminal: z.optional(z.string().check(z.maxLength(500))),
});

export const session = {
  /** Begins a session, for a guest at first; its token goes with every other call. // spec §7 */
  authenticate: endpoint({
    path: '/authenticate',
    auth: 'none',
    unauthorized: 'credentials',
    body: 'empty',
    response: Authentication,
  }),

  /**
   * Logs the customer of the `authorization` header in, by password or by the token of a card; the
   * answer's token replaces the one before. // spec §7
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

  /** Gives the token that `login` takes as the authorization of a card. // spec §7 */
  loginByCard: endpoint({
    path: '/customer/cardlogin',
    auth: 'session',
    body: CardLogin,
    asks: true,
    forceInBody: true,
    response: z.object({ token: z.string() }),
  }),

  /** Ends the session, where `logout` is announced (C7). */
  logout: endpoint({ path: '/customer/logout', auth: 'session', body: 'empty', response: z.object({}) }),

  /** Ends every session of the customer, this one too, where `endSessions` is announced (C26). */
  endSessions: endpoint({
    path: '/customer/sessions/end',
    auth: 'customer',
    body: 'empty',
    response: z.object({}),
  }),
};
