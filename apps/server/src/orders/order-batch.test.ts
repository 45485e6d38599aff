import { openDatabase } from '@refectory/database/database';
import { createCustomer, createOffering, orderOf } from '@refectory/database/factories';
import { ownKey, type OrderInput } from '@refectory/database/order-functions';
import { holdingAccount, waitingForLock } from '@refectory/database/testing/held-order';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { expect, onTestFinished, test, vi } from 'vitest';

import { createOrderBatch } from './order-batch.ts';

const database = useTestDatabase({ max: 30 });

/** Orders of a dish by customers of their own. */
async function ordersOfOneDish(count: number, capacity = count): Promise<OrderInput[]> {
  const dish = await createOffering(database.current, { capacity });
  const customers = await Promise.all(Array.from({ length: count }, () => createCustomer(database.current)));
  return customers.map(({ id }) => orderOf(id, dish));
}

/** The transactions that placed these orders. */
async function transactionsOf(orders: readonly OrderInput[]): Promise<number> {
  const { rows } = await database.current.pool.query<{ count: number }>(
    'select count(distinct xmin::text)::int as count from orders where customer_id = any ($1)',
    [orders.map(({ customerId }) => customerId)],
  );
  return rows[0]?.count ?? 0;
}

test('orders that arrive while others are decided are decided together, at most 64 at once', async () => {
  const batch = createOrderBatch(database.current);
  const orders = await ordersOfOneDish(100);
  const [first, ...others] = orders;
  if (!first) throw new RangeError('there are orders');
  const verdicts = await holdingAccount(database.current, first.customerId, async (holder) => {
    const placed = [batch.place(first)];
    await waitingForLock(database.current);
    placed.push(...others.map((order) => batch.place(order)));
    await holder.query('rollback');
    return Promise.all(placed);
  });
  expect(verdicts.filter(({ verdict }) => verdict === 'ordered')).toHaveLength(100);
  // The one that was held, 64 others, and the rest.
  expect(await transactionsOf(orders)).toBe(3);
});

test('orders of one customer are decided one after the other, in their sequence', async () => {
  const batch = createOrderBatch(database.current);
  const [order] = await ordersOfOneDish(1, 5);
  if (!order) throw new RangeError('there is an order');
  const place = (portions: number) => batch.place({ ...order, agreed: { portions }, idempotency: ownKey() });
  expect(await Promise.all([1, 2, 3, 5].map(place))).toMatchObject([
    { verdict: 'ordered' },
    { verdict: 'ordered' },
    { verdict: 'ordered' },
    { verdict: 'question', portions: 4 },
  ]);
});

test('API-59 a repeat of an order that waits or is being decided is in flight', async () => {
  const batch = createOrderBatch(database.current);
  const [first, second] = await ordersOfOneDish(2);
  if (!first || !second) throw new RangeError('there are two orders');
  const verdicts = await holdingAccount(database.current, first.customerId, async (holder) => {
    const placed = [batch.place(first)];
    await waitingForLock(database.current);
    placed.push(batch.place(second));
    expect(await batch.place(first)).toEqual({ verdict: 'in-flight' });
    expect(await batch.place(second)).toEqual({ verdict: 'in-flight' });
    await holder.query('rollback');
    return Promise.all(placed);
  });
  expect(verdicts).toMatchObject([{ verdict: 'ordered' }, { verdict: 'ordered' }]);
  expect(await batch.place(first)).toEqual({ ...verdicts[0], replayed: true });
});

test('an order that cannot be decided fails alone', async () => {
  const batch = createOrderBatch(database.current);
  const orders = await ordersOfOneDish(4);
  const [first, broken] = orders;
  if (!first || !broken) throw new RangeError('there are orders');
  const placed = await holdingAccount(database.current, first.customerId, async (holder) => {
    const held = batch.place(first);
    await waitingForLock(database.current);
    const others = [{ ...broken, quantity: 0 }, ...orders.slice(2)].map((order) => batch.place(order));
    await holder.query('rollback');
    return Promise.allSettled([held, ...others]);
  });
  expect(placed).toMatchObject([
    { value: { verdict: 'ordered' } },
    { reason: { message: expect.stringContaining('not an order') } },
    { value: { verdict: 'ordered' } },
    { value: { verdict: 'ordered' } },
  ]);
});

test('when the database is away, whoever waits is told at once', async () => {
  const away = openDatabase({ ...database.current.connection, host: '/nowhere' });
  onTestFinished(() => away.close());
  const asked = vi.spyOn(away.pool, 'query');
  const batch = createOrderBatch(away);
  const placed = await Promise.allSettled((await ordersOfOneDish(200)).map((order) => batch.place(order)));
  expect(new Set(placed.map(({ status }) => status))).toEqual(new Set(['rejected']));
  // The first alone, a batch, and two of it.
  expect(asked).toHaveBeenCalledTimes(4);
});

test('when too many wait the next one is told to come again, and nothing of it is done', async () => {
  const batch = createOrderBatch(database.current, { mostWaiting: 2 });
  const [first, second, third, fourth] = await ordersOfOneDish(4);
  if (!first || !second || !third || !fourth) throw new RangeError('there are four orders');
  const verdicts = await holdingAccount(database.current, first.customerId, async (holder) => {
    const placed = [batch.place(first)];
    await waitingForLock(database.current);
    placed.push(batch.place(second), batch.place(third));
    await expect(batch.place(fourth)).rejects.toMatchObject({ code: 'unavailable' });
    await holder.query('rollback');
    return Promise.all(placed);
  });
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['ordered', 'ordered', 'ordered']);
  expect(await batch.place(fourth)).toMatchObject({ verdict: 'ordered', replayed: false });
});
