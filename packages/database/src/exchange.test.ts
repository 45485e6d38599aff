import { money, orderPrice, unitPrice } from '@refectory/domain/money';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import type { PoolClient } from 'pg';
import { expect, test } from 'vitest';

import { checkLedger } from './check-ledger.ts';
import { createCustomer, createOffering, factoryNow, orderOf, type CreatedOffering } from './factories.ts';
import { handOut } from './hand-out.ts';
import { cancelOrder, exchangeOrder, ownKey, placeOrder, type OrderChangeInput } from './order-functions.ts';
import { exchange, offering as offeringTable, outbox } from './schema.ts';
import { holdingAccount, inTransaction, WAITING, waitingForLock } from './testing/held-order.ts';
import { orderSteps } from './testing/order-steps.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const database = useTestDatabase({ max: 20 });
const { order, placed, cancel, balanceOf, remainingOf, ordersOf } = orderSteps(database, {
  price: money(100_000),
});

/** A millisecond after an order can be cancelled: now it can be offered. */
const late = ({ offering }: CreatedOffering) => offering.cancelUntil + 1;

/** Offers an order, or takes it back; whoever is asked says yes. */
const offer = (customerId: number, orderId: number, input: Partial<OrderChangeInput> = {}) =>
  exchangeOrder(database.current, {
    customerId,
    orderId,
    agreed: { giveUp: orderId },
    idempotency: ownKey(),
    now: Date.now(),
    ...input,
  });

/** What the system's accounts come to, of the orders of some customers. */
async function systemAccounts(): Promise<Record<string, number>> {
  const { rows } = await database.current.pool.query<{ account: string; total: number }>(
    `select account, sum(amount)::bigint as total from ledger_entry where account not in ('customer', 'cash') group by 1`,
  );
  return {
    sales: 0,
    'tax-subsidy': 0,
    'non-tax-subsidy': 0,
    ...Object.fromEntries(rows.map(({ account, total }) => [account, total])),
  };
}
/** How much the system's accounts change by something. */
async function changeOf(run: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await systemAccounts();
  await run();
  const after = await systemAccounts();
  return Object.fromEntries(Object.entries(after).map(([name, sum]) => [name, sum - (before[name] ?? 0)]));
}

/** A dish with no portion left, of which `giver` offers some. */
async function offered(
  { quantity = 1, ...dish }: Parameters<typeof createOffering>[1] & { quantity?: number } = {},
  giverLevel: 'student' | 'other' = 'other',
) {
  const giver = await createCustomer(database.current, { priceLevel: giverLevel });
  const offering = await createOffering(database.current, { capacity: quantity, ...dish });
  const { orderId } = await placed(giver.id, offering, { quantity });
  expect(await offer(giver.id, orderId, { now: late(offering) })).toMatchObject({ verdict: 'offered' });
  return { giver: giver.id, offering, orderId, now: late(offering) };
}

test('C28 the taker gets the portion and pays for it, the giver gets back what they paid, and the kitchen sees nothing', async () => {
  const { giver, offering, orderId, now } = await offered();
  const taker = await createCustomer(database.current);
  const verdict = await order(taker.id, offering, { now, pickupCode: 'B18' });
  expect(verdict).toEqual({
    verdict: 'ordered',
    remaining: 0,
    orderId: expect.any(Number),
    price: 10_000,
    balance: 90_000,
    replayed: false,
  });
  expect(await balanceOf(giver)).toBe(100_000);
  expect(await ordersOf(giver)).toMatchObject([
    { id: orderId, state: 'exchanged', quantity: 0, price: 0, offeredAt: null },
  ]);
  expect(await ordersOf(taker.id)).toMatchObject([
    { state: 'placed', quantity: 1, price: 10_000, pickupCode: 'B18', placedAt: now },
  ]);
  expect(await remainingOf(offering)).toBe(0);
  const content = { orderId, quantity: 1, refunded: 10_000 };
  expect(await database.current.orm.select().from(outbox).where(eq(outbox.customerId, giver))).toMatchObject([
    { kind: 'exchanged', content, createdAt: now, sentAt: null },
  ]);
});

test('C28 the taker pays the price of their own level, and the difference is the subsidy’s', async () => {
  const prices = { student: unitPrice(700_000), other: unitPrice(1_500_000) };
  for (const [giverLevel, takerLevel, difference] of [
    ['student', 'other', 8_000],
    ['other', 'student', -8_000],
  ] as const) {
    const { giver, offering, now } = await offered({ prices }, giverLevel);
    const taker = await createCustomer(database.current, { priceLevel: takerLevel });
    const change = await changeOf(() => placed(taker.id, offering, { now }));
    expect(change).toEqual({ sales: 0, 'tax-subsidy': 0, 'non-tax-subsidy': difference });
    expect(await balanceOf(giver)).toBe(100_000);
    expect(await balanceOf(taker.id)).toBe(100_000 - orderPrice(prices[takerLevel], 1));
  }
});

