import { createHash } from 'node:crypto';
import { calendarDay } from '@refectory/domain/day';
import { type Money, money, orderPrice, unitPrice } from '@refectory/domain/money';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { checkLedger } from './check-ledger.ts';
import { createCustomer, createOffering, factoryNow, type CreatedOffering } from './factories.ts';
import { cancelOrder, creditAccount, placeOrder, type OrderInput } from './order-functions.ts';
import { account, ledgerEntry, ledgerTransaction, orders, stock } from './schema.ts';
import { duringOrder } from './testing/held-order.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const database = useTestDatabase({ max: 20 });

const order = (customerId: number, dish: CreatedOffering, input: Partial<OrderInput> = {}) =>
  placeOrder(database.current, {
    customerId,
    offeringId: dish.id,
    canteenId: dish.canteenId,
    day: dish.offering.day,
    quantity: 1,
    price: money(10_000),
    pickupCode: 'A17',
    now: factoryNow,
    ...input,
  });
const cancel = (
  customerId: number,
  orderId: number,
  input: Partial<Parameters<typeof cancelOrder>[1]> = {},
) => cancelOrder(database.current, { customerId, orderId, now: factoryNow, ...input });

const balanceOf = async (customerId: number): Promise<Money | undefined> =>
  (await database.current.orm.select().from(account).where(eq(account.customerId, customerId)))[0]?.balance;
const remainingOf = async (dish: CreatedOffering) =>
  (await database.current.orm.select().from(stock).where(eq(stock.offeringId, dish.id)))[0]?.remaining;
const ordersOf = (customerId: number) =>
  database.current.orm.select().from(orders).where(eq(orders.customerId, customerId));

const hash = (text: string) => createHash('sha256').update(text).digest();
const keyed = (key: string, body = 'one') => ({ idempotency: { key, requestHash: hash(body) } });

/** An order that was placed, for the tests of what comes after. */
const placed = async (customerId: number, dish: CreatedOffering, input: Partial<OrderInput> = {}) => {
  const verdict = await order(customerId, dish, input);
  if (verdict.verdict !== 'ordered') throw new Error(`not ordered but ${verdict.verdict}`);
  return verdict;
};

test('an order takes the price from the account and the portions from the stock, and is recorded', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const verdict = await placed(id, dish, { quantity: 2, price: money(20_000) });
  expect(verdict).toEqual({
    verdict: 'ordered',
    orderId: expect.any(Number),
    price: 20_000,
    balance: 80_000,
    replayed: false,
  });
  expect(await balanceOf(id)).toBe(80_000);
  expect(await remainingOf(dish)).toBe(8);
  expect(await ordersOf(id)).toMatchObject([
    {
      id: verdict.orderId,
      offeringId: dish.id,
      quantity: 2,
      unitPrice: 1_000_000,
      price: 20_000,
      state: 'placed',
      placedAt: factoryNow,
      pickupCode: 'A17',
    },
  ]);
  const entries = await database.current.orm
    .select({
      kind: ledgerTransaction.kind,
      customer: ledgerEntry.customerId,
      system: ledgerEntry.systemAccount,
      amount: ledgerEntry.amount,
    })
    .from(ledgerEntry)
    .innerJoin(ledgerTransaction, eq(ledgerTransaction.id, ledgerEntry.transactionId))
    .where(eq(ledgerTransaction.orderId, verdict.orderId));
  expect(entries).toEqual([
    { kind: 'order', customer: id, system: null, amount: -20_000 },
    { kind: 'order', customer: null, system: 'sales', amount: 20_000 },
  ]);
});

test.each([
  [33_350, 2, 667],
  [10_050, 3, 302],
  [49, 1, 0],
  [50, 1, 1],
  [149, 1, 1],
  [150, 1, 2],
  [0, 5, 0],
])(
  'FMT-19 the charge for %i/10,000 times %i is %i hundredths, rounded half up once',
  async (unit, quantity, charge) => {
    const { id } = await createCustomer(database.current);
    const dish = await createOffering(database.current, { price: unitPrice(unit) });
    expect(orderPrice(unitPrice(unit), quantity)).toBe(charge);
    expect(await order(id, dish, { quantity, price: money(charge) })).toMatchObject({
      verdict: 'ordered',
      price: charge,
    });
  },
);

test('the charge is the price of the customer level', async () => {
  const { id } = await createCustomer(database.current, { priceLevel: 'student' });
  const dish = await createOffering(database.current, {
    prices: { student: unitPrice(500_000), other: unitPrice(1_000_000) },
  });
  expect(await order(id, dish)).toMatchObject({ verdict: 'ordered', price: 5_000 });
});

