import { failureOf } from '@refectory/contract/errors';
import { createCustomer, createOffering, factoryNow } from '@refectory/database/factories';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { calendarDay } from '@refectory/domain/day';
import { money } from '@refectory/domain/money';
import { describe, expect, test } from 'vitest';

import { createTestApp } from '../testing/create-test-app.ts';
import { sayingYes, signed } from '../testing/saying-yes.ts';

const database = useTestDatabase();

type OfferingInput = NonNullable<Parameters<typeof createOffering>[1]>;

/** Jana has ordered the only portion of a dish, and it can no longer be cancelled; Petr would like it. */
async function withOrder(dish: OfferingInput = {}) {
  const t = await createTestApp({ database: database.current });
  const offering = await createOffering(database.current, { capacity: 1, ...dish });
  const { canteenId, id: mealId } = offering;
  const { day, cancelUntil } = offering.offering;
  const [jana, petr] = [await createCustomer(database.current), await createCustomer(database.current)];
  const [forJana, forPetr] = [await t.loginAs(jana), await t.loginAs(petr)];
  const body = { price: money(10_000), item: { mealId, date: day, quantity: 1, canteenId } };
  const { orderId = 0 } = await forJana.createDirectOrder({ body });
  t.clock.set(cancelUntil + 1);
  return {
    ...t,
    jana: forJana,
    petr: forPetr,
    /** Both sign in anew, since sessions end by themselves. */
    loginAgain: async () => ({ jana: await t.loginAs(jana), petr: await t.loginAs(petr) }),
    janaToken: await t.tokenFor(jana),
    offering,
    orderId,
    body,
    exchange: (client = forJana) =>
      sayingYes((force) => client.exchangeOrder({ body: { orderId } }, { force })),
    statusFor: async (client: typeof forJana) => {
      const query = { canteenId, timeSpan: 'day' as const, from: day, to: day };
      return (await client.getMenu({ query })).menu[0]?.status;
    },
  };
}

test('API-53 ORD-16 ORD-18 an offered order is on exchange in its customer’s orders, and taken back by the same call', async () => {
  const t = await withOrder();
  expect((await t.jana.listOrders()).orders).toMatchObject([{ id: t.orderId, cancelStatus: 'FOR_EXCHANGE' }]);
  expect((await t.jana.listOrders()).orders[0]).not.toHaveProperty('onExchange');
  expect(await t.exchange()).toEqual({ orderId: t.orderId, onExchange: true });
  expect((await t.jana.listOrders()).orders).toMatchObject([
    { id: t.orderId, cancelStatus: 'FOR_EXCHANGE', onExchange: true, orderPrice: 10_000 },
  ]);
  expect(await t.exchange()).toEqual({ orderId: t.orderId, onExchange: false });
  expect((await t.jana.listOrders()).orders[0]).not.toHaveProperty('onExchange');
});

const soldOut: OfferingInput = {};
const tooLate: OfferingInput = { capacity: 5, orderUntil: factoryNow };
test.each([
  ['sold out', soldOut],
  ['past its limit, of which the kitchen has portions', tooLate],
])('ORD-02 a dish %s is on exchange for others, and not for whoever offers it', async (_, dish) => {
  const t = await withOrder(dish);
  const before = await t.statusFor(t.petr);
  expect(before).not.toBe('EXCHANGE');
  await t.exchange();
  // Others see within a second what somebody else did.
  t.clock.advance(1000);
  expect(await t.statusFor(t.petr)).toBe('EXCHANGE');
  expect(await t.statusFor(t.client('en', await t.tokenFor()))).toBe('EXCHANGE');
  expect(await t.statusFor(t.jana)).toBe(before);
  await t.exchange();
  t.clock.advance(1000);
  expect(await t.statusFor(t.petr)).toBe(before);
});

test('ORD-02 an order of a dish on exchange takes it, and both see what happened', async () => {
  const t = await withOrder();
  await t.exchange();
  t.clock.advance(1000);
  const taken = await t.petr.createDirectOrder({ body: t.body });
  expect(taken).toEqual({ orderId: expect.any(Number), orderPrice: 10_000, balance: 90_000 });
  expect((await t.petr.listOrders()).orders).toMatchObject([{ id: taken.orderId, fromExchange: true }]);
  const { orders, exchanged } = await t.jana.listOrders();
  expect(orders).toEqual([]);
  expect(exchanged).toEqual([
    {
      id: expect.any(Number),
      orderId: t.orderId,
      name: t.offering.product.name.en,
      date: t.offering.offering.day,
      quantity: 1,
      refunded: 10_000,
      exchangedAt: t.clock.now(),
    },
  ]);
  expect(await t.jana.getBalance()).toMatchObject({ balance: 100_000 });
  const days = { query: { from: calendarDay('1970-01-01'), to: t.offering.offering.day } };
  const movements = async ({ listTransactions }: typeof t.jana) =>
    (await listTransactions(days)).transactions.map(({ name, amount }) => [name, amount]);
  expect(await movements(t.petr)).toContainEqual(['Bought on the exchange', -10_000]);
  expect((await movements(t.jana)).slice(0, 2)).toEqual([
    ['Sold on the exchange', 10_000],
    ['Order', -10_000],
  ]);
  expect(await t.statusFor(t.petr)).toBe('SOLD_OUT');
  expect(await t.exchange().catch(failureOf)).toMatchObject({ status: 400, code: 'alreadyExchanged' });
});

