import { expect, test } from 'vitest';

import { cancelLimit, cancelStatus, ordersTogether, type CancelStatus } from './order.ts';

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

test.each<[string, [id: number, status: CancelStatus, ...modifiers: string[]][], number[][]]>([
  ['none', [], []],
  [
    'two that can be cancelled',
    [
      [2, 'POSSIBLE'],
      [1, 'POSSIBLE'],
    ],
    [[1, 2]],
  ],
  [
    'with other modifiers',
    [
      [1, 'POSSIBLE', 'a'],
      [2, 'POSSIBLE'],
      [3, 'POSSIBLE', 'a'],
    ],
    [[1, 3], [2]],
  ],
  [
    'with the same ones in another order',
    [
      [1, 'POSSIBLE', 'a', 'b'],
      [2, 'POSSIBLE', 'b', 'a'],
    ],
    [[1, 2]],
  ],
  [
    'too late to cancel',
    [
      [1, 'FOR_EXCHANGE'],
      [2, 'FOR_EXCHANGE'],
      [3, 'NOT_POSSIBLE'],
    ],
    [[1], [2], [3]],
  ],
])('orders of a dish that are told together: %s', (_, orders, expected) => {
  const made = orders.map(([id, status, ...modifiers]) => ({
    id,
    cancelStatus: status,
    ...(modifiers.length > 0 && { modifiers: modifiers.map((option) => ({ id: option })) }),
  }));
  expect(ordersTogether(made).map((together) => together.map(({ id }) => id))).toEqual(expected);
});

test('orders of a dish that are handed over in different ways are told by themselves', () => {
  const order = { cancelStatus: 'POSSIBLE' } as const;
  const takeAway = { ...order, delivery: 'toTakeAway' } as const;
  const together = ordersTogether([
    { ...order, id: 1 },
    { ...takeAway, id: 2 },
    { ...order, id: 3 },
    { ...takeAway, id: 4 },
    { ...order, delivery: 'toTable', id: 5 },
  ]);
  expect(together.map((alike) => alike.map(({ id }) => id))).toEqual([[1, 3], [2, 4], [5]]);
});
