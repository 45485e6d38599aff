import * as z from 'zod/mini';

import { Balance } from './account.ts';
import { Customer } from './customer.ts';
import { endpoint } from './endpoint.ts';
import { Order } from './orders.ts';
import { Pairing } from './pairing.ts';
import { Bill, Bonus, ConsumptionRow, Transaction, Voucher } from './reports.ts';

/** Everything the canteen keeps of a customer (C26). */
export const PersonalData = z.object({
  customer: Customer,
  account: Balance,
  orders: z.array(Order),
  transactions: z.array(Transaction),
  consumption: z.array(ConsumptionRow),
  bills: z.array(Bill),
  bonuses: z.array(Bonus),
  vouchers: z.array(Voucher),
  pairings: z.array(Pairing),
});
export type PersonalData = z.output<typeof PersonalData>;

export const personalData = {
  /** The customer's own data to take along, where `export` is announced (C26). */
  exportPersonalData: endpoint({ path: '/customer/export', auth: 'customer', response: PersonalData }),
};