test('API-63 a price below the menu sells nothing and is told the right one; above it the right one is charged', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  expect(await order(id, dish, { price: money(9_999) })).toEqual({
    verdict: 'price-changed',
    price: 10_000,
    replayed: false,
  });
  expect(await balanceOf(id)).toBe(100_000);
  expect(await order(id, dish, { price: money(12_000) })).toMatchObject({
    verdict: 'ordered',
    price: 10_000,
  });
});

test('ORD-27 a dish can be ordered up to its orderUntil and not a millisecond longer', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const { orderUntil } = dish.offering;
  expect(await order(id, dish, { now: orderUntil })).toMatchObject({ verdict: 'ordered' });
  expect(await order(id, dish, { now: orderUntil + 1 })).toEqual({
    verdict: 'past-cut-off',
    replayed: false,
  });
});

test.each([
  ['a dish that is not there', { offeringId: 999_999_999 }],
  ['another day', { day: calendarDay('2026-11-23') }],
  ['another canteen', { canteenId: 999_999 }],
  ['another product', { productId: 999_999 }],
])('API-63 an order for %s is an unknown dish', async (_, wrong) => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  expect(await order(id, dish, wrong)).toEqual({ verdict: 'unknown-dish', replayed: false });
});

test.each([
  ['a closed dish', { state: 'closed' }, {}, { verdict: 'not-orderable' }],
  ['a dish for reading only', { state: 'readonly' }, {}, { verdict: 'not-orderable' }],
  [
    'a dish without a price for the customer',
    { prices: { student: unitPrice(1) } },
    {},
    { verdict: 'not-orderable' },
  ],
  [
    'a second portion of a dish sold singly',
    { allowMultipleOrder: false },
    { quantity: 2, price: money(20_000) },
    { verdict: 'only-one' },
  ],
  [
    'more portions than there are',
    { capacity: 1 },
    { quantity: 2, price: money(20_000) },
    { verdict: 'sold-out', remaining: 1 },
  ],
  ['a dish without portions', { capacity: 0 }, {}, { verdict: 'sold-out', remaining: 0 }],
  [
    'more than the account has',
    {},
    { quantity: 10, price: money(100_001) },
    { verdict: 'insufficient-funds', price: 100_000, balance: 99_999 },
  ],
] as const)('%s is refused and moves nothing', async (_, offering, input, verdict) => {
  const { id } = await createCustomer(database.current, { balance: money(99_999) });
  const dish = await createOffering(database.current, offering);
  expect(await order(id, dish, input)).toEqual({ ...verdict, replayed: false });
  expect(await balanceOf(id)).toBe(99_999);
  expect(await remainingOf(dish)).toBe(dish.capacity);
  expect(await ordersOf(id)).toEqual([]);
});

test('the account may go down to its floor exactly', async () => {
  const { id } = await createCustomer(database.current, { balance: money(5_000), floor: money(-5_000) });
  const dish = await createOffering(database.current);
  expect(await order(id, dish)).toMatchObject({ verdict: 'ordered', balance: -5_000 });
  expect(await order(id, dish)).toMatchObject({ verdict: 'insufficient-funds' });
});

test('a sold-out dish that others offer for exchange says so, to all but those who offer', async () => {
  const [giver, taker] = [await createCustomer(database.current), await createCustomer(database.current)];
  const dish = await createOffering(database.current, { capacity: 1 });
  const { orderId } = await placed(giver.id, dish);
  await database.current.orm.update(orders).set({ offeredAt: factoryNow }).where(eq(orders.id, orderId));
  expect(await order(taker.id, dish)).toEqual({ verdict: 'exchange-unavailable', replayed: false });
  expect(await order(giver.id, dish)).toEqual({ verdict: 'sold-out', remaining: 0, replayed: false });
});

test('API-59 a repeat of key and body gets the first answer and orders nothing', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const first = await order(id, dish, keyed('a'));
  expect(first).toMatchObject({ verdict: 'ordered', replayed: false });
  expect(await order(id, dish, keyed('a'))).toEqual({ ...first, replayed: true });
  expect(await ordersOf(id)).toHaveLength(1);
  expect(await balanceOf(id)).toBe(90_000);
});

test('API-59 a refusal is the answer of its key too', async () => {
  const { id } = await createCustomer(database.current, { balance: money(0) });
  const dish = await createOffering(database.current);
  expect(await order(id, dish, keyed('a'))).toMatchObject({ verdict: 'insufficient-funds', replayed: false });
  await creditAccount(database.current, {
    customerId: id,
    amount: money(10_000),
    kind: 'top-up',
    actor: 'test',
    now: factoryNow,
  });
  expect(await order(id, dish, keyed('a'))).toMatchObject({ verdict: 'insufficient-funds', replayed: true });
  expect(await order(id, dish, keyed('b'))).toMatchObject({ verdict: 'ordered' });
});

