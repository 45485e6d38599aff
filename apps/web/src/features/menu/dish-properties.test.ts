import { expect, test } from 'vitest';

import { propertiesOf } from './dish-properties.ts';

test.each([
  ['nothing', [], []],
  ['a text', [['energy', '320 kcal']], ['320 kcal']],
  [
    'numbers, zero too',
    [
      ['energy', 320.5],
      ['sugar', 0],
    ],
    ['320.5', '0'],
  ],
  [
    'several values of one variable together, each once',
    [
      ['note', 'spicy'],
      ['note', 'hot'],
      ['note', 'spicy'],
    ],
    ['spicy, hot'],
  ],
  [
    'equal values of different variables',
    [
      ['fat', '3 g'],
      ['salt', '3 g'],
    ],
    ['3 g', '3 g'],
  ],
  ['the texts and numbers of a list', [['note', ['spicy', 2, null]]], ['spicy, 2']],
  [
    'no value that says nothing by itself',
    [
      ['vegan', true],
      ['note', ''],
      ['more', { a: 1 }],
      ['none', null],
    ],
    [],
  ],
] as const)('part of OFFER-24: the additional data show %s', (_, data, shown) => {
  const additionalData = data.map(([variableId, value]) => ({ variableId, value }));
  expect(propertiesOf({ additionalData }).map(({ text }) => text)).toEqual(shown);
});
