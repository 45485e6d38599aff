import * as z from 'zod/mini';

import { endpoint } from './endpoint.ts';
import { Price } from './price.ts';

/** The account's balance; `available` is what can be spent of it (B4). */
const Balance = z.object({
  balance: Price,
  blocked: z.optional(Price),
  available: z.optional(Price),
  /** Opaque rows of the canteen's own (OQ-72). */
  pluginData: z.optional(z.unknown()),
});
export type Balance = z.output<typeof Balance>;

/** What the customer was given beside his own money. // spec §3 */
const BonusBalance = z.object({
  bonusBalance: Price,
  /** A currency format, `{0}` standing for the number (OQ-82). */
  bonusBalanceCurrency: z.catch(z.optional(z.string()), undefined),
});
export type BonusBalance = z.output<typeof BonusBalance>;

/** Something the canteen tells the customer about himself, such as his cost centre. // spec §3 */
const CustomDataRow = z.object({
  id: z.optional(z.union([z.number(), z.string()])),
  label: z.string(),
  value: z.union([z.string(), z.number()]),
});

export const account = {
  /** The customer's account balance now. */
  getBalance: endpoint({ path: '/customer/account/balance', auth: 'customer', response: Balance }),

  /** What the customer has of his bonus now. */
  getBonusBalance: endpoint({
    path: '/customer/account/bonusbalance',
    auth: 'customer',
    response: BonusBalance,
  }),

  /** What the canteen tells the customer about himself, in its order. */
  listCustomData: endpoint({
    path: '/customer/account/customdata',
    auth: 'customer',
    response: z.object({ customData: z.array(CustomDataRow) }),
    payload: 'customData',
  }),
};
