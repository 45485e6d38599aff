import { cardStatuses } from '@refectory/domain/card';
import { customerTypes } from '@refectory/domain/customer';
import * as z from 'zod/mini';

import { BonusBalance, CustomDataRow } from './account.ts';
import { endpoint } from './endpoint.ts';
import { Price } from './price.ts';
import { Announced, Capabilities } from './session.ts';
import { AnyId, tolerant, tolerantList } from './tolerant.ts';

/**
 * A field of the canteen's own, by its id. Whatever else an entry has is kept: an entry that no form knows is sent back
 * exactly as it came, so that saving a profile deletes nothing.
 */
export const AdditionalData = z.looseObject({
  variableId: AnyId,
  /** Whether several values may be chosen: true or false. */
  multiple: z.optional(z.unknown()),
  /** The values there are to choose from: a list. */
  options: z.optional(z.unknown()),
  value: z.unknown(),
});

/** A customer, with the fields that the server knows. */
export const Customer = z.object({
  id: z.optional(AnyId),
  customerId: z.optional(AnyId),
  userName: tolerant(z.string()),
  type: tolerant(z.enum(customerTypes)),
  /** Whether the customer is a company, where the type is missing. */
  company: tolerant(z.boolean()),
  companyName: tolerant(z.string()),
  firstName: tolerant(z.string()),
  lastName: tolerant(z.string()),
  email: tolerant(z.string()),
  /** The address that the customer wants, where its link was not opened yet; with `emailChange`. */
  wantedEmail: tolerant(z.string()),
  additionalData: tolerantList(AdditionalData),
  /** The code of the virtual card; without one the customer has none. */
  webidentcode: tolerant(z.string()),
  /** There is a virtual card, whose code a session by card is told only once it is asked for the password. */
  webidentcodeNeedsPassword: tolerant(z.boolean()),
  /** The ids of the gateways the customer can top up by. */
  supportedTopUpPayment: tolerant(z.union([z.string(), z.array(z.string())])),
  cardStatus: tolerant(z.enum(cardStatuses)),
  balance: tolerant(Price),
  /** Opaque rows of the canteen's own. */
  pluginData: z.optional(z.unknown()),
  bonusBalance: tolerant(BonusBalance.shape.bonusBalance),
  bonusBalanceCurrency: BonusBalance.shape.bonusBalanceCurrency,
  customData: tolerant(z.array(CustomDataRow)),
  capabilities: tolerant(Capabilities),
  customersPairing: z.optional(Announced),
});
export type Customer = z.output<typeof Customer>;

/** The call that reads the customer who is logged in. */
export const customer = {
  /** The logged-in customer. */
  getCustomer: endpoint({
    path: '/customer',
    auth: 'customer',
    response: Customer,
    payload: 'customer',
  }),
};