test('C28 subsidies follow the portion: those of the giver are paid back, those of the taker paid', async () => {
  const { offering, now } = await offered(
    {
      prices: { student: unitPrice(400_000), other: unitPrice(1_000_000) },
      subsidies: { student: { tax: unitPrice(250_000), nonTax: unitPrice(350_000) } },
    },
    'student',
  );
  const taker = await createCustomer(database.current);
  const change = await changeOf(() => placed(taker.id, offering, { now }));
  expect(change).toEqual({ sales: 0, 'tax-subsidy': 2_500, 'non-tax-subsidy': 3_500 });
  expect(await ordersOf(taker.id)).toMatchObject([{ price: 10_000, taxSubsidy: 0, nonTaxSubsidy: 0 }]);
});

test('C28 an order of several portions is taken one by one, and what is left stays offered and charged', async () => {
  const { giver, offering, orderId, now } = await offered({ quantity: 3, price: unitPrice(33_350) });
  const paid = 1_001;
  expect(await balanceOf(giver)).toBe(100_000 - paid);
  const takers = await Promise.all([1, 2, 3].map(() => createCustomer(database.current)));
  const givenBack = [];
  for (const taker of takers) {
    await placed(taker.id, offering, { now });
    givenBack.push(await balanceOf(giver));
    expect(await checkLedger(database.current)).toEqual([]);
  }
  // 10.01 for three, 6.67 for two, 3.34 for one.
  expect(givenBack).toEqual([100_000 - 667, 100_000 - 334, 100_000]);
  const given = await database.current.orm.select().from(exchange).where(eq(exchange.givenOrderId, orderId));
  expect(given.map(({ refunded }) => refunded)).toEqual([334, 333, 334]);
});

test('whoever offered first gives first, and one order may take the portions of several', async () => {
  const dish = await createOffering(database.current, { capacity: 3 });
  const givers = await Promise.all([1, 2, 3].map(() => createCustomer(database.current)));
  const given = await Promise.all(givers.map(({ id }) => placed(id, dish)));
  for (const [after, place] of [2, 0, 1].entries())
    await offer(givers[place]?.id ?? 0, given[place]?.orderId ?? 0, { now: late(dish) + after });
  const taker = await createCustomer(database.current);
  await placed(taker.id, dish, { quantity: 2, now: late(dish) + 9 });
  const states = await Promise.all(givers.map(async ({ id }) => (await ordersOf(id))[0]?.state));
  expect(states).toEqual(['exchanged', 'placed', 'exchanged']);
});

test('a taken portion can be offered and taken again', async () => {
  const { giver, offering, now } = await offered();
  const [second, third] = [await createCustomer(database.current), await createCustomer(database.current)];
  const { orderId } = await placed(second.id, offering, { now });
  await offer(second.id, orderId, { now });
  await placed(third.id, offering, { now });
  expect(await Promise.all([giver, second.id, third.id].map(balanceOf))).toEqual([100_000, 100_000, 90_000]);
});

test('nobody takes their own offer, what was withdrawn, or what is past its limit', async () => {
  const { giver, offering, orderId, now } = await offered({ orderUntil: factoryNow });
  const taker = await createCustomer(database.current);
  const noneOffered = { verdict: 'none-offered', replayed: false };
  expect(await order(giver, offering, { now })).toEqual(noneOffered);
  const { exchangeUntil } = offering.offering;
  const tooLate = { verdict: 'past-cut-off', replayed: false };
  expect(await order(taker.id, offering, { now: exchangeUntil + 1 })).toEqual(tooLate);
  expect(await offer(giver, orderId, { now })).toMatchObject({ verdict: 'withdrawn' });
  expect(await order(taker.id, offering, { now })).toEqual(noneOffered);
  await offer(giver, orderId, { now });
  expect(await order(taker.id, offering, { now: exchangeUntil })).toMatchObject({ verdict: 'ordered' });
});

test('while the kitchen has portions and takes orders, they are the kitchen’s', async () => {
  const { giver, offering, orderId, now } = await offered({ capacity: 2 });
  const taker = await createCustomer(database.current);
  await placed(taker.id, offering, { now });
  expect(await ordersOf(giver)).toMatchObject([{ id: orderId, state: 'placed' }]);
  expect(await remainingOf(offering)).toBe(0);
});

