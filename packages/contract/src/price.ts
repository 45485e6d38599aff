import {
  moneyToDecimal,
  parseMoney,
  parseUnitPrice,
  unitPriceToDecimal,
  type Money,
  type UnitPrice,
} from '@refectory/domain/money';
import * as z from 'zod/mini';

const Decimal = z.union([z.number(), z.string()]);

function decimalCodec<T extends number>(parse: (text: string) => T | undefined, print: (value: T) => number) {
  return z.codec(
    Decimal,
    z.custom<T>((value) => Number.isSafeInteger(value)),
    {
      decode: (decimal, context) => {
        const value = parse(String(decimal));
        if (value !== undefined) return value;
        context.issues.push({ code: 'custom', input: decimal, message: 'not an amount' });
        return z.NEVER;
      },
      encode: print,
    },
  );
}

/** An amount: a decimal number with at most two decimals on the wire, hundredths inside. */
export const Price = decimalCodec<Money>(parseMoney, moneyToDecimal);

/** The price of one portion: at most four decimals on the wire, 1/10,000 inside. */
export const PortionPrice = decimalCodec<UnitPrice>(parseUnitPrice, unitPriceToDecimal);