test('API-59 a key that comes with another body is refused, and one of another customer is free', async () => {
  const [one, other] = [await createCustomer(database.current), await createCustomer(database.current)];
  const dish = await createOffering(database.current);
  await placed(one.id, dish, keyed('a'));
  expect(await order(one.id, dish, keyed('a', 'two'))).toEqual({ verdict: 'key-reused' });
  expect(await order(other.id, dish, keyed('a', 'two'))).toMatchObject({ verdict: 'ordered' });
});

test('API-59 a repeat while the first call runs is in flight', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const first = await database.current.pool.connect();
  try {
    await first.query('begin');
    await first.query('select earlier_answer($1, $2, $3)', [id, 'a', hash('one')]);
    expect(await order(id, dish, keyed('a'))).toEqual({ verdict: 'in-flight' });
    expect(await ordersOf(id)).toEqual([]);
    await first.query('rollback');
  } finally {
    first.release();
  }
  expect(await order(id, dish, keyed('a'))).toMatchObject({ verdict: 'ordered' });
});

test('API-59 twenty repeats at once have one effect', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const verdicts = await Promise.all(Array.from({ length: 20 }, () => order(id, dish, keyed('a'))));
  expect(await ordersOf(id)).toHaveLength(1);
  for (const verdict of verdicts) expect(['ordered', 'in-flight']).toContain(verdict.verdict);
  expect(verdicts.filter((verdict) => 'replayed' in verdict && !verdict.replayed)).toHaveLength(1);
});

test('twenty customers at once: the last portion is sold once', async () => {
  const customers = await Promise.all(Array.from({ length: 20 }, () => createCustomer(database.current)));
  const dish = await createOffering(database.current, { capacity: 1 });
  const verdicts = await Promise.all(customers.map(({ id }) => order(id, dish)));
  expect(verdicts.map(({ verdict }) => verdict).toSorted()).toEqual([
    'ordered',
    ...Array.from({ length: 19 }, () => 'sold-out'),
  ]);
  expect(await remainingOf(dish)).toBe(0);
});

test('twenty orders of one customer at once: money for one buys one', async () => {
  const { id } = await createCustomer(database.current, { balance: money(19_999) });
  const dish = await createOffering(database.current, { capacity: 20 });
  const verdicts = await Promise.all(Array.from({ length: 20 }, () => order(id, dish)));
  expect(verdicts.filter(({ verdict }) => verdict === 'ordered')).toHaveLength(1);
  expect(await balanceOf(id)).toBe(9_999);
});

test('a cancelled order gives back exactly what it cost, and the portions', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current, { price: unitPrice(33_350) });
  const { orderId } = await placed(id, dish, { quantity: 2, price: money(667) });
  expect(await cancel(id, orderId)).toEqual({
    verdict: 'cancelled',
    orderId,
    refunded: 667,
    balance: 100_000,
    replayed: false,
  });
  expect(await balanceOf(id)).toBe(100_000);
  expect(await remainingOf(dish)).toBe(10);
  expect(await ordersOf(id)).toMatchObject([{ state: 'cancelled', cancelledAt: factoryNow }]);
});

test('an order is refunded once, however often and however concurrently it is cancelled', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const { orderId } = await placed(id, dish);
  const verdicts = await Promise.all(Array.from({ length: 8 }, () => cancel(id, orderId)));
  expect(verdicts.map(({ verdict }) => verdict).toSorted()).toEqual([
    ...Array.from({ length: 7 }, () => 'already-cancelled'),
    'cancelled',
  ]);
  expect(await balanceOf(id)).toBe(100_000);
  expect(await remainingOf(dish)).toBe(10);
});

test('API-63 an order of another customer is unknown and stays', async () => {
  const [owner, other] = [await createCustomer(database.current), await createCustomer(database.current)];
  const { orderId } = await placed(owner.id, await createOffering(database.current));
  expect(await cancel(other.id, orderId)).toEqual({ verdict: 'unknown-order', replayed: false });
  expect(await cancel(owner.id, 999_999_999)).toEqual({ verdict: 'unknown-order', replayed: false });
  expect(await ordersOf(owner.id)).toMatchObject([{ state: 'placed' }]);
});

test('ORD-27 an order can be cancelled up to its cancelUntil and not a millisecond longer', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const { orderId } = await placed(id, dish);
  const { cancelUntil } = dish.offering;
  expect(await cancel(id, orderId, { now: cancelUntil + 1 })).toEqual({
    verdict: 'past-cut-off',
    replayed: false,
  });
  expect(await cancel(id, orderId, { now: cancelUntil })).toMatchObject({ verdict: 'cancelled' });
});

