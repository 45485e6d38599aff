import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { runPaymentHistories } from './testing/payment-histories.ts';

const database = useTestDatabase({ max: 20 });

test('whatever happens to notices, a payment that was made is credited once, and no other one is', async () => {
  const [seed = 0] = fc.sample(fc.integer(), 1);
  const random = mulberry(seed);
  const result = await runPaymentHistories(database.current, { count: 150, random });
  expect({ seed, ...result }).toMatchObject({ missed: 0, doubled: 0, believed: 0, violations: [] });
  expect(result.paid).toBeGreaterThan(50);
  expect(result.forged).toBeGreaterThan(50);
});

/** Numbers from 0 to 1 that follow from a seed. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
