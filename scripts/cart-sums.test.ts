import { test } from 'vitest';

import { checkCartSums } from './cart-sums.ts';

test('the sums of 20,000 random rows of carts are those of a BigInt oracle', () => {
  checkCartSums(20_000, 14);
});
