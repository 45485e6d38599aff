import { expect, test } from 'vitest';

import { modifierLimits, unfinishedGroups, type ModifierGroup } from './modifiers.ts';
import { modifiersOf } from './portion.ts';
import { unitPrice } from './money.ts';

const option = (id: number | string, price?: number) => ({
  id,
  name: `option ${id}`,
  ...(price !== undefined && { price: unitPrice(price) }),
});
const sauces: ModifierGroup = {
  id: 'sauces',
  name: 'Sauces',
  min: 1,
  max: 2,
  options: [option(1), option(2), option(3)],
};
const extras: ModifierGroup = { id: 2, name: 'Extras', options: [option('cheese', 15_000), option('ham')] };

test.each([
  [{}, { min: 0, max: 3 }],
  [
    { min: 1, max: 2 },
    { min: 1, max: 2 },
  ],
  [
    { min: -1, max: 9 },
    { min: 0, max: 3 },
  ],
  [{ min: 5 }, { min: 3, max: 3 }],
  [
    { min: 2, max: 1 },
    { min: 2, max: 2 },
  ],
])('a menu that asks for %j of three options is asked of people as %j', (limits, expected) => {
  expect(modifierLimits({ ...sauces, min: undefined, max: undefined, ...limits })).toEqual(expected);
});

test.each([
  [[], ['sauces']],
  [[1], []],
  [[1, 2], []],
  [[1, 2, 3], ['sauces']],
  [['cheese'], ['sauces']],
  [[1, 'cheese', 'ham', 'of another dish'], []],
])('of %j chosen, these groups are not finished: %j', (chosen, expected) => {
  expect(unfinishedGroups([sauces, extras], new Set(chosen)).map(({ id }) => id)).toEqual(expected);
});

test('what is chosen stands in the order of the menu, at its price, or at none', () => {
  expect(modifiersOf([sauces, extras], new Set(['ham', 'cheese', 2, 'gone']))).toEqual([
    { id: 2, name: 'option 2', price: 0 },
    { id: 'cheese', name: 'option cheese', price: 15_000 },
    { id: 'ham', name: 'option ham', price: 0 },
  ]);
});
