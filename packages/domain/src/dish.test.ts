import { describe, expect, test } from 'vitest';

import { calendarDay } from './day.ts';
import {
  dishAction,
  dishStatus,
  dishStatuses,
  limitToCancel,
  orderingClosedAt,
  orderLimit,
  portionsLeft,
  remainingPortions,
} from './dish.ts';

const today = calendarDay('2026-11-20');

test('DATA-27 every status has its action, and none of them on a day in the past', () => {
  const on = (day: string) =>
    Object.fromEntries(
      dishStatuses.map((status) => [status, dishAction({ status, date: calendarDay(day) }, today)]),
    );
  const actions = {
    CLOSED: 'sold-out',
    SOLD_OUT: 'sold-out',
    AVAILABLE: 'order',
    EXCHANGE: 'exchange',
    READONLY: 'none',
  };
  expect(on('2026-11-20')).toEqual(actions);
  expect(on('2026-11-21')).toEqual(actions);
  expect(new Set(Object.values(on('2026-11-19')))).toEqual(new Set(['none']));
});

test.each([
  [0, 'sold-out'],
  [1, 'order'],
  [undefined, 'order'],
] as const)('an available dish with %s portions left has the action %s', (remaining, expected) => {
  expect(dishAction({ status: 'AVAILABLE', date: today, remaining }, today)).toBe(expected);
});

test.each([
  [{ remaining: 3, quantity: 9 }, true, 3],
  [{ remaining: 0, quantity: 9 }, true, 0],
  [{ quantity: 9 }, true, 9],
  [{ remaining: null, quantity: 9 }, true, 9],
  [{ remaining: null, quantity: 9 }, false, undefined],
  [{ remaining: 3 }, false, 3],
  [{ remaining: null, quantity: null }, true, undefined],
  [{}, true, undefined],
] as const)(
  'OFFER-29 of a dish with %o, quantity counting %s, %s portions are left',
  (dish, isRemaining, expected) => {
    expect(remainingPortions(dish, isRemaining)).toBe(expected);
  },
);

describe('the status at a moment', () => {
  const open = {
    state: 'open',
    remaining: 5,
    offered: 0,
    orderUntil: 1000,
    exchangeUntil: 2000,
    now: 1000,
  } as const;
  test.each([
    ['open with portions', open, 'AVAILABLE'],
    ['one millisecond after the limit', { ...open, now: 1001 }, 'CLOSED'],
    ['no portion left', { ...open, remaining: 0 }, 'SOLD_OUT'],
    ['no portion left, one offered by another', { ...open, remaining: 0, offered: 1 }, 'EXCHANGE'],
    ['portions left and some offered', { ...open, offered: 1 }, 'AVAILABLE'],
    ['one offered, after the limit for ordering', { ...open, offered: 1, now: 1001 }, 'EXCHANGE'],
    ['one offered, up to the limit for exchange', { ...open, offered: 1, now: 2000 }, 'EXCHANGE'],
    ['one offered, after it', { ...open, offered: 1, now: 2001 }, 'CLOSED'],
    ['one offered of a dish the canteen closed', { ...open, offered: 1, state: 'closed' }, 'CLOSED'],
    ['closed by the canteen', { ...open, state: 'closed' }, 'CLOSED'],
    ['for information', { ...open, state: 'readonly', now: 5000 }, 'READONLY'],
  ] as const)('%s', (_, dish, expected) => {
    expect(dishStatus(dish)).toBe(expected);
  });
});

test.each([
  [3_600_001, 'time'],
  [3_600_000, 60],
  [2_400_000, 40],
  [1, 1],
  [0, 0],
  [-1, undefined],
])('OFFER-37 LIMIT-28 with %i ms left the limit is told as %o', (left, expected) => {
  expect(orderLimit(left, 0)).toBe(expected);
});

test.each([
  ['not said', undefined, 0, undefined],
  ['that for ordering', 1_000, 0, undefined],
  ['an earlier one to come', 500, 500, 'time'],
  ['an earlier one that is over', 500, 501, 'over'],
  ['a later one', 1_500, 1_000, 'time'],
  ['a later one after the last order', 1_500, 1_001, undefined],
] as const)('with a limit to cancel that is %s (%s) at %i the day tells %s', (_, cancelUntil, now, told) => {
  expect(limitToCancel(1_000, cancelUntil, now)).toBe(told);
  expect(limitToCancel(undefined, cancelUntil, now)).toBeUndefined();
});

test.each([
  [undefined, undefined],
  [0, undefined],
  [1, { count: 1, areFew: true }],
  [10, { count: 10, areFew: true }],
  [11, { count: 11, areFew: false }],
])('OFFER-29 of %s portions left the card says %o', (remaining, expected) => {
  expect(portionsLeft({ status: 'AVAILABLE', remaining })).toEqual(expected);
  for (const status of ['SOLD_OUT', 'EXCHANGE', 'CLOSED', 'READONLY'] as const)
    expect(portionsLeft({ status, remaining })).toBeUndefined();
});

test.each([
  ['CLOSED', 1_000, 1_000, 1_000],
  ['CLOSED', 1_000, 999, undefined],
  ['CLOSED', undefined, 2_000, undefined],
  ['SOLD_OUT', 1_000, 2_000, undefined],
  ['AVAILABLE', 1_000, 2_000, undefined],
] as const)(
  'ORD-04 a dish that is %s with the cut-off %s says at %s that ordering closed at %s',
  (status, orderUntil, now, expected) => {
    expect(orderingClosedAt({ status, orderUntil }, now)).toBe(expected);
  },
);
