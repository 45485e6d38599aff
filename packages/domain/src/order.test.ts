import { expect, test } from 'vitest';

import { cancelLimit, cancelStatus, cancelStatuses, isEarlierOrder, orderAction } from './order.ts';

test('DATA-25 every cancel status has its action', () => {
  const actionsOf = (onExchange?: boolean, mayWithdraw = true) =>
    cancelStatuses.map((status) => orderAction({ cancelStatus: status, onExchange }, mayWithdraw));
  expect(actionsOf()).toEqual(['not-possible', 'offer-for-exchange', 'cancel']);
  expect(actionsOf(true)).toEqual(['not-possible', 'take-back', 'cancel']);
  expect(actionsOf(true, false)).toEqual(['not-possible', 'not-possible', 'cancel']);
});

test.each([
  [1000, false, true, 'POSSIBLE'],
  [1001, false, true, 'FOR_EXCHANGE'],
  [2000, false, true, 'FOR_EXCHANGE'],
  [2001, false, true, 'NOT_POSSIBLE'],
  [500, true, true, 'NOT_POSSIBLE'],
  [1000, false, false, 'POSSIBLE'],
  [1001, false, false, 'NOT_POSSIBLE'],
])(
  'at %i, collected %s, to be taken by others %s, an order is %s',
  (now, collected, canBeExchanged, expected) => {
    expect(cancelStatus({ cancelUntil: 1000, exchangeUntil: 2000, collected, canBeExchanged, now })).toBe(
      expected,
    );
  },
);

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

test.each([
  ['POSSIBLE', '2026-11-20T09:00:00Z', Date.parse('2026-11-20T09:00:00Z')],
  ['POSSIBLE', undefined, undefined],
  ['FOR_EXCHANGE', '2026-11-20T09:00:00Z', undefined],
  ['NOT_POSSIBLE', '2026-11-20T09:00:00Z', undefined],
] as const)(
  'an order that is %s and has the limit %s can be cancelled until %s',
  (status, until, expected) => {
    expect(cancelLimit({ cancelStatus: status, cancelUntil: until }, 'Europe/Prague')).toBe(expected);
  },
);
