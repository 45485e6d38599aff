import * as z from 'zod/mini';

import { endpoint } from './endpoint.ts';
import { Price } from './price.ts';
import { AnyId, tolerant } from './tolerant.ts';

/** The account's balance. */
export const Balance = z.object({
  balance: Price,
  /** What is set aside for orders that are not settled yet. */
  blocked: z.optional(Price),
  /** What can be spent. */
  available: z.optional(Price),
  /** Opaque rows of the canteen's own. */
  pluginData: z.optional(z.unknown()),
});
export type Balance = z.output<typeof Balance>;

/** The customer's bonus balance, beside their own money. */
export const BonusBalance = z.object({
  bonusBalance: Price,
  /** A currency format, `{0}` standing for the number. */
  bonusBalanceCurrency: tolerant(z.string()),
});
export type BonusBalance = z.output<typeof BonusBalance>;

/** Something the canteen tells customers about themselves, such as their cost centre. */
export const CustomDataRow = z.object({
  id: z.optional(AnyId),
  label: z.string(),
  value: z.union([z.string(), z.number()]),
});

/** The calls about a customer's account. */
export const account = {
  /** The customer's account balance now. */
  getBalance: endpoint({ path: '/customer/account/balance', auth: 'customer', response: Balance }),

  /** The customer's bonus balance now. */
  getBonusBalance: endpoint({
    path: '/customer/account/bonusbalance',
    auth: 'customer',
    response: BonusBalance,
  }),

  /** What the canteen tells the customer about themselves, in its order. */
  listCustomData: endpoint({
    path: '/customer/account/customdata',
    auth: 'customer',
    response: z.object({ customData: z.array(CustomDataRow) }),
    payload: 'customData',
  }),
};
