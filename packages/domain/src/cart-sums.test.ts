import { test } from 'vitest';

import { cartItem } from './cart.ts';
import { cartRows, rowPrice, totalOf } from './cart-rows.ts';
import { calendarDay } from './day.ts';
import { unitPrice } from './money.ts';

/** Pseudorandom numbers from a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Rounds half up, as the ledger does: -0.5 becomes 0. */
function halfUp(tenThousandths: bigint): bigint {
  const shifted = tenThousandths + 50n;
  const quotient = shifted / 100n;
  return shifted % 100n < 0n ? quotient - 1n : quotient;
}

const DAY = calendarDay('2026-11-20');

/** Compares the sums of random carts, `runs` rows in all, with sums in BigInt; throws where one differs. */
function checkCartSums(runs: number, seed: number): void {
  const random = randomOf(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  for (let done = 0; done < runs;) {
    const items = Array.from({ length: Math.min(1 + below(12), runs - done) }, (_, mealId) =>
      cartItem(
        {
          mealId,
          date: DAY,
          canteenId: 1,
          // Prices up to 9,999.9999; more of them than by chance end in half a hundredth.
          price: unitPrice(below(4) === 0 ? below(1_000_000) * 100 + 50 : below(100_000_000)),
          name: '',
          allowMultipleOrder: true,
        },
        1 + below(999),
        // A choice may lower the price.
        Array.from({ length: below(4) }, (__, id) => ({
          id,
          name: '',
          price: unitPrice(below(600_000) - 100_000),
        })),
      ),
    );
    let expected = 0n;
    for (const item of items) {
      const portion = item.modifiers.reduce(
        (sum, { price }) => sum + BigInt(price),
        BigInt(item.menuItem.price),
      );
      const row = halfUp(portion * BigInt(item.quantity));
      if (BigInt(rowPrice(item)) !== row)
        throw new Error(`seed ${seed}: ${JSON.stringify(item)} costs ${row}, not ${rowPrice(item)}`);
      expected += row;
    }
    const total = totalOf(cartRows(items, () => undefined, DAY));
    if (BigInt(total) !== expected) throw new Error(`seed ${seed}: a cart costs ${expected}, not ${total}`);
    done += items.length;
  }
}

test('the sums of 20,000 random rows of carts are those of a BigInt oracle', () => {
  checkCartSums(20_000, 14);
});
