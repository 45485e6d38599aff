import { cardStatuses } from '@refectory/domain/card';
import { customerTypes } from '@refectory/domain/customer';
import * as z from 'zod/mini';

import { BonusBalance, CustomDataRow } from './account.ts';
import { endpoint } from './endpoint.ts';
import { Price } from './price.ts';
import { Announced, Capabilities } from './session.ts';
import { AnyId, tolerant } from './tolerant.ts';

/** A field of the canteen's own, by its id (OQ-57). // spec §3, form payloads */
export const AdditionalData = z.object({
  variableId: z.string(),
  /** Several values may be chosen. */
  multiple: z.optional(z.boolean()),
  /** The values there are to choose from. */
  options: z.optional(z.array(z.unknown())),
  value: z.unknown(),
});

/** A customer as the account shows it. Fields come as far as the server knows them. // spec §3 */
export const Customer = z.object({
  id: z.optional(AnyId),
  customerId: z.optional(AnyId),
  userName: tolerant(z.string()),
  type: tolerant(z.enum(customerTypes)),
  /** It is a company; looked at where the type is missing (OQ-103). */
  company: tolerant(z.boolean()),
  companyName: tolerant(z.string()),
  firstName: tolerant(z.string()),
  lastName: tolerant(z.string()),
  email: tolerant(z.string()),
  additionalData: tolerant(z.array(AdditionalData)),
  /** The code of the virtual card; without one the customer has none. */
  webidentcode: tolerant(z.string()),
  /** The ids of the gateways the customer can top up by (OQ-84). */
  supportedTopUpPayment: tolerant(z.union([z.string(), z.array(z.string())])),
  cardStatus: tolerant(z.enum(cardStatuses)),
  balance: tolerant(Price),
  /** Opaque rows of the canteen's own (OQ-72). */
  pluginData: z.optional(z.unknown()),
  bonusBalance: tolerant(BonusBalance.shape.bonusBalance),
  bonusBalanceCurrency: BonusBalance.shape.bonusBalanceCurrency,
  customData: tolerant(z.array(CustomDataRow)),
  capabilities: tolerant(Capabilities),
  customersPairing: z.optional(Announced),
});
export type Customer = z.output<typeof Customer>;

export const customer = {
  /** The logged-in customer. // spec §7 */
  getCustomer: endpoint({
    path: '/customer',
    auth: 'customer',
    response: Customer,
    payload: 'customer',
  }),
};
