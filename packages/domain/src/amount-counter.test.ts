import { expect, test } from 'vitest';

import { steppedAmount, typedAmount } from './amount-counter.ts';

test.each([
  [0, -1, {}, undefined],
  [1, -1, {}, 0],
  [998, 1, {}, 999],
  [999, 1, {}, undefined],
  [1, -1, { min: 1, max: 4 }, undefined],
  [4, 1, { min: 1, max: 4 }, undefined],
  [3, 1, { min: 1, max: 4 }, 4],
] as const)('FORM-33 LIMIT-18 from %i by %i between %j comes %s', (value, direction, limits, expected) => {
  expect(steppedAmount(value, direction, limits)).toBe(expected);
});

test.each([
  [10, 1, 15],
  [15, -1, 10],
  [998, 1, undefined],
  [0, 1, 5],
  [0, -1, undefined],
] as const)('FORM-34 in steps of 5 from %i by %i comes %s', (value, direction, expected) => {
  expect(steppedAmount(value, direction, { multiplier: 5 })).toBe(expected);
});

test.each([
  ['3', 3],
  [' 12 ', 12],
  ['1000', 999],
  ['0', 1],
  ['-2', 1],
  ['2.5', 1],
  ['', 1],
  ['many', 1],
])('FORM-33 typed %j becomes %i', (text, expected) => {
  expect(typedAmount(text, { min: 1 })).toBe(expected);
});
