import { expect, test } from 'vitest';

import { canteenToShow, defaultCanteen } from './canteen.ts';

const main = { id: 1, key: 'main' };
const garden = { id: 2, key: 'garden' };
// Its key is the id of another.
const odd = { id: 3, key: '2' };

test.each([
  ['the one chosen', [main, garden], [2], 'main', garden],
  ['the first of those chosen that exists', [main, garden], [undefined, 9, 2], 'main', garden],
  ['the default by its key', [main, garden], [9], 'garden', garden],
  ['the default by its id', [main, garden], [], 2, garden],
  ['the default by its id as a text', [main, garden], [], '2', garden],
  ['the default by a key that is the id of another', [main, garden, odd], [], 2, odd],
  ['the only one', [garden], [9], 'nowhere', garden],
  ['none of several without a choice', [main, garden], [], undefined, undefined],
  ['none of none', [], [1], 'main', undefined],
])('the canteen to show: %s', (_, canteens, chosen, configured, expected) => {
  expect(canteenToShow(canteens, chosen, configured)).toBe(expected);
});

test('a default that names no canteen is none', () => {
  expect(defaultCanteen([main, garden], 'nowhere')).toBeUndefined();
  expect(defaultCanteen([{ id: 4 }], undefined)).toBeUndefined();
});
