import { expect, test } from 'vitest';

import {
  openTopUp,
  withBegunTopUp,
  withoutTopUp,
  withReturnedTopUp,
  type BegunTopUp,
} from './begun-top-up.ts';
import { money } from './money.ts';

const NOW = Date.parse('2026-11-24T09:00:00Z');
const HOUR_MS = 60 * 60_000;
const begun = (paymentId: string, rest: Partial<BegunTopUp> = {}): BegunTopUp => ({
  customerId: '5',
  paymentId,
  amount: money(50_000),
  begunAt: NOW,
  ...rest,
});

test('C176 the top-up to speak of is the last one that came back, else the last one that was begun', () => {
  const [first, second] = [begun('a'), begun('b')];
  expect(openTopUp([], '5', NOW)).toBeUndefined();
  expect(openTopUp([first, second], '5', NOW)).toBe(second);
  const returned = withReturnedTopUp([first, second], 'a');
  expect(openTopUp(returned, '5', NOW)).toEqual({ ...first, hasReturned: true });
  expect(openTopUp(withoutTopUp(returned, 'a'), '5', NOW)).toEqual(second);
});

test('C176 of a top-up nobody else hears, and after a day nobody', () => {
  const kept = [begun('a')];
  expect(openTopUp(kept, '6', NOW)).toBeUndefined();
  expect(openTopUp(kept, undefined, NOW)).toBeUndefined();
  expect(openTopUp(kept, '5', NOW + 23 * HOUR_MS)?.paymentId).toBe('a');
  expect(openTopUp(kept, '5', NOW + 24 * HOUR_MS)).toBeUndefined();
  // Begun by a clock that was wrong.
  expect(openTopUp([begun('a', { begunAt: NOW + 48 * HOUR_MS })], '5', NOW)).toBeUndefined();
});

test('C176 a top-up that is begun again is kept once, and the oldest of many goes', () => {
  const twice = withBegunTopUp([begun('a'), begun('b')], begun('a', { amount: money(100) }));
  expect(twice.map(({ paymentId, amount }) => [paymentId, amount])).toEqual([
    ['b', 50_000],
    ['a', 100],
  ]);
  let kept: readonly BegunTopUp[] = [];
  for (let index = 0; index < 25; index += 1) kept = withBegunTopUp(kept, begun(`p-${index}`));
  expect(kept).toHaveLength(20);
  expect(kept[0]?.paymentId).toBe('p-5');
});

test('C176 where nothing is known of a payment, nothing changes', () => {
  const kept = [begun('a')];
  expect(withoutTopUp(kept, 'b')).toEqual(kept);
  expect(withoutTopUp(kept, undefined)).toEqual(kept);
  expect(withReturnedTopUp(kept, undefined)).toEqual(kept);
});
