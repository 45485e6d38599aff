import { expect, test } from 'vitest';

import { coverage } from './balance.ts';
import { money } from './money.ts';

test.each([
  [800, undefined, 'covered'],
  [799, undefined, 'short'],
  [500, 500, 'refused'],
  [500, 800, 'covered'],
  [900, 799, 'refused'],
] as const)(
  'part of CART-22: a balance of %i, of which %s can be spent, and an order of 800: %s',
  (balance, available, expected) => {
    const account = {
      balance: money(balance),
      ...(available !== undefined && { available: money(available) }),
    };
    expect(coverage(account, money(800))).toBe(expected);
  },
);
