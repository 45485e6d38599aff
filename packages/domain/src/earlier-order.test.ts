import { expect, test } from 'vitest';

import { isEarlierOrder } from './earlier-order.ts';

test.each([
  [{ seen: [], present: [7] }, false],
  [{ seen: [5], present: [5, 7] }, false],
  [{ seen: [7], present: [7] }, true],
  [{ seen: [7], present: [] }, true],
  [{ seen: [], present: [] }, true],
  [{ seen: [7], present: undefined }, true],
  [{ seen: [5], present: undefined }, false],
])('with %j the order 7 of a repeated call is an earlier one: %s', (lists, expected) => {
  expect(isEarlierOrder(7, lists)).toBe(expected);
});
