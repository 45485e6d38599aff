import * as z from 'zod/mini';

import { endpoint } from './endpoint.ts';
import { tolerant } from './tolerant.ts';

/** What comes with a link sent by e-mail. */
const Token = z.string().check(z.minLength(1), z.maxLength(500));

/** The answer to the start of a change that has to be confirmed. */
export const CardStart = z.object({
  /** With it the application finishes by itself; without it a link was sent by e-mail (OQ-70). */
  token: tolerant(z.string()),
});

export const card = {
  /** Asks for another card; the change takes effect when it is finished. // spec §7 */
  startCardChange: endpoint({
    path: '/customer/card/change/start',
    auth: 'customer',
    body: z.object({ cardNumber: z.string().check(z.minLength(1), z.maxLength(100)) }),
    changes: true,
    response: CardStart,
  }),

  /** Changes the card, by the token of the e-mailed link, which is all the permission it needs. // spec §7 */
  finishCardChange: endpoint({
    path: '/customer/card/change/finish',
    auth: 'session',
    body: z.object({ token: Token }),
    changes: true,
    response: z.object({}),
  }),

  /** Asks for the card to be revoked; it is when that is finished. // spec §7 */
  startCardRevocation: endpoint({
    path: '/customer/card/revoke/start',
    auth: 'customer',
    body: 'empty',
    changes: true,
    response: CardStart,
  }),

  /** Revokes the card, by the token of the e-mailed link, which is all the permission it needs. // spec §7 */
  finishCardRevocation: endpoint({
    path: '/customer/card/revoke/finish',
    auth: 'session',
    body: z.object({ token: Token }),
    changes: true,
    response: z.object({}),
  }),

  /** Makes a blocked card usable again. // spec §7 */
  unblockCard: endpoint({
    path: '/customer/card/unblock',
    auth: 'customer',
    body: 'empty',
    changes: true,
    response: z.object({}),
  }),

  /** Gives the customer a virtual card with a new code; the one before is void. A GET that changes something (OQ-55). // spec §7 */
  resetVirtualCard: endpoint({
    path: '/customer/resetwebidentcode',
    auth: 'customer',
    changes: true,
    response: z.object({
      /** The new code; without it the customer is read again. */
      webidentcode: tolerant(z.string()),
    }),
  }),
};
