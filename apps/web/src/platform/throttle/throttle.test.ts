import { ORDER_THROTTLE_MS } from '@refectory/domain/order';
import { expect, test } from 'vitest';

import { createThrottle } from './throttle.ts';

/** Which of the orders at these moments pass. */
function passing(moments: readonly number[]): boolean[] {
  let now = 0;
  const throttle = createThrottle(() => now);
  return moments.map((moment) => {
    now = moment;
    return throttle('order', ORDER_THROTTLE_MS);
  });
}

test('ORD-09 LIMIT-05 of two orders 499 ms apart one passes, of two 501 ms apart both', () => {
  expect(passing([0, 499])).toEqual([true, false]);
  expect(passing([0, 501])).toEqual([true, true]);
});

test('ORD-09 a dropped press does not begin the time anew', () => {
  expect(passing([0, 400, 510, 900, 1020])).toEqual([true, false, true, false, true]);
});
