import { customerTypes } from '@refectory/domain/customer';
import * as z from 'zod/mini';

import { AdditionalData } from './customer.ts';
import { endpoint } from './endpoint.ts';

const Line = z.optional(z.string().check(z.maxLength(200)));

/** What a customer fills in about himself: the direct fields, and the canteen's own (OQ-57). // spec §3, form payloads */
export const CustomerForm = z.object({
  type: z.optional(z.enum(customerTypes)),
  userName: Line,
  companyName: Line,
  firstName: Line,
  lastName: Line,
  email: Line,
  additionalData: z.optional(z.array(AdditionalData).check(z.maxLength(200))),
});
export type CustomerForm = z.output<typeof CustomerForm>;

export const profile = {
  /** Saves the profile: every direct field the customer has, and the whole list of the others (OQ-71). // spec §7 */
  updateCustomer: endpoint({
    path: '/customer',
    auth: 'customer',
    body: CustomerForm,
    changes: true,
    response: z.object({}),
  }),

  /** Sends the canteen's manager a comment. // spec §7 */
  sendComment: endpoint({
    path: '/customer/comment',
    auth: 'customer',
    body: z.object({ comment: z.string().check(z.minLength(1), z.maxLength(10_000)) }),
    changes: true,
    response: z.object({}),
  }),
};