test('a meal that was collected cannot be cancelled', async () => {
  const { id } = await createCustomer(database.current);
  const { orderId } = await placed(id, await createOffering(database.current));
  await database.current.orm.update(orders).set({ collectedAt: factoryNow }).where(eq(orders.id, orderId));
  expect(await cancel(id, orderId)).toEqual({ verdict: 'past-cut-off', replayed: false });
});

test('API-59 a repeated cancellation gets the first answer', async () => {
  const { id } = await createCustomer(database.current);
  const { orderId } = await placed(id, await createOffering(database.current));
  const first = await cancel(id, orderId, keyed('c'));
  expect(await cancel(id, orderId, keyed('c'))).toEqual({ ...first, replayed: true });
  expect(await cancel(id, orderId, keyed('c', 'two'))).toEqual({ verdict: 'key-reused' });
});

test('orders and cancellations of a scarce dish at once never oversell it', async () => {
  const dish = await createOffering(database.current, { capacity: 3 });
  const customers = await Promise.all(Array.from({ length: 10 }, () => createCustomer(database.current)));
  await Promise.all(
    customers.map(async ({ id }) => {
      for (let round = 0; round < 5; round++) {
        const verdict = await order(id, dish);
        if (verdict.verdict === 'ordered') await cancel(id, verdict.orderId);
      }
    }),
  );
  expect(await remainingOf(dish)).toBe(3);
  expect(await checkLedger(database.current)).toEqual([]);
});

test('a cancellation that waits for an order counts it', async () => {
  const [canceller, orderer] = [
    await createCustomer(database.current),
    await createCustomer(database.current),
  ];
  const dish = await createOffering(database.current, { capacity: 2 });
  const { orderId } = await placed(canceller.id, dish);
  const cancelled = await duringOrder(
    database.current,
    {
      customerId: orderer.id,
      offeringId: dish.id,
      canteenId: dish.canteenId,
      day: dish.offering.day,
      now: factoryNow,
    },
    () => cancel(canceller.id, orderId),
  );
  expect(cancelled).toMatchObject({ verdict: 'cancelled' });
  expect(await remainingOf(dish)).toBe(1);
});

test('a credit counts once for each reference', async () => {
  const { id } = await createCustomer(database.current, { balance: money(0) });
  const credit = {
    customerId: id,
    amount: money(2_500),
    kind: 'top-up',
    reference: 'bank-1',
    actor: 'test',
    now: factoryNow,
  } as const;
  const verdicts = await Promise.all(
    Array.from({ length: 5 }, () => creditAccount(database.current, credit)),
  );
  expect(verdicts.filter((verdict) => 'replayed' in verdict && !verdict.replayed)).toHaveLength(1);
  expect(await balanceOf(id)).toBe(2_500);
  expect(await creditAccount(database.current, { ...credit, amount: money(1) })).toEqual({
    verdict: 'reference-reused',
  });
  expect(await creditAccount(database.current, { ...credit, reference: 'bank-2' })).toEqual({
    verdict: 'credited',
    balance: 5_000,
    replayed: false,
  });
});

test('a credit takes no amount that is not positive', async () => {
  const { id } = await createCustomer(database.current);
  const credit = { customerId: id, kind: 'top-up', actor: 'test', now: factoryNow } as const;
  await expect(creditAccount(database.current, { ...credit, amount: money(0) })).rejects.toThrow(
    'not an amount',
  );
  await expect(creditAccount(database.current, { ...credit, amount: money(-1) })).rejects.toThrow(
    'not an amount',
  );
});

test('the ledger is append-only', async () => {
  const { pool } = database.current;
  for (const table of ['ledger_transaction', 'ledger_entry']) {
    await expect(pool.query(`update ${table} set id = default`)).rejects.toThrow('append-only');
    await expect(pool.query(`delete from ${table}`)).rejects.toThrow('append-only');
    await expect(pool.query(`truncate ${table} cascade`)).rejects.toThrow('append-only');
  }
});

test('a ledger transaction that does not sum to zero is not committed', async () => {
  const { id } = await createCustomer(database.current);
  await expect(
    database.current.pool.query(
      `with added as (
        insert into ledger_transaction (kind, customer_id, actor, occurred_at)
        values ('correction', $1, 'test', '2026-11-20') returning id
      )
      insert into ledger_entry (transaction_id, customer_id, amount) select id, $1, 100 from added`,
      [id],
    ),
  ).rejects.toThrow('does not sum to zero');
});
