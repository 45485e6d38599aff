import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  money,
  orderPrice,
  parseDecimal,
  parseMoney,
  parseUnitPrice,
  sumOf,
  typedAmount,
  unitPrice,
} from './money.ts';

describe('amounts', () => {
  test('FMT-19 a thousand rows of 0.10 and 0.20 make exactly 300.00', () => {
    const rows = Array.from({ length: 1000 }, () => [parseMoney('0.10'), parseMoney('0.20')]).flat();
    expect(sumOf(rows.map((row) => row ?? money(0)))).toBe(30_000);
  });

  test.each([
    ['45.9', 2, 4590],
    ['-3', 2, -300],
    ['0', 2, 0],
    ['-0', 2, 0],
    ['1e-7', 7, 1],
    ['1.5e+3', 2, 150_000],
    ['1.500', 2, 150],
    ['1.005', 4, 10_050],
    ['1.005', 2, undefined],
    ['1,20', 2, undefined],
    ['-', 2, undefined],
    ['', 2, undefined],
    ['NaN', 2, undefined],
    ['Infinity', 2, undefined],
    ['1e308', 2, undefined],
    ['90071992547409.92', 2, undefined],
    ['90071992547409.91', 2, 9_007_199_254_740_991],
  ])('reads %s with %i decimals as %s', (text, decimals, value) => {
    expect(parseDecimal(text, decimals)).toBe(value);
  });

  test('FMT-19 a price with more than four decimals is refused', () => {
    expect(parseUnitPrice('1.0005')).toBe(10_005);
    expect(parseUnitPrice('1.00005')).toBeUndefined();
  });

  test('the decimal a number prints reads back as the same amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (hundredths) => {
        expect(parseMoney(String(hundredths / 100))).toBe(hundredths);
      }),
    );
  });
});

describe('the price of an order', () => {
  test.each([
    ['1.005', 3, 302],
    ['3.335', 2, 667],
    ['1.005', 1, 101],
    ['1.0049', 1, 100],
    ['0', 999, 0],
    ['124', 1, 12_400],
  ])('ORD-08 %s times %i is %i hundredths, rounded once, half up', (price, quantity, expected) => {
    const unit = parseUnitPrice(price);
    expect(unit).toBeDefined();
    expect(orderPrice(unit ?? unitPrice(-1), quantity)).toBe(expected);
  });

  test('ORD-08 is the integer result half up for any price and quantity', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 1, max: 999 }), (price, quantity) => {
        const exact = BigInt(price) * BigInt(quantity);
        expect(BigInt(orderPrice(unitPrice(price), quantity))).toBe((exact + 50n) / 100n);
      }),
    );
  });

  test('refuses what no safe integer can hold', () => {
    expect(() => orderPrice(unitPrice(Number.MAX_SAFE_INTEGER), 2)).toThrow(RangeError);
    expect(() => money(0.5)).toThrow(RangeError);
  });
});

test.each([
  ['500', 50_000],
  ['49.9', 4_990],
  ['49.90', 4_990],
  ['0.01', 1],
  ['10000000000', 1_000_000_000_000],
  ['10000000000.01', undefined],
  ['90000000000000', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['1e5', undefined],
  ['1e-1', undefined],
  ['1.500', undefined],
  ['1.', undefined],
  ['', undefined],
])('an amount typed as "%s" is %s hundredths', (text, hundredths) => {
  expect(typedAmount(text)).toBe(hundredths);
});
