import { openDatabase, SERVING_TIMEOUTS } from '@refectory/database/database';
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

/** Holds a row, and says whether a batch is stopped by it: an order of somebody else's, decided meanwhile. */
async function whileHeld(
  lock: { readonly sql: string; readonly id: number },
  meanwhile: (release: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const holder = await database.current.pool.connect();
  try {
    await holder.query('begin');
    await holder.query(lock.sql, [lock.id]);
    await meanwhile(() => holder.query('rollback'));
  } finally {
    holder.release(true);
  }
}

const STOCK = 'select from stock where offering_id = $1 for update';
const ACCOUNT = 'select from account where customer_id = $1 for update';

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
  expect(await batch.place(first)).toMatchObject({
    verdict: 'ordered',
    orderId: verdicts[0] && 'orderId' in verdicts[0] && verdicts[0].orderId,
    replayed: true,
  });
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

test('a customer has a few orders under way, and the next one is told to wait while others go on', async () => {
  const batch = createOrderBatch(database.current, { mostOfACustomer: 3 });
  const [greedy, other] = await ordersOfOneDish(2, 10);
  if (!greedy || !other) throw new RangeError('there are two orders');
  const again = (portions: number) => ({ ...greedy, agreed: { portions }, idempotency: ownKey() });
  const verdicts = await holdingAccount(database.current, greedy.customerId, async (holder) => {
    const placed = [1, 2, 3].map((portions) => batch.place(again(portions)));
    await expect(batch.place(again(4))).rejects.toMatchObject({ code: 'tooManyOrders' });
    expect(await batch.place(other)).toMatchObject({ verdict: 'ordered' });
    await holder.query('rollback');
    return Promise.all(placed);
  });
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['ordered', 'ordered', 'ordered']);
  // What is through makes room again.
  expect(await batch.place(again(4))).toMatchObject({ verdict: 'ordered' });
});

test('a held dish is waited for aside, and every other one is ordered meanwhile', async () => {
  const batch = createOrderBatch(database.current);
  const [held, ofHeld] = await ordersOfOneDish(2);
  const others = [...(await ordersOfOneDish(3)), ...(await ordersOfOneDish(3))];
  if (!held || !ofHeld) throw new RangeError('there are two orders');
  await whileHeld({ sql: STOCK, id: held.offeringId }, async (release) => {
    const aside = batch.place(held);
    const [first, ...rest] = others.map((order) => batch.place(order));
    expect(await first).toMatchObject({ verdict: 'ordered' });
    // Known to be held by now: this one does not even try.
    const later = batch.place(ofHeld);
    // What its customer orders next is decided after it.
    const next = batch.place({ ...held, offeringId: others[0]?.offeringId ?? 0, idempotency: ownKey() });
    expect(await Promise.all(rest)).toMatchObject(rest.map(() => ({ verdict: 'ordered' })));
    expect(await batch.place({ ...held })).toEqual({ verdict: 'in-flight' });
    await release();
    expect(await Promise.all([aside, later])).toMatchObject([{ verdict: 'ordered' }, { verdict: 'ordered' }]);
    expect(await next).toHaveProperty('verdict');
  });
});

test('a held account is waited for aside, and the dish goes on being sold', async () => {
  const batch = createOrderBatch(database.current);
  const [held, ...others] = await ordersOfOneDish(4);
  if (!held) throw new RangeError('there is an order');
  await whileHeld({ sql: ACCOUNT, id: held.customerId }, async (release) => {
    const aside = batch.place(held);
    const placed = await Promise.all(others.map((order) => batch.place(order)));
    expect(placed).toMatchObject(others.map(() => ({ verdict: 'ordered' })));
    await release();
    expect(await aside).toMatchObject({ verdict: 'ordered' });
  });
});

test('who waits aside too long is told so, and the dish is sold again once it is free', async () => {
  const impatient = openDatabase(database.current.connection, {
    timeouts: { ...SERVING_TIMEOUTS, lockMs: 50 },
  });
  onTestFinished(() => impatient.close());
  const batch = createOrderBatch(impatient);
  const [first, second] = await ordersOfOneDish(2);
  if (!first || !second) throw new RangeError('there are two orders');
  await whileHeld({ sql: STOCK, id: first.offeringId }, async (release) => {
    await expect(batch.place(first)).rejects.toMatchObject({ code: '55P03' });
    await expect(batch.place(second)).rejects.toMatchObject({ code: '55P03' });
    await release();
    expect(await Promise.all([batch.place(first), batch.place(second)])).toMatchObject([
      { verdict: 'ordered', replayed: false },
      { verdict: 'ordered', replayed: false },
    ]);
  });
});
