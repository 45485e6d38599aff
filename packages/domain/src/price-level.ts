import type { UnitPrice } from './money.ts';

/** Who pays which price; a customer has one level. */
export const priceLevels = ['student', 'employee', 'other'] as const;
export type PriceLevel = (typeof priceLevels)[number];

/** What others pay of a portion beside the customer: the part that is free of tax, and the part that is not. */
export type Subsidy = { readonly tax: UnitPrice; readonly nonTax: UnitPrice };

/** Whether a subsidy is any at all. */
export function isPaid(subsidy: Subsidy | undefined): subsidy is Subsidy {
  return subsidy !== undefined && subsidy.tax + subsidy.nonTax > 0;
}
