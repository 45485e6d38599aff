import { expect, test } from 'vitest';

import { goesToCart, startsAtOffer } from './access.ts';

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

test.each([
  ['canteen', true, false, true, true],
  ['canteen', true, false, false, true],
  ['canteen', false, true, true, false],
  ['canteen', false, true, false, true],
  ['webcare', true, true, true, false],
  ['webcare', true, true, false, true],
] as const)(
  'mode %s, shopping %s, guests %s, logged in %s: it begins at the offer: %s',
  (applicationMode, allowShopping, allowGuests, loggedIn, expected) => {
    expect(startsAtOffer({ applicationMode, allowShopping, allowGuests }, loggedIn)).toBe(expected);
  },
);
