import { LONGEST_EMAIL_ADDRESS } from '@refectory/domain/email-address';
import * as z from 'zod/mini';

import { endpoint } from './endpoint.ts';

/** An e-mail address as it is typed: blanks around it are no part of it. Whether it is one is the form's to say. */
export const TypedEmail = z.string().check(z.maxLength(LONGEST_EMAIL_ADDRESS + 10));

/** The calls about another address of a customer. */
export const email = {
  /**
   * Gives the account the address that the customer wanted, by the token of the e-mailed link, where `emailChange` is
   * announced. Only the customer who wanted it can do so.
   */
  finishEmailChange: endpoint({
    path: '/customer/email/change/finish',
    auth: 'customer',
    needsPassword: true,
    body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(500)) }),
    changes: true,
    response: z.object({}),
  }),

  /** Sends the link to the wanted address again; the one before is void. */
  repeatEmailChange: endpoint({
    path: '/customer/email/change/repeat',
    auth: 'customer',
    needsPassword: true,
    body: 'empty',
    changes: true,
    response: z.object({}),
  }),

  /** Gives the wanted address up; its link is void. */
  cancelEmailChange: endpoint({
    path: '/customer/email/change/cancel',
    auth: 'customer',
    needsPassword: true,
    body: 'empty',
    changes: true,
    response: z.object({}),
  }),
};