test('a portion on exchange is refused and asked about as any other', async () => {
  const { offering, now } = await offered();
  const poor = await createCustomer(database.current, { balance: money(9_999) });
  expect(await order(poor.id, offering, { now })).toMatchObject({ verdict: 'insufficient-funds' });
  const taker = await createCustomer(database.current);
  expect(await order(taker.id, offering, { now, quantity: 2 })).toMatchObject({
    verdict: 'sold-out',
    remaining: 1,
  });
  expect(await order(taker.id, offering, { now, price: money(9_999) })).toMatchObject({
    verdict: 'question',
    about: 'price',
  });
  const agreed = { price: money(10_000) };
  expect(await order(taker.id, offering, { now, price: money(9_999), agreed })).toMatchObject({
    verdict: 'ordered',
  });
});

/**
 * Another transaction has an order of this customer in its hands while somebody orders the dish. Once they wait for it,
 * something else is done, and then the order is let go as it was.
 */
const whileInHands = <Answer>(
  { giver, orderId }: { giver: number; orderId: number },
  ordered: () => Promise<Answer>,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<Answer> =>
  holdingAccount(database.current, giver, async (holder) => {
    await holder.query('select from orders where id = $1 for update', [orderId]);
    const answer = ordered();
    await waitingForLock(database.current);
    await meanwhile();
    await holder.query('rollback');
    return answer;
  });

test('the only offered portion is taken by the next when whoever was at it leaves it', async () => {
  const { offering, now, ...held } = await offered();
  const taker = await createCustomer(database.current);
  const verdict = await whileInHands(held, () => order(taker.id, offering, { now }));
  expect(verdict).toMatchObject({ verdict: 'ordered' });
  expect(await ordersOf(held.giver)).toMatchObject([{ id: held.orderId, state: 'exchanged' }]);
});

test('a portion that is offered while a taker waits for another, which is taken back, is theirs', async () => {
  const { offering, now, ...held } = await offered({ capacity: 2 });
  const other = await createCustomer(database.current);
  const { orderId } = await placed(other.id, offering);
  const taker = await createCustomer(database.current);
  const verdict = await holdingAccount(database.current, held.giver, async (holder) => {
    await holder.query('update orders set offered_at = null where id = $1', [held.orderId]);
    const answer = order(taker.id, offering, { now });
    await waitingForLock(database.current);
    expect(await offer(other.id, orderId, { now })).toMatchObject({ verdict: 'offered' });
    await holder.query('commit');
    return answer;
  });
  expect(verdict).toMatchObject({ verdict: 'ordered' });
  expect(await ordersOf(other.id)).toMatchObject([{ id: orderId, state: 'exchanged' }]);
  expect(await ordersOf(held.giver)).toMatchObject([{ id: held.orderId, state: 'placed' }]);
});

test('a portion that is offered while a taker waits for the second time is theirs', async () => {
  const { offering, now, ...held } = await offered({ capacity: 3 });
  const [second, third] = [await createCustomer(database.current), await createCustomer(database.current)];
  const [ofSecond, ofThird] = [await placed(second.id, offering), await placed(third.id, offering)];
  const taker = await createCustomer(database.current);
  const takeBack = (client: PoolClient, orderId: number) =>
    client.query('update orders set offered_at = null where id = $1', [orderId]);
  const waitingFor = async (client: PoolClient) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const blocked = `select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))`;
    await expect
      .poll(async () => (await database.current.pool.query(blocked, [rows[0]?.pid])).rowCount)
      .toBe(1);
  };
  const verdict = await inTransaction(database.current, async (first) => {
    await takeBack(first, held.orderId);
    const answer = order(taker.id, offering, { now });
    await waitingFor(first);
    await offer(second.id, ofSecond.orderId, { now });
    return inTransaction(database.current, async (next) => {
      await takeBack(next, ofSecond.orderId);
      await first.query('commit');
      await waitingFor(next);
      await offer(third.id, ofThird.orderId, { now });
      await next.query('commit');
      return answer;
    });
  });
  expect(verdict).toMatchObject({ verdict: 'ordered' });
  expect(await ordersOf(third.id)).toMatchObject([{ state: 'exchanged' }]);
});

