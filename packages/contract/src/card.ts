import * as z from 'zod/mini';

import { endpoint } from './endpoint.ts';
import { tolerant } from './tolerant.ts';

/** What comes with a link sent by e-mail. */
const Token = z.string().check(z.minLength(1), z.maxLength(500));

/** The answer to the start of a change that has to be confirmed. */
export const CardStart = z.object({
  /** With a token the application finishes the change by itself. Without one, a link was sent by e-mail. */
  token: tolerant(z.string()),
});

/** The calls about a customer's own cards, the plastic one and the virtual one. */
export const card = {
  /** Asks for another card number, which counts once `finishCardChange` succeeds. */
  startCardChange: endpoint({
    path: '/customer/card/change/start',
    auth: 'customer',
    needsPassword: true,
    // Whoever knows the number of a card can sign in with it.
    body: z.object({ cardNumber: z.string().check(z.minLength(1), z.maxLength(100)) }),
    secret: true,
    changes: true,
    response: CardStart,
  }),

  /** Changes the card, by the token of the e-mailed link, which is all the permission it needs. */
  finishCardChange: endpoint({
    path: '/customer/card/change/finish',
    auth: 'session',
    body: z.object({ token: Token }),
    changes: true,
    response: z.object({}),
  }),

  /** Asks for the card to be revoked, which it is once `finishCardRevocation` succeeds. */
  startCardRevocation: endpoint({
    path: '/customer/card/revoke/start',
    auth: 'customer',
    needsPassword: true,
    body: 'empty',
    changes: true,
    response: CardStart,
  }),

  /** Revokes the card, by the token of the e-mailed link, which is all the permission it needs. */
  finishCardRevocation: endpoint({
    path: '/customer/card/revoke/finish',
    auth: 'session',
    body: z.object({ token: Token }),
    changes: true,
    response: z.object({}),
  }),

  /** Makes a blocked card usable again. */
  unblockCard: endpoint({
    path: '/customer/card/unblock',
    auth: 'customer',
    needsPassword: true,
    body: 'empty',
    changes: true,
    response: z.object({}),
  }),

  /** Gives the customer a virtual card with a new code; the one before is void. A GET that changes something. // spec §7 */
  resetVirtualCard: endpoint({
    path: '/customer/resetwebidentcode',
    auth: 'customer',
    needsPassword: true,
    changes: true,
    response: z.object({
      /** The new code; without it the customer is read again. */
      webidentcode: tolerant(z.string()),
    }),
  }),
};
