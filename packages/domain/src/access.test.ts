import { expect, test } from 'vitest';

import { mayOpenCardLinks, startsAtOffer, waysToOrder } from './access.ts';

test.each([
  ['order', 'cart', { atOnce: false, byCart: true }],
  ['order', 'direct', { atOnce: true, byCart: false }],
  ['order', 'both', { atOnce: true, byCart: true }],
  ['exchange', 'cart', { atOnce: true, byCart: false }],
  ['exchange', 'direct', { atOnce: true, byCart: false }],
  ['exchange', 'both', { atOnce: true, byCart: false }],
] as const)('ORD-02 the ways of the action %s where meals are ordered by %s', (action, style, expected) => {
  expect(waysToOrder(action, style)).toEqual(expected);
});

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

test.each([
  ['canteen', true, true, false, true],
  ['canteen', true, false, false, false],
  ['canteen', true, false, true, true],
  ['canteen', false, true, true, false],
  ['canteen', false, true, false, false],
  ['shop', false, false, true, false],
  ['webcare', false, false, true, true],
  ['webcare', true, true, false, false],
] as const)(
  'part of CARD-08 NAV-22 NAV-23 NAV-24: mode %s, shopping %s, guests %s, logged in %s: the links about a card open: %s',
  (applicationMode, allowShopping, allowGuests, loggedIn, expected) => {
    expect(mayOpenCardLinks({ applicationMode, allowShopping, allowGuests }, loggedIn)).toBe(expected);
  },
);
