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
  ['with something that costs', { offers: [{ modifiers: [tartar] }] }, [[tartar]], [1_155_000]],
  [
    'with something that costs nothing',
    { offers: [{ modifiers: [plain] }] },
    [[{ ...plain, price: 0 }]],
    [1_000_000],
  ],
  ['without anything', { offers: [{}] }, [[]], [1_000_000]],
  [
    'with something, of a dish that is free',
    { price: unitPrice(0), offers: [{ modifiers: [tartar] }] },
    [[tartar]],
    [155_000],
  ],
  ['in two ways', { offers: [{ modifiers: [tartar] }, {}] }, [[tartar], []], [1_000_000, 1_155_000]],
  [
    'in two ways at one price',
    { offers: [{ modifiers: [plain] }, {}] },
    [[{ ...plain, price: 0 }], []],
    [1_000_000],
  ],
  ['with what is no longer on the menu', { offers: [{ modifiers: [{ id: 'gone' }] }] }, [], [1_000_000]],
  [
    'in two ways, of which one is no longer on the menu',
    { offers: [{ modifiers: [tartar, { id: 'gone' }] }, { modifiers: [tartar] }] },
    [[tartar]],
    [1_155_000],
  ],
  ['not at all', { offers: [] }, [], [1_000_000]],
  ['by a server that does not tell', { offers: undefined }, [], [1_000_000]],
  ['of a dish that is on sale', { status: 'AVAILABLE', offers: [{ modifiers: [tartar] }] }, [], [1_000_000]],
  ['of a dish without a price', { price: undefined, offers: [{ modifiers: [tartar] }] }, [[tartar]], []],
] as const)('what others offer %s is called and priced so', (_, offered, choices, prices) => {
  expect(offeredChoices({ ...dish, ...offered })).toEqual(choices);
  expect(portionPrices({ ...dish, ...offered })).toEqual(prices);
});
