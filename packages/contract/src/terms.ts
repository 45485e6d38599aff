import * as z from 'zod/mini';

import { endpoint } from './endpoint.ts';
import { tolerant } from './tolerant.ts';

const Version = z.union([z.string(), z.number()]);

/** The terms and conditions in force. */
export const Terms = z.object({
  /** HTML. */
  content: z.catch(z.string(), ''),
  /** Without it, or where it is empty, there is nothing to accept. */
  termsHash: tolerant(z.string().check(z.minLength(1))),
  termsVersion: tolerant(Version),
  /** The version the customer accepted last. */
  acceptedVersion: tolerant(Version),
});
export type Terms = z.output<typeof Terms>;

/** Terms a customer agrees to. */
export const AcceptedTerms = z.object({
  termsHash: z.string().check(z.minLength(1), z.maxLength(500)),
  /** The accepted version, alone. */
  versions: z.array(Version).check(z.minLength(1), z.maxLength(10)),
  termsVersion: z.optional(Version),
});

/** The calls about the terms, and the consent to them. */
export const terms = {
  /** The terms in force. */
  getTerms: endpoint({ path: '/customer/terms', auth: 'customer', response: Terms, payload: 'terms' }),

  /** Accepts the terms in force. */
  acceptTerms: endpoint({
    path: '/customer/terms',
    auth: 'customer',
    body: AcceptedTerms,
    changes: true,
    response: z.object({}),
  }),
};
