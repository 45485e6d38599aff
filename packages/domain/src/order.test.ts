import { expect, test } from 'vitest';

import { cancelStatus, cancelStatuses, orderAction } from './order.ts';

test('DATA-25 every cancel status has its action', () => {
  expect(cancelStatuses.map(orderAction)).toEqual(['not-possible', 'offer-for-exchange', 'cancel']);
});

test.each([
  [1000, false, 'POSSIBLE'],
  [1001, false, 'FOR_EXCHANGE'],
  [2000, false, 'FOR_EXCHANGE'],
  [2001, false, 'NOT_POSSIBLE'],
  [500, true, 'NOT_POSSIBLE'],
])('at %i, collected %s, an order is %s', (now, collected, expected) => {
  expect(cancelStatus({ cancelUntil: 1000, exchangeUntil: 2000, collected, now })).toBe(expected);
});
