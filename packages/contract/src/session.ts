import * as z from 'zod/mini';

import { Moment } from './days.ts';
import { endpoint } from './endpoint.ts';

/** 1 and "1" mean yes, anything else no (C1). */
const Announced = z.catch(
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
  capabilities: z.optional(z.catch(Capabilities, {})),
  customersPairing: z.optional(Announced),
  serverTime: z.optional(z.catch(z.optional(Moment), undefined)),
});
export type Authentication = z.output<typeof Authentication>;

/** The token of an `authenticate` or `customer/login` answer; undefined when there is none. */
export function sessionTokenOf(answer: Authentication): string | undefined {
  return answer.sessionToken || answer.authentication?.sessionToken || undefined;
}

export const session = {
  /** Begins a session, for a guest at first; its token goes with every other call. */
  authenticate: endpoint({
    path: '/authenticate',
    auth: 'none',
    body: 'empty',
    response: Authentication,
  }),

  /** Logs the customer of the `authorization` header in; the answer's token replaces the one before. */
  login: endpoint({
    path: '/customer/login',
    auth: 'session',
    authorization: true,
    body: 'empty',
    response: Authentication,
  }),
};
