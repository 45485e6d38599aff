import { ORDER_THROTTLE_MS } from '@refectory/domain/order';
import { expect, test } from 'vitest';

import { createThrottle } from './throttle.ts';

test('ORD-09 LIMIT-05 of two orders 499 ms apart one passes, of two 501 ms apart both', () => {
  const close = createThrottle(ORDER_THROTTLE_MS);
  expect([0, 499].map(close)).toEqual([true, false]);
  const apart = createThrottle(ORDER_THROTTLE_MS);
  expect([0, 501].map(apart)).toEqual([true, true]);
});

test('ORD-09 a dropped press does not begin the time anew', () => {
  const throttle = createThrottle(ORDER_THROTTLE_MS);
  expect([0, 400, 510, 900, 1020].map(throttle)).toEqual([true, false, true, false, true]);
});