test('an offer that nobody took in time stays charged, and is none any more', async () => {
  const t = await withOrder();
  await t.exchange();
  t.clock.set(t.offering.offering.exchangeUntil);
  const { jana, petr } = await t.loginAgain();
  expect(await t.statusFor(petr)).toBe('EXCHANGE');
  t.clock.advance(1);
  expect(await t.statusFor(petr)).toBe('CLOSED');
  expect(await petr.createDirectOrder({ body: t.body }).catch(failureOf)).toMatchObject({
    code: 'pastOrderCutOff',
  });
  const [order] = (await jana.listOrders()).orders;
  expect(order).toMatchObject({ cancelStatus: 'NOT_POSSIBLE', orderPrice: 10_000 });
  expect(order).not.toHaveProperty('onExchange');
  expect(await t.exchange(jana).catch(failureOf)).toMatchObject({ code: 'pastExchangeCutOff' });
  expect(await jana.getBalance()).toMatchObject({ balance: 90_000 });
});

test('ORD-16 an order of a dish that was taken off the menu is not for exchange; its offer can be taken back', async () => {
  const t = await withOrder();
  await t.exchange();
  await database.current.pool.query(`update offering set state = 'withdrawn' where id = $1`, [t.offering.id]);
  const listed = async () => (await t.jana.listOrders()).orders[0];
  expect(await listed()).toMatchObject({ id: t.orderId, cancelStatus: 'FOR_EXCHANGE', onExchange: true });
  expect(await t.exchange()).toEqual({ orderId: t.orderId, onExchange: false });
  expect(await listed()).toMatchObject({ id: t.orderId, cancelStatus: 'NOT_POSSIBLE' });
  expect(await listed()).not.toHaveProperty('onExchange');
  expect(await t.exchange().catch(failureOf)).toMatchObject({ status: 400, code: 'notExchangeable' });
});

test('API-53 what can be cancelled, is another’s, or is none, is not offered', async () => {
  const t = await withOrder();
  const call = (client: typeof t.jana, orderId: number) =>
    client.exchangeOrder({ body: { orderId } }).catch(failureOf);
  expect(await call(t.petr, t.orderId)).toMatchObject({ code: 'unknownOrder' });
  expect(await call(t.jana, 1.5)).toMatchObject({ code: 'unknownOrder' });
  t.clock.set(t.offering.offering.cancelUntil);
  expect(await call(t.jana, t.orderId)).toMatchObject({ code: 'stillCancellable' });
});

describe('a sold-out dish', () => {
  const calls = [
    ['cancel', 0, ['comes back to your account at once', 'cancel the order', 'Cancel the order']],
    [
      'exchange',
      1,
      [
        'comes back to your account once somebody takes the portion',
        'offer the portion',
        'Offer the portion',
      ],
    ],
  ] as const;
  test.each(calls)(
    'ORD-19 API-59 is asked about before %s, and the answer counts in header and body',
    async (name, after, [comesBack, does, label]) => {
      for (const inHeader of [true, false]) {
        const t = await withOrder();
        t.clock.set(t.offering.offering.cancelUntil + after);
        const call = (headers: Record<string, string> = {}, force?: string) =>
          t.app.inject({
            method: 'POST',
            url: `/api/canteenorder/${name}`,
            headers: { 'x-asw-token': t.janaToken, 'idempotency-key': 'k', ...headers },
            payload: { orderId: t.orderId, ...(force !== undefined && { force }) },
          });
        const asked = await call();
        expect(asked.statusCode).toBe(449);
        const { force } = asked.json().error;
        expect(force).toEqual({
          message: `“${t.offering.product.name.en}” (Friday 20. November): CZK\u00a0100.00 ${comesBack}. The dish is sold out: once somebody else has your portion, you may not get it back. Do you want to ${does}?`,
          answers: [{ value: signed(`giveUp-${t.orderId}`), label }],
        });
        expect((await t.jana.listOrders()).orders).toHaveLength(1);
        const [{ value }] = force.answers;
        const answered = inHeader ? await call({ 'x-asw-force': value }) : await call({}, value);
        expect(answered.json()).toMatchObject({ success: true });
        expect((await call()).headers).toHaveProperty('idempotency-replayed', 'true');
      }
    },
  );

  test.each([
    ['cs', 'Dát na burzu'],
    ['pl', 'Wystaw na giełdę'],
    ['sk', 'Dať na burzu'],
  ] as const)('is asked about in %s', async (language, label) => {
    const t = await withOrder();
    const client = t.client(language, t.janaToken);
    expect(await client.exchangeOrder({ body: { orderId: t.orderId } }).catch(failureOf)).toMatchObject({
      kind: 'confirmation',
      answers: [{ label }],
    });
  });
});
