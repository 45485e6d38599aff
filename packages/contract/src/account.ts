import * as z from 'zod/mini';

import { endpoint } from './endpoint.ts';
import { Price } from './price.ts';
import { AnyId, tolerant } from './tolerant.ts';

/** The account's balance. // spec §7 */
export const Balance = z.object({
  balance: Price,
  /** What is set aside for orders that are not settled yet. */
  blocked: z.optional(Price),
  /** What can be spent (B4). */
  available: z.optional(Price),
  /** Opaque rows of the canteen's own (OQ-72). */
  pluginData: z.optional(z.unknown()),
});
export type Balance = z.output<typeof Balance>;

/** What the customer was given beside his own money. // spec §3 */
export const BonusBalance = z.object({
  bonusBalance: Price,
  /** A currency format, `{0}` standing for the number (OQ-82). */
  bonusBalanceCurrency: tolerant(z.string()),
});
export type BonusBalance = z.output<typeof BonusBalance>;

/** Something the canteen tells the customer about himself, such as his cost centre. // spec §3 */
export const CustomDataRow = z.object({
  id: z.optional(AnyId),
  label: z.string(),
  value: z.union([z.string(), z.number()]),
});

export const account = {
  /** The customer's account balance now. // spec §7 */
  getBalance: endpoint({ path: '/customer/account/balance', auth: 'customer', response: Balance }),

  /** What the customer has of his bonus now. // spec §7 */
  getBonusBalance: endpoint({
    path: '/customer/account/bonusbalance',
    auth: 'customer',
    response: BonusBalance,
  }),

  /** What the canteen tells the customer about himself, in its order. // spec §7 */
  listCustomData: endpoint({
    path: '/customer/account/customdata',
    auth: 'customer',
    response: z.object({ customData: z.array(CustomDataRow) }),
    payload: 'customData',
  }),
};
