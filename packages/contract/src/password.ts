import * as z from 'zod/mini';

import { TypedEmail } from './email.ts';
import { endpoint } from './endpoint.ts';

/** A password as it is typed. The server checks its rules. */
export const Password = z.string().check(z.minLength(1), z.maxLength(1_000));

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

  /** Sets another password, by the key of the e-mailed link. */
  resetPassword: endpoint({
    path: '/customer/password/reset',
    auth: 'session',
    body: z.object({
      passwordNew: Password,
      resetKey: z.string().check(z.minLength(1), z.maxLength(500)),
    }),
    secret: true,
    changes: true,
    response: z.object({}),
  }),
};
