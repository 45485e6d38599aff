declare const moneyBrand: unique symbol;
declare const unitPriceBrand: unique symbol;

/** An amount in hundredths of the currency, a safe integer. */
export type Money = number & { readonly [moneyBrand]: true };

/** A price of one portion in 1/10,000 of the currency, a safe integer: prices may have up to four decimals. */
export type UnitPrice = number & { readonly [unitPriceBrand]: true };

const UNITS_PER_HUNDREDTH = 100;

/** The amount of so many hundredths; throws when that is not a safe integer. */
export function money(hundredths: number): Money {
  if (!Number.isSafeInteger(hundredths)) throw new RangeError(`not an amount: ${hundredths}`);
  return hundredths as Money;
}

/** The unit price of so many 1/10,000; throws when that is not a safe integer. */
export function unitPrice(tenThousandths: number): UnitPrice {
  if (!Number.isSafeInteger(tenThousandths)) throw new RangeError(`not a price: ${tenThousandths}`);
  return tenThousandths as UnitPrice;
}

/**
 * Reads a decimal text ("45.9", "-3", "1e-7") as an integer of 1/10^decimals, exactly: the text's
 * digits are moved, no binary fraction is ever computed. Undefined when it is no such number, has
 * more decimals than asked for, or does not fit a safe integer.
 */
export function parseDecimal(text: string, decimals: number): number | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text);
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  const shift = decimals - fraction.length + Number(exponent);
  const kept = shift >= 0 ? digits + '0'.repeat(shift) : digits.slice(0, shift);
  const dropped = shift >= 0 ? '' : digits.slice(shift);
  if (/[1-9]/.test(dropped)) return undefined;
  const value = Number(kept === '' ? '0' : kept);
  if (!Number.isSafeInteger(value)) return undefined;
  return sign === '-' && value !== 0 ? -value : value;
}

/** Reads an amount with at most two decimals; undefined when it is none. */
export function parseMoney(text: string): Money | undefined {
  return parseDecimal(text, 2) as Money | undefined;
}

/**
 * The largest amount that moves at once, or that an account holds, in hundredths: what all accounts of a canteen make
 * together stays a safe integer. The database holds accounts and movements to the same number.
 */
export const LARGEST_AMOUNT = money(1_000_000_000_000);

/**
 * Reads a positive amount as a person types it, `500` or `49.90`; undefined when it is none, or too large. What may be
 * meant otherwise is none: `1.500` is 1500 to some, and nobody types `1e5` for money.
 */
export function typedAmount(text: string): Money | undefined {
  const amount = /^\d+(?:\.\d{1,2})?$/.test(text) ? parseMoney(text) : undefined;
  return amount !== undefined && amount > 0 && amount <= LARGEST_AMOUNT ? amount : undefined;
}

/** Reads a unit price with at most four decimals; undefined when it is none. */
export function parseUnitPrice(text: string): UnitPrice | undefined {
  return parseDecimal(text, 4) as UnitPrice | undefined;
}

/** The decimal number of an amount as the wire carries it: 4590 gives 45.9. */
export function moneyToDecimal(amount: Money): number {
  return amount / 100;
}

/** The decimal number of a unit price as the wire carries it: 33350 gives 3.335. */
export function unitPriceToDecimal(price: UnitPrice): number {
  return price / 10_000;
}

/**
 * What so many portions cost: price times quantity, rounded once, last, half up. The only step
 * from a unit price to an amount.
 */
export function orderPrice(price: UnitPrice, quantity: number): Money {
  const exact = price * quantity;
  if (!Number.isSafeInteger(exact)) throw new RangeError(`too large: ${price} x ${quantity}`);
  return money(Math.floor((exact + UNITS_PER_HUNDREDTH / 2) / UNITS_PER_HUNDREDTH));
}

/** The sum of amounts; 0 for none. */
export function sumOf(amounts: Iterable<Money>): Money {
  let total = 0;
  for (const amount of amounts) total += amount;
  return money(total);
}
