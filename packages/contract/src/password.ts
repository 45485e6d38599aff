import * as z from 'zod/mini';

import { endpoint } from './endpoint.ts';

/** A password as it is typed; what it has to be made of is the server's to say (B9). */
export const Password = z.string().check(z.minLength(1), z.maxLength(1_000));

export const password = {
  /** Changes the customer's password; a wrong old one is 401 and does not end the session (C17). // spec §7 */
  changePassword: endpoint({
    path: '/customer/password/change',
    auth: 'customer',
    body: z.object({ passwordNew: Password, passwordOld: Password }),
    unauthorized: 'credentials',
    secret: true,
    changes: true,
    response: z.object({}),
  }),

  /** Has a link to set another password sent to an address, where a customer has it. // spec §7 */
  requestPasswordReset: endpoint({
    path: '/customer/password/resetrequest',
    auth: 'session',
    body: z.object({ email: z.string().check(z.minLength(1), z.maxLength(320)) }),
    changes: true,
    response: z.object({}),
  }),

  /** Sets another password, by the key of the e-mailed link. // spec §7 */
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
