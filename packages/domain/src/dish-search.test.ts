import { expect, test } from 'vitest';

import { searchDishes } from './dish-search.ts';

const dishes = [
  { name: 'Svíčková na smetaně', product: { name: 'Hovězí pečeně', description: 's brusinkami' } },
  { name: 'Żurek', product: { description: 'z białą kiełbasą' } },
  { product: { name: 'Straße (a soup)' } },
  { name: '' },
] as const;
const found = (text: string) => searchDishes(dishes, text).map((dish) => dishes.indexOf(dish));

test.each([
  ['svickova', [0]],
  ['SVÍČKOVÁ', [0]],
  ['pecene', [0]],
  ['brusinkami', [0]],
  ['smetane hovezi', [0]],
  ['smetane zurek', []],
  ['zurek', [1]],
  ['BIALA kielbasa', [1]],
  ['bialy', []],
  ['(a', [2]],
  ['  ', [0, 1, 2, 3]],
  ['', [0, 1, 2, 3]],
  ['goulash', []],
] as const)('SHELL-03 %j finds the dishes %j', (text, expected) => {
  expect(found(text)).toEqual(expected);
});

test('a search without a word gives the list itself', () => {
  expect(searchDishes(dishes, ' ')).toBe(dishes);
});
