import { type Money, money } from '@refectory/domain/money';
import { expect } from 'vitest';

import type { Database } from '../database.ts';
import { ownKey, placeOrder, type OrderInput } from '../order-functions.ts';

/**
 * Places an order whose transaction stays open, so that a test decides what happens meanwhile: `meanwhile`
 * is begun, the order commits once it waits for a lock, and its answer is answered.
 */
export async function duringOrder<Answer>(
  database: Database,
  order: Pick<OrderInput, 'customerId' | 'offeringId' | 'day' | 'canteenId' | 'now'> & { price?: Money },
  meanwhile: () => Promise<Answer>,
): Promise<Answer> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    const { verdict } = await placeOrder(
      { pool: client },
      { price: money(100_000), ...order, quantity: 1, pickupCode: 'A17', idempotency: ownKey() },
    );
    expect(verdict).toBe('ordered');
    const answer = meanwhile();
    await Promise.race([answer, waitingForLock(database)]);
    await client.query('commit');
    return await answer;
  } finally {
    // Not back into the pool: where the test failed, its transaction is still open.
    client.release(true);
  }
}

const waitingForLock = (database: Database) =>
  expect
    .poll(
      async () =>
        (
          await database.pool.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).rowCount,
    )
    .toBeGreaterThan(0);
