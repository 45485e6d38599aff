import { expect, test } from 'vitest';

import { goesToCart } from './access.ts';

test.each([
  ['order', 'cart', true],
  ['order', 'direct', false],
  ['order', 'both', false],
  ['exchange', 'cart', false],
  ['exchange', 'direct', false],
  ['exchange', 'both', false],
] as const)(
  'ORD-02 the action %s goes to the cart where meals are ordered by %s: %s',
  (action, style, expected) => {
    expect(goesToCart(action, style)).toBe(expected);
  },
);
