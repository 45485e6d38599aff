import * as z from 'zod/mini';

import { endpoint } from './endpoint.ts';
import { Password } from './password.ts';
import { CustomerForm } from './profile.ts';
import { tolerant } from './tolerant.ts';

/** What comes with a link sent by e-mail. */
const Token = z.string().check(z.minLength(1), z.maxLength(500));

/** The calls of a registration. */
export const registration = {
  /** Asks for an account; it exists when the registration is finished. */
  startRegistration: endpoint({
    path: '/customer/register/start',
    auth: 'session',
    body: CustomerForm,
    changes: true,
    repeatable: true,
    response: z.object({
      /** With it the application goes on at once; without it a link was sent by e-mail. */
      token: tolerant(z.string()),
    }),
  }),

  /**
   * Whether the registration of an e-mailed link is finished already, where `registrationState` is announced. A token
   * that is too long to be one is answered like any other that is unknown.
   */
  getRegistration: endpoint({
    path: '/customer/register/state',
    auth: 'session',
    body: z.object({ token: z.string().check(z.minLength(1)) }),
    secret: true,
    response: z.object({
      isFinished: z.boolean(),
      /** The code that finishing it would be refused with, for the link or for its address. */
      refusal: tolerant(z.string()),
    }),
  }),

  /** Gives the new account its password, by the token of the e-mailed link. */
  finishRegistration: endpoint({
    path: '/customer/register/finish',
    auth: 'session',
    body: z.object({
      password: Password,
      token: Token,
    }),
    secret: true,
    changes: true,
    response: z.object({}),
  }),
};
