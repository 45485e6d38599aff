/** Who pays which price; a customer has one level. */
export const priceLevels = ['student', 'employee', 'other'] as const;
export type PriceLevel = (typeof priceLevels)[number];
