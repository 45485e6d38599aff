import { customerTypes } from '@refectory/domain/customer';
import * as z from 'zod/mini';

import { endpoint } from './endpoint.ts';
import { Capabilities } from './session.ts';

const Text = z.catch(z.optional(z.string()), undefined);

/** A customer as the account shows it. Fields come as far as the server knows them. */
export const Customer = z.object({
  id: z.optional(z.union([z.number(), z.string()])),
  customerId: z.optional(z.union([z.number(), z.string()])),
  userName: Text,
  type: z.catch(z.enum(customerTypes), 'Person'),
  companyName: Text,
  firstName: Text,
  lastName: Text,
  email: Text,
  additionalData: z.optional(z.array(z.object({ variableId: z.string(), value: z.unknown() }))),
  capabilities: z.optional(z.catch(Capabilities, {})),
});
export type Customer = z.output<typeof Customer>;

export const customer = {
  /** The logged-in customer. */
  getCustomer: endpoint({
    path: '/customer',
    auth: 'customer',
    response: Customer,
    payload: 'customer',
  }),
};