test('who wants two portions waits for the first, and leaves the second to who wants one', async () => {
  const { offering, now, ...held } = await offered({ capacity: 2 });
  const other = await createCustomer(database.current);
  const { orderId } = await placed(other.id, offering);
  await offer(other.id, orderId, { now: now + 1 });
  const [first, second] = [await createCustomer(database.current), await createCustomer(database.current)];
  const verdict = await whileInHands(
    held,
    () => order(first.id, offering, { now, quantity: 2 }),
    async () => expect(await order(second.id, offering, { now })).toMatchObject({ verdict: 'ordered' }),
  );
  expect(verdict).toMatchObject({ verdict: 'sold-out', remaining: 1 });
});

test('a portion that comes back to the kitchen while a taker waits for an offer is the kitchen’s to sell', async () => {
  const { offering, now, ...held } = await offered({ capacity: 2 });
  const other = await createCustomer(database.current);
  const { orderId } = await placed(other.id, offering);
  const taker = await createCustomer(database.current);
  const verdict = await whileInHands(
    held,
    () => order(taker.id, offering, { now }),
    () => cancel(other.id, orderId, { agreed: { giveUp: orderId }, now: offering.offering.cancelUntil }),
  );
  expect(verdict).toMatchObject({ verdict: 'ordered' });
  expect(await ordersOf(held.giver)).toMatchObject([{ id: held.orderId, state: 'placed' }]);
  expect(await remainingOf(offering)).toBe(0);
});

test('API-59 a repeated taking gets the first answer and takes nothing more', async () => {
  const { offering, now } = await offered({ quantity: 2 });
  const taker = await createCustomer(database.current);
  const idempotency = ownKey();
  const first = await order(taker.id, offering, { now, idempotency });
  expect(await order(taker.id, offering, { now, idempotency })).toMatchObject({
    verdict: 'ordered',
    orderId: 'orderId' in first && first.orderId,
    replayed: true,
  });
  expect(await ordersOf(taker.id)).toHaveLength(1);
});

test('C26 an order is offered between its limits, and offering it again takes it back', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const { orderId } = await placed(id, dish);
  const at = async (now: number) => (await offer(id, orderId, { now })).verdict;
  const { cancelUntil, exchangeUntil } = dish.offering;
  expect(await at(cancelUntil)).toBe('cancellable');
  expect(await at(cancelUntil + 1)).toBe('offered');
  expect(await at(exchangeUntil)).toBe('withdrawn');
  expect(await at(exchangeUntil + 1)).toBe('past-cut-off');
  expect(await balanceOf(id)).toBe(90_000);
});

test.each(['closed', 'readonly', 'withdrawn'] as const)(
  'an order of a dish that is %s is not offered, and one that was is taken back',
  async (state) => {
    const { giver, offering, orderId, now } = await offered({ quantity: 2 });
    const other = await createCustomer(database.current);
    await database.current.orm.update(offeringTable).set({ state }).where(eq(offeringTable.id, offering.id));
    const refused = { verdict: 'not-exchangeable', replayed: false };
    expect(await order(other.id, offering, { now })).not.toMatchObject({ verdict: 'ordered' });
    expect(await offer(giver, orderId, { now })).toMatchObject({ verdict: 'withdrawn' });
    expect(await offer(giver, orderId, { now })).toEqual(refused);
    expect(await ordersOf(giver)).toMatchObject([{ id: orderId, state: 'placed', offeredAt: null }]);
    expect(await offer(giver, orderId, { now: offering.offering.cancelUntil })).toMatchObject({
      verdict: 'cancellable',
    });
  },
);

test('part of API-63: an order of another customer can neither be offered nor withdrawn', async () => {
  const { orderId, now } = await offered();
  const other = await createCustomer(database.current);
  expect(await offer(other.id, orderId, { now })).toMatchObject({ verdict: 'unknown-order' });
});

test('an order that was taken can neither be cancelled, offered nor withdrawn', async () => {
  const { giver, offering, orderId, now } = await offered();
  await placed((await createCustomer(database.current)).id, offering, { now });
  expect(await offer(giver, orderId, { now })).toMatchObject({ verdict: 'already-exchanged' });
  const cancelled = await cancel(giver, orderId, { now: offering.offering.cancelUntil });
  expect(cancelled).toMatchObject({ verdict: 'already-exchanged' });
  expect(await balanceOf(giver)).toBe(100_000);
});

