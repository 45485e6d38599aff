import { expect, test } from 'vitest';

import { unitPrice } from './money.ts';
import { offeredChoices, portionPrices } from './portion.ts';

const tartar = { id: 'tartar', name: 'Tartar', price: unitPrice(155_000) };
const plain = { id: 'plain', name: 'No sauce' };
const dish = {
  status: 'EXCHANGE',
  price: unitPrice(1_000_000),
  product: { modifierGroups: [{ id: 1, name: 'Sauce', options: [tartar, plain] }] },
} as const;

test.each([
  ['with something that costs', { offers: [{ portions: 1, modifiers: [tartar] }] }, [[tartar]], [1_155_000]],
  [
    'with something that costs nothing',
    { offers: [{ portions: 1, modifiers: [plain] }] },
    [[{ ...plain, price: 0 }]],
    [1_000_000],
  ],
  ['without anything', { offers: [{ portions: 1 }] }, [[]], [1_000_000]],
  [
    'with something, of a dish that is free',
    { price: unitPrice(0), offers: [{ portions: 1, modifiers: [tartar] }] },
    [[tartar]],
    [155_000],
  ],
  [
    'in two ways',
    { offers: [{ portions: 1, modifiers: [tartar] }, { portions: 1 }] },
    [[], [tartar]],
    [1_000_000, 1_155_000],
  ],
  [
    'in two ways at one price',
    { offers: [{ portions: 1, modifiers: [plain] }, { portions: 1 }] },
    [[{ ...plain, price: 0 }], []],
    [1_000_000],
  ],
  [
    'with what is no longer on the menu',
    { offers: [{ portions: 1, modifiers: [{ id: 'gone' }] }] },
    [],
    [1_000_000],
  ],
  [
    'in two ways, of which one is no longer on the menu',
    {
      offers: [
        { portions: 1, modifiers: [tartar, { id: 'gone' }] },
        { portions: 1, modifiers: [tartar] },
      ],
    },
    [[tartar]],
    [1_155_000],
  ],
  ['not at all', { offers: [] }, [], [1_000_000]],
  ['by a server that does not tell', { offers: undefined }, [], [1_000_000]],
  [
    'of a dish that is on sale',
    { status: 'AVAILABLE', offers: [{ portions: 1, modifiers: [tartar] }] },
    [],
    [1_000_000],
  ],
  [
    'of a dish without a price',
    { price: undefined, offers: [{ portions: 1, modifiers: [tartar] }] },
    [[tartar]],
    [],
  ],
] as const)('what others offer %s is called and priced so', (_, offered, choices, prices) => {
  expect(offeredChoices({ ...dish, ...offered }, 1)).toEqual(choices);
  expect(portionPrices({ ...dish, ...offered }, 1)).toEqual(prices);
});

test('of several portions only what somebody offers so many of can be taken', () => {
  const offers = [{ portions: 1 }, { portions: 2, modifiers: [tartar] }];
  expect(offeredChoices({ ...dish, offers }, 2)).toEqual([[tartar]]);
  expect(portionPrices({ ...dish, offers }, 2)).toEqual([1_155_000]);
  expect(portionPrices({ ...dish, offers }, 3)).toEqual([1_000_000]);
});
