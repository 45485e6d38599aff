import * as z from 'zod/mini';

import { TypedEmail } from './email.ts';
import { endpoint } from './endpoint.ts';
import { tolerant } from './tolerant.ts';

/** A password as it is typed. The server checks its rules. */
export const Password = z.string().check(z.minLength(1), z.maxLength(1_000));

/** What comes with a link sent by e-mail. */
const ResetKey = z.string().check(z.minLength(1), z.maxLength(500));

/** The calls about passwords. */
export const password = {
  /** Changes the customer's password; a wrong old one is 401 and does not end the session. */
  changePassword: endpoint({
    path: '/customer/password/change',
    auth: 'customer',
    needsPassword: true,
    body: z.object({ passwordNew: Password, passwordOld: Password }),
    unauthorized: 'credentials',
    secret: true,
    changes: true,
    response: z.object({}),
  }),

  /** Sends a link to set another password to an address, where a customer has it. */
  requestPasswordReset: endpoint({
    path: '/customer/password/resetrequest',
    auth: 'session',
    body: z.object({ email: TypedEmail }),
    changes: true,
    repeatable: true,
    response: z.object({}),
  }),

  /**
   * Whether the e-mailed link can set another password, where `passwordResetState` is announced. A key that is too long
   * to be one is answered like any other that is unknown.
   */
  getPasswordReset: endpoint({
    path: '/customer/password/reset/state',
    auth: 'session',
    body: z.object({ resetKey: z.string().check(z.minLength(1)) }),
    secret: true,
    response: z.object({
      /** The code that another password would be refused with; nothing where it can be set. */
      refusal: tolerant(z.string()),
    }),
  }),

  /** Sets another password, by the key of the e-mailed link. */
  resetPassword: endpoint({
    path: '/customer/password/reset',
    auth: 'session',
    body: z.object({
      passwordNew: Password,
      resetKey: ResetKey,
    }),
    secret: true,
    changes: true,
    response: z.object({}),
  }),
};