test('D4 giving up a portion of a sold-out dish is asked about, and the yes holds for that order', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current, { capacity: 1 });
  const { orderId } = await placed(id, dish);
  const question = { verdict: 'question', about: 'giveUp', giveUp: orderId, replayed: false };
  for (const agreed of [undefined, { giveUp: orderId + 1 }, { portions: orderId }]) {
    const change = { customerId: id, orderId, agreed, idempotency: ownKey() };
    expect(await cancelOrder(database.current, { ...change, now: dish.offering.cancelUntil })).toEqual(
      question,
    );
    expect(await exchangeOrder(database.current, { ...change, now: late(dish) })).toEqual(question);
  }
  expect(await offer(id, orderId, { now: late(dish) })).toMatchObject({ verdict: 'offered' });
  // To take it back is never asked about.
  expect(await offer(id, orderId, { now: late(dish), agreed: undefined })).toMatchObject({
    verdict: 'withdrawn',
  });
});

test('D4 giving up the last portion of a dish that is off the menu is not asked about: nobody could have it', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current, { capacity: 1 });
  const { orderId } = await placed(id, dish);
  await database.current.pool.query(`update offering set state = 'withdrawn' where id = $1`, [dish.id]);
  expect(
    await cancelOrder(database.current, {
      customerId: id,
      orderId,
      idempotency: ownKey(),
      now: dish.offering.cancelUntil,
    }),
  ).toMatchObject({ verdict: 'cancelled' });
});

test('of many who take one portion at once one gets it', async () => {
  const { giver, offering, now } = await offered();
  const takers = await Promise.all(Array.from({ length: 12 }, () => createCustomer(database.current)));
  const verdicts = await Promise.all(takers.map(({ id }) => order(id, offering, { now })));
  expect(verdicts.filter(({ verdict }) => verdict === 'ordered')).toHaveLength(1);
  expect(await balanceOf(giver)).toBe(100_000);
});

test('who hands meals out and who takes several of them lock them in one sequence', async () => {
  const dish = await createOffering(database.current, { capacity: 2 });
  const givers = [await createCustomer(database.current), await createCustomer(database.current)];
  const offers: { customerId: number; orderId: number }[] = [];
  for (const { id } of givers) offers.push({ customerId: id, orderId: (await placed(id, dish)).orderId });
  // The later order is offered first: the sequence of the orders is not that of the offers.
  const now = late(dish);
  for (const [after, { customerId, orderId }] of offers.toReversed().entries())
    await offer(customerId, orderId, { now: now + after });
  const taker = await createCustomer(database.current);
  await inTransaction(database.current, async (holder) => {
    await holder.query('select from orders where id = $1 for update', [offers[0]?.orderId]);
    const { canteenId, offering } = dish;
    const handing = handOut(database.current, { canteenId, day: offering.day, now: now + 2 });
    await waitingForLock(database.current);
    // Nobody repeats what is a part of somebody's transaction: a deadlock would end it.
    const taking = inTransaction(database.current, (client) =>
      placeOrder({ pool: client }, orderOf(taker.id, dish, { quantity: 2, price: money(20_000), now })),
    );
    await expect.poll(async () => (await database.current.pool.query(WAITING)).rowCount).toBe(2);
    await holder.query('rollback');
    expect(await handing).toMatchObject({ meals: [{ quantity: 1 }, { quantity: 1 }] });
    expect(await taking).toMatchObject({ verdict: 'sold-out' });
  });
});

test('I12 whatever is offered, withdrawn, taken and cancelled, portions and money add up', async () => {
  const step = fc.record({
    who: fc.nat({ max: 3 }),
    what: fc.constantFrom('order' as const, 'cancel' as const, 'exchange' as const),
    quantity: fc.integer({ min: 1, max: 3 }),
    isLate: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const dish = await createOffering(database.current, {
        capacity: 4,
        price: unitPrice(33_349),
        subsidies: { student: { tax: unitPrice(1_117), nonTax: unitPrice(2_223) } },
      });
      const levels = ['student', 'student', 'other', 'employee'] as const;
      const customers = await Promise.all(
        levels.map((priceLevel) => createCustomer(database.current, { priceLevel })),
      );
      for (const { who, what, quantity, isLate } of steps) {
        const customerId = customers[who]?.id ?? 0;
        const now = isLate ? late(dish) : dish.offering.cancelUntil;
        const mine = (await ordersOf(customerId)).find(({ state }) => state === 'placed');
        const held = (await ordersOf(customerId)).filter(({ state }) => state === 'placed');
        const portions = held.reduce((sum, one) => sum + one.quantity, quantity);
        if (what === 'order') await order(customerId, dish, { quantity, now, agreed: { portions } });
        else if (mine && what === 'exchange') await offer(customerId, mine.id, { now });
        else if (mine) await cancel(customerId, mine.id, { agreed: { giveUp: mine.id }, now });
      }
      expect(await checkLedger(database.current)).toEqual([]);
    }),
    { numRuns: 10 },
  );
});
