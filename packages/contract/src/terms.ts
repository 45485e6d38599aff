import * as z from 'zod/mini';

import { endpoint } from './endpoint.ts';
import { tolerant } from './tolerant.ts';

const Version = z.union([z.string(), z.number()]);

/** The terms and conditions in force. // spec §3 */
export const Terms = z.object({
  /** HTML. */
  content: z.catch(z.string(), ''),
  /** Without it there is nothing to accept (TERMS-06). */
  termsHash: tolerant(z.string()),
  termsVersion: tolerant(Version),
  /** The version the customer accepted last (OQ-93). */
  acceptedVersion: tolerant(Version),
});
export type Terms = z.output<typeof Terms>;

/** Terms a customer agrees to (OQ-92). // spec §7 */
export const AcceptedTerms = z.object({
  termsHash: z.string().check(z.minLength(1), z.maxLength(500)),
  /** The accepted version, alone. */
  versions: z.array(Version).check(z.minLength(1), z.maxLength(10)),
  termsVersion: z.optional(Version),
});

export const terms = {
  /** The terms in force. // spec §7 */
  getTerms: endpoint({ path: '/customer/terms', auth: 'customer', response: Terms, payload: 'terms' }),

  /** Accepts the terms in force. // spec §7 */
  acceptTerms: endpoint({
    path: '/customer/terms',
    auth: 'customer',
    body: AcceptedTerms,
    changes: true,
    response: z.object({}),
  }),
};
