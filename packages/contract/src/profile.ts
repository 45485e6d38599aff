import { LONGEST_COMMENT } from '@refectory/domain/comment';
import { customerTypes } from '@refectory/domain/customer';
import * as z from 'zod/mini';

import { AdditionalData } from './customer.ts';
import { TypedEmail } from './email.ts';
import { endpoint } from './endpoint.ts';

const Line = z.optional(z.string().check(z.maxLength(200)));

/** What customers fill in about themselves: the direct fields, and the canteen's own. */
export const CustomerForm = z.object({
  type: z.optional(z.enum(customerTypes)),
  userName: Line,
  companyName: Line,
  firstName: Line,
  lastName: Line,
  email: z.optional(TypedEmail),
  additionalData: z.optional(z.array(AdditionalData).check(z.maxLength(200))),
});
export type CustomerForm = z.output<typeof CustomerForm>;

/** Twice what a comment may have: its characters may be two units each, and blanks around it do not count. */
const COMMENT_CHARACTERS = 2 * LONGEST_COMMENT + 1_000;

/** The calls by which customers write about themselves. */
export const profile = {
  /**
   * Saves the profile: every direct field the customer has, and the whole list of the others. Another address counts once
   * the link that is mailed to it was opened.
   */
  updateCustomer: endpoint({
    path: '/customer',
    auth: 'customer',
    body: CustomerForm,
    changes: true,
    repeatable: true,
    response: z.object({}),
  }),

  /** Sends the canteen's manager a comment. */
  sendComment: endpoint({
    path: '/customer/comment',
    auth: 'customer',
    body: z.object({ comment: z.string().check(z.minLength(1), z.maxLength(COMMENT_CHARACTERS)) }),
    changes: true,
    response: z.object({}),
  }),
};
