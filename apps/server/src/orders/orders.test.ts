import { failureOf } from '@refectory/contract/errors';
import {
  createCanteen,
  createCustomer,
  createOffering,
  factoryDay,
  factoryNow,
} from '@refectory/database/factories';
import { bookMovement } from '@refectory/database/ledger';
import { holdingAccount, inTransaction, waitingForLock } from '@refectory/database/testing/held-order';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { addDays, startOfDay, type CalendarDay } from '@refectory/domain/day';
import { money, unitPrice, type Money } from '@refectory/domain/money';
import { describe, expect, test } from 'vitest';

import { createTestApp } from '../testing/create-test-app.ts';
import { sayingYes, signed, yesOffered } from '../testing/saying-yes.ts';
import { collectOrder } from '../testing/seed-queries.ts';
import { createOrderBatch } from './order-batch.ts';

const database = useTestDatabase();
const HOUR_MS = 3_600_000;

type OfferingInput = NonNullable<Parameters<typeof createOffering>[1]>;
type CustomerInput = NonNullable<Parameters<typeof createCustomer>[1]>;

/** An app with a customer, and a dish at 100.00 unless it is told otherwise. */
async function withDish(dish: OfferingInput = {}, input: CustomerInput = {}) {
  const t = await createTestApp({ database: database.current });
  const customer = await createCustomer(database.current, input);
  const offering = await createOffering(database.current, dish);
  const token = await t.tokenFor(customer);
  return { ...t, customer, offering, token, jana: t.client('en', token) };
}
type WithDish = Awaited<ReturnType<typeof withDish>>;

type ItemInput = {
  quantity?: number;
  date?: CalendarDay;
  canteenId?: number;
  mealId?: number;
  productId?: number;
};

const orderOf = (
  { offering }: Pick<WithDish, 'offering'>,
  price: Money = money(10_000),
  item: ItemInput = {},
) => ({
  body: {
    price,
    item: {
      mealId: offering.id,
      date: offering.offering.day,
      quantity: 1,
      canteenId: offering.canteenId,
      ...item,
    },
  },
});

/** What the database holds of a customer and a dish. */
async function stored({ customer, offering }: Pick<WithDish, 'customer' | 'offering'>) {
  const { rows } = await database.current.pool.query(
    `select (select balance from account where customer_id = $1) as balance,
       (select remaining from stock where offering_id = $2) as remaining,
       (select coalesce(json_agg(json_build_object('state', state, 'quantity', quantity, 'price', price) order by id), '[]')
          from orders where customer_id = $1 and offering_id = $2) as orders`,
    [customer.id, offering.id],
  );
  return rows[0];
}

/** Changes what a portion costs, in 1/10,000. */
const setPrice = ({ offering }: Pick<WithDish, 'offering'>, price: number) =>
  database.current.pool.query('update offering_price set unit_price = $2 where offering_id = $1', [
    offering.id,
    price,
  ]);

const untouched = { balance: 100_000, remaining: 10, orders: [] };

describe('ordering', () => {
  test('API-49 an order is stored, paid for and taken from the stock, and says what is left', async () => {
    const t = await withDish();
    const answer = await t.jana.createDirectOrder(orderOf(t));
    expect(answer).toEqual({ orderId: expect.any(Number), orderPrice: 10_000, balance: 90_000 });
    expect(await stored(t)).toEqual({
      balance: 90_000,
      remaining: 9,
      orders: [{ state: 'placed', quantity: 1, price: 10_000 }],
    });
  });

  test('LIMIT-25 FMT-19 price times quantity is rounded once, half up, and on the wire it is decimal', async () => {
    const t = await withDish({ price: unitPrice(33_350) });
    const call = (price: number, quantity: number, force: readonly string[] = []) =>
      t.app.inject({
        method: 'POST',
        url: '/api/canteenorder/direct',
        headers: { 'x-asw-token': t.token, 'x-asw-force': force.join(',') },
        payload: { price, item: { ...orderOf(t).body.item, quantity } },
      });
    // 3.335 x 3 = 10.005
    expect((await call(10.01, 3)).json()).toMatchObject({
      success: true,
      orderPrice: 10.01,
      balance: 989.99,
    });
    // 3.335 x 2 = 6.67, not twice 3.34
    const [{ value: again }] = (await call(6.67, 2)).json().error.force.answers;
    expect((await call(6.67, 2, [again])).json()).toMatchObject({ success: true, orderPrice: 6.67 });
    // More than two decimals are no amount.
    expect((await call(6.675, 2)).json().resultText).toContain(': price.');
  });

  test('part of API-63: nothing is sold below the price of the menu without having asked', async () => {
    const t = await withDish({ product: { name: { en: 'Broth' } } });
    const failure = await t.jana.createDirectOrder(orderOf(t, money(9_999))).catch(failureOf);
    expect(failure).toMatchObject({
      kind: 'confirmation',
      message:
        '“Broth” (Friday 20. November) now costs CZK\u00a0100.00, which is more than you were shown. Do you want to order at this price?',
    });
    expect(await stored(t)).toEqual(untouched);
  });

  test('part of API-63: who was shown a higher price pays the right one', async () => {
    const t = await withDish();
    expect(await t.jana.createDirectOrder(orderOf(t, money(99_999)))).toMatchObject({ orderPrice: 10_000 });
  });

  test('each customer pays the price of their level', async () => {
    const prices = { student: unitPrice(700_000), other: unitPrice(1_500_000) };
    const student = await withDish({ prices }, { priceLevel: 'student' });
    expect(await student.jana.createDirectOrder(orderOf(student, money(7_000)))).toMatchObject({
      orderPrice: 7_000,
    });
    const employee = await withDish({ prices }, { priceLevel: 'employee' });
    const failure = await employee.jana.createDirectOrder(orderOf(employee)).catch(failureOf);
    expect(failure).toMatchObject({ code: 'notOrderable' });
  });

  test.each([
    ['after the cut-off', { orderUntil: factoryNow - 1 }, {}, {}, 'noneOffered'],
    [
      'after its exchange',
      { orderUntil: factoryNow - 2, exchangeUntil: factoryNow - 1 },
      {},
      {},
      'pastOrderCutOff',
    ],
    ['that is closed', { state: 'closed' }, {}, {}, 'notOrderable'],
    ['that is only shown', { state: 'readonly' }, {}, {}, 'notOrderable'],
    ['of which one has too little money for', {}, { balance: money(9_999) }, {}, 'insufficientFunds'],
    [
      'more than once where only one is allowed',
      { allowMultipleOrder: false },
      {},
      { quantity: 2 },
      'onlyOnePortion',
    ],
  ] as const)('API-49 a dish %s is refused, and nothing happens', async (_, dish, customer, item, code) => {
    const t = await withDish(dish, customer);
    const failure = await t.jana.createDirectOrder(orderOf(t, money(20_000), item)).catch(failureOf);
    expect(failure).toMatchObject({ kind: 'refused', status: 400, code });
    expect(await stored(t)).toEqual({ ...untouched, ...('balance' in customer && { balance: 9_999 }) });
  });

  test.each([
    ['of another day', { date: addDays(factoryDay, 1) }],
    ['of another canteen', { canteenId: 999_999 }],
    ['of another product', { productId: 999_999 }],
    ['that there is not', { mealId: 999_999 }],
    ['with an id that is none', { mealId: 1.5 }],
    ['with an id no database holds', { canteenId: 2 ** 40 }],
  ])('ORD-23 API-49 a dish %s is gone from the menu, and nothing happens', async (_, item) => {
    const t = await withDish();
    expect(await t.jana.createDirectOrder(orderOf(t, money(20_000), item)).catch(failureOf)).toEqual({
      kind: 'stale-cart',
      code: '991491',
      message: 'This dish is no longer on the menu. You were not charged.',
    });
    expect(await stored(t)).toEqual(untouched);
  });

  test('ORD-23 a dish that the kitchen took off the menu is gone, though others have ordered it', async () => {
    const t = await withDish();
    await database.current.pool.query(`update offering set state = 'withdrawn' where id = $1`, [
      t.offering.id,
    ]);
    expect(await t.jana.createDirectOrder(orderOf(t)).catch(failureOf)).toMatchObject({ code: '991491' });
    expect(await stored(t)).toEqual(untouched);
  });

  test('what is refused says in the customer’s language how many portions are left', async () => {
    const t = await withDish({ capacity: 2 });
    const inCzech = t.client('cs', t.token);
    const order = (quantity: number) =>
      inCzech.createDirectOrder(orderOf(t, money(10_000 * quantity), { quantity })).catch(failureOf);
    expect(await order(3)).toMatchObject({ code: 'soldOut', message: expect.stringContaining('2') });
    await order(2);
    const none = await order(1);
    expect(none).toMatchObject({ code: 'soldOut' });
    expect(none).not.toMatchObject({ message: expect.stringContaining('0') });
  });

  test('ORD-27 up to the very moment of the cut-off a dish can be ordered', async () => {
    const t = await withDish({ orderUntil: factoryNow + 1000 });
    t.clock.advance(1000);
    expect(await t.jana.createDirectOrder(orderOf(t))).toHaveProperty('orderId');
    t.clock.advance(1);
    expect(await t.jana.createDirectOrder(orderOf(t)).catch(failureOf)).toMatchObject({
      code: 'noneOffered',
    });
  });

  test.each([0, -1, 1000, 1.5])('a quantity of %d is no order', async (quantity) => {
    const t = await withDish();
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/canteenorder/direct',
      headers: { 'x-asw-token': t.token },
      payload: { price: 100, item: { ...orderOf(t).body.item, quantity } },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().resultText).toContain(': item.quantity.');
    expect(await stored(t)).toEqual(untouched);
  });

  test('of many who order the last portion at once one gets it, and the others keep their money', async () => {
    const t = await withDish({ capacity: 1 });
    const others = await Promise.all(Array.from({ length: 12 }, () => createCustomer(database.current)));
    const answers = await Promise.all(
      others.map(async (customer) =>
        (await t.loginAs(customer)).createDirectOrder(orderOf(t)).catch(failureOf),
      ),
    );
    expect(answers.filter((answer) => answer && 'orderId' in answer)).toHaveLength(1);
    expect(answers.filter((answer) => answer && 'code' in answer && answer.code === 'soldOut')).toHaveLength(
      11,
    );
    const { rows } = await database.current.pool.query(
      'select sum(balance) as sum from account where customer_id = any($1)',
      [others.map(({ id }) => id)],
    );
    expect(Number(rows[0].sum)).toBe(12 * 100_000 - 10_000);
  });
});

test('when too many orders wait the answer is 503 with the time to come again, and nothing is done', async () => {
  const t = await withDish();
  const full = await createTestApp({
    database: database.current,
    app: { orderBatch: createOrderBatch(database.current, { mostWaiting: 0 }) },
  });
  const answer = await full.app.inject({
    method: 'POST',
    url: '/api/canteenorder/direct',
    headers: { 'x-asw-token': t.token, 'accept-language': 'cs' },
    payload: { price: 100, item: orderOf(t).body.item },
  });
  expect(answer.statusCode).toBe(503);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(answer.json()).toMatchObject({
    success: false,
    error: { code: 'unavailable', message: expect.stringContaining('Server') },
  });
  expect(await stored(t)).toEqual(untouched);
});

describe('repeating a call', () => {
  /** An order as it is on the wire, with a key. */
  const call = (t: WithDish, key: string, item: ItemInput = {}, headers: Record<string, string> = {}) =>
    t.app.inject({
      method: 'POST',
      url: '/api/canteenorder/direct',
      headers: { 'x-asw-token': t.token, 'idempotency-key': key, ...headers },
      payload: { price: 1000, item: { ...orderOf(t).body.item, ...item } },
    });

  test('API-59 a repeat gets the first answer and says so, and there is one order', async () => {
    const t = await withDish();
    const first = await call(t, 'k');
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    const second = await call(t, 'k');
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.json()).toEqual(first.json());
    expect((await stored(t)).orders).toHaveLength(1);
  });

  test('API-59 a refusal is repeated too, even when it would be a success by now', async () => {
    const t = await withDish({ capacity: 0 });
    const first = await call(t, 'k');
    expect(first.json().error.code).toBe('soldOut');
    await database.current.pool.query('update stock set capacity = 5 where offering_id = $1', [
      t.offering.id,
    ]);
    const second = await call(t, 'k');
    expect(second.statusCode).toBe(first.statusCode);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.json()).toEqual(first.json());
  });

  test('API-59 the same key with another body is 422 and no order', async () => {
    const t = await withDish();
    await call(t, 'k');
    const other = await call(t, 'k', { quantity: 2 });
    expect(other.statusCode).toBe(422);
    expect(other.json().error.code).toBe('keyReused');
    expect((await stored(t)).orders).toHaveLength(1);
  });

  test('API-59 the order of the fields, the force header and force in the body make no other body', async () => {
    const t = await withDish();
    await call(t, 'first');
    const { item } = orderOf(t).body;
    const yes = await yesOffered(t.jana.createDirectOrder(orderOf(t, money(100_000))));
    await call(t, 'k', {}, { 'x-asw-force': yes });
    const again = await t.app.inject({
      method: 'POST',
      url: '/api/canteenorder/direct',
      headers: { 'x-asw-token': t.token, 'idempotency-key': 'k', 'x-asw-force': `${yes},${yes}` },
      payload: {
        force: 'yes',
        item: { canteenId: item.canteenId, quantity: 1, date: item.date, mealId: item.mealId },
        price: 1000,
      },
    });
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.json()).toMatchObject({ success: true });
  });

  test('API-59 the same key and body at another call are another intent', async () => {
    const t = await withDish();
    const { orderId = 0 } = await t.jana.createDirectOrder(orderOf(t), { idempotencyKey: 'k' });
    const cancelled = await t.jana
      .cancelOrder({ body: { orderId } }, { idempotencyKey: 'k' })
      .catch(failureOf);
    expect(cancelled).toMatchObject({ status: 422, code: 'keyReused' });
  });

  test('API-59 another customer may use the same key', async () => {
    const t = await withDish();
    await call(t, 'k');
    const token = await t.tokenFor(await createCustomer(database.current));
    const other = await call({ ...t, token }, 'k');
    expect(other.headers).not.toHaveProperty('idempotency-replayed');
    expect(other.json()).toMatchObject({ success: true });
  });

  test('API-59 while the first call runs a repeat is 409, and afterwards gets its answer', async () => {
    const t = await withDish();
    const first = await holdingAccount(database.current, t.customer.id, async () => {
      const running = call(t, 'k');
      await waitingForLock(database.current);
      const during = await call(t, 'k');
      expect(during.statusCode).toBe(409);
      expect(during.json().error.code).toBe('requestInFlight');
      return { running };
    });
    const answer = (await first.running).json();
    expect(answer).toMatchObject({ success: true });
    expect((await call(t, 'k')).json()).toEqual(answer);
    expect((await stored(t)).orders).toHaveLength(1);
  });

  test('API-59 of ten sent at once with one key one is carried out', async () => {
    const t = await withDish();
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(t, 'k')));
    expect(answers.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 409)).toEqual([]);
    expect((await stored(t)).orders).toHaveLength(1);
  });

  test('without a key each call is its own', async () => {
    const t = await withDish();
    await t.jana.createDirectOrder(orderOf(t));
    await sayingYes((force) => t.jana.createDirectOrder(orderOf(t), { force }));
    expect((await stored(t)).orders).toHaveLength(2);
  });

  test('API-59 a question is no answer: with what was said to it in the header or in the body the call is carried out', async () => {
    const t = await withDish();
    await call(t, 'first');
    for (const [portions, inHeader] of [
      [2, true],
      [3, false],
    ] as const) {
      const key = `again-${portions}`;
      const asked = await call(t, key);
      expect(asked.statusCode).toBe(449);
      const repeated = await call(t, key);
      expect(repeated.json()).toEqual(asked.json());
      expect(repeated.headers).not.toHaveProperty('idempotency-replayed');
      const [{ value }] = asked.json().error.force.answers;
      const answered = inHeader
        ? await call(t, key, {}, { 'x-asw-force': value })
        : await t.app.inject({
            method: 'POST',
            url: '/api/canteenorder/direct',
            headers: { 'x-asw-token': t.token, 'idempotency-key': key },
            payload: { price: 1000, item: orderOf(t).body.item, force: value },
          });
      expect(answered.json()).toMatchObject({ success: true });
      expect(answered.headers).not.toHaveProperty('idempotency-replayed');
      // Now it is answered, with the answer or without it.
      expect((await call(t, key)).json()).toEqual(answered.json());
      expect((await stored(t)).orders).toHaveLength(portions);
    }
  });
});

describe('asking', () => {
  const broth = { product: { name: { en: 'Broth' } } };
  const order = (t: WithDish, force: readonly string[] = [], price = money(10_000)) =>
    t.jana.createDirectOrder(orderOf(t, price), { force }).catch(failureOf);

  test.each([
    [
      'en',
      'You have ordered “Broth” for Friday 20. November already. With this order for CZK\u00a0100.00 you will have 2 portions. Do you want that?',
      'Yes, for CZK\u00a0100.00',
    ],
    [
      'cs',
      'Máte už objednáno: „Broth“ (pátek 20. listopadu). S touto objednávkou za 100,00\u00a0Kč budete mít 2 porce. Chcete to?',
      'Ano, za 100,00\u00a0Kč',
    ],
    [
      'pl',
      'Masz już zamówione: „Broth” (piątek 20. listopada). Z tym zamówieniem za 100,00\u00a0CZK będziesz mieć 2 porcje. Czy tego chcesz?',
      'Tak, za 100,00\u00a0CZK',
    ],
    [
      'sk',
      'Máte už objednané: „Broth“ (piatok 20. novembra). S touto objednávkou za 100,00\u00a0Kč budete mať 2 porcie. Chcete to?',
      'Áno, za 100,00\u00a0Kč',
    ],
  ] as const)('in %s another portion of a dish is asked about', async (language, message, label) => {
    const t = await withDish({ allowMultipleOrder: false, ...broth });
    await t.jana.createDirectOrder(orderOf(t));
    const before = await stored(t);
    const failure = await t.client(language, t.token).createDirectOrder(orderOf(t)).catch(failureOf);
    expect(failure).toEqual({
      kind: 'confirmation',
      message,
      answers: [{ value: signed('portions-2'), label }],
    });
    expect(await stored(t)).toEqual(before);
  });

  test('the answer is 449 in the envelope', async () => {
    const t = await withDish(broth);
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/canteenorder/direct',
      headers: { 'x-asw-token': t.token },
      payload: { price: 90, item: orderOf(t).body.item },
    });
    expect(answer.statusCode).toBe(449);
    const message =
      '“Broth” (Friday 20. November) now costs CZK\u00a0100.00, which is more than you were shown. Do you want to order at this price?';
    expect(answer.json()).toEqual({
      success: false,
      resultText: message,
      error: {
        code: 'priceQuestion',
        message,
        force: { message, answers: [{ value: signed('price-10000'), label: 'Yes, for CZK\u00a0100.00' }] },
      },
    });
  });

  test('a second main dish, and a sold-out one that is given up, are asked about by name and price', async () => {
    const t = await withDish({ ...broth, isMain: true });
    const { canteenId } = t.offering;
    const roast = await createOffering(database.current, {
      canteenId,
      isMain: true,
      capacity: 1,
      product: { name: { en: 'Roast' } },
    });
    const { orderId = 0 } = await t.jana.createDirectOrder(orderOf({ offering: roast }));
    const asked = async (call: Promise<unknown>) => {
      const failure = await call.then(() => undefined, failureOf);
      return failure?.kind === 'confirmation' ? [failure.message, failure.answers[0]?.label] : failure;
    };
    expect(await asked(t.jana.createDirectOrder(orderOf(t)))).toEqual([
      'You already have a main dish at this time. Do you want “Broth” (Friday 20. November) for CZK\u00a0100.00 too, 2 main dishes in all?',
      'Yes, this one too',
    ]);
    expect(await asked(t.jana.cancelOrder({ body: { orderId } }))).toEqual([
      '“Roast” (Friday 20. November): CZK\u00a0100.00 comes back to your account at once. The dish is sold out: once somebody else has your portion, you may not get it back. Do you want to cancel the order?',
      'Cancel the order',
    ]);
  });

  test('several questions are asked one after the other, and the order is made when all are answered', async () => {
    const t = await withDish();
    await order(t);
    const said: string[] = [];
    for (let rounds = 0; rounds < 2; rounds += 1) {
      const failure = await order(t, said, money(9_000));
      if (failure && 'answers' in failure) said.push(...failure.answers.map(({ value }) => value));
    }
    expect(said).toEqual([signed('price-10000'), signed('portions-2')]);
    expect(await order(t, said, money(9_000))).toMatchObject({ orderPrice: 10_000 });
  });

  test('the yes to a price holds for that price only', async () => {
    const t = await withDish();
    const yes = await yesOffered(t.jana.createDirectOrder(orderOf(t, money(9_000))));
    await setPrice(t, 1_200_000);
    expect(await order(t, [yes], money(9_000))).toMatchObject({
      answers: [{ value: signed('price-12000') }],
    });
    expect(await stored(t)).toEqual(untouched);
  });

  /** What is written down of a customer's calls: orders, money and kept answers. */
  const written = async (t: WithDish) => {
    const { rows } = await database.current.pool.query('select * from idempotency_answer order by key');
    return { ...(await stored(t)), answers: rows };
  };
  const refused = { kind: 'refused', status: 400, code: 'unknownAnswer' };

  test.each([
    ['a number that nobody signed', () => 'portions-2'],
    ['an empty signature', () => 'portions-2.'],
    ['a signature that was made up', () => `portions-2.${'A'.repeat(22)}`],
    ['the signature of another number', (yes: string) => yes.replace('portions-2', 'portions-3')],
    ['the signature of another question', (yes: string) => yes.replace('portions', 'mains')],
    ['a signature that was changed', (yes: string) => yes.slice(0, -2) + (yes.endsWith('AA') ? 'BA' : 'AA')],
    ['half a signature', (yes: string) => yes.slice(0, -8)],
  ])('D4 a forged answer, %s, is refused and changes nothing', async (_, forge) => {
    const t = await withDish();
    await order(t);
    const yes = await yesOffered(t.jana.createDirectOrder(orderOf(t)));
    const before = await written(t);
    for (const force of [[forge(yes)], [yes, forge(yes)]])
      expect(await order(t, force), force.join()).toMatchObject(refused);
    expect(await written(t)).toEqual(before);
    expect(await order(t, [yes])).toMatchObject({ orderPrice: 10_000 });
  });

  test.each(['yes', 'portions', 'ordered.AAAA', ''])(
    'the answer %j to no question of ours changes nothing',
    async (answer) => {
      const t = await withDish();
      await order(t);
      const before = await written(t);
      expect(await order(t, [answer])).toMatchObject({ kind: 'confirmation' });
      expect(await written(t)).toEqual(before);
    },
  );

  test('D4 the answer of another customer is refused and changes nothing', async () => {
    const t = await withDish();
    await order(t);
    const petr = await createCustomer(database.current);
    const forPetr = await t.loginAs(petr);
    await forPetr.createDirectOrder(orderOf(t));
    const yes = await yesOffered(forPetr.createDirectOrder(orderOf(t)));
    const before = await written(t);
    expect(await order(t, [yes])).toMatchObject(refused);
    expect(await written(t)).toEqual(before);
    expect(await forPetr.createDirectOrder(orderOf(t), { force: [yes] })).toMatchObject({
      orderPrice: 10_000,
    });
  });

  test('D4 the answer to another request is refused and changes nothing', async () => {
    const t = await withDish({ capacity: 1 });
    const other = await createOffering(database.current, { canteenId: t.offering.canteenId });
    const { orderId = 0 } = await t.jana.createDirectOrder(orderOf(t));
    const toOther = orderOf({ offering: other });
    const { orderId: otherId = 0 } = await t.jana.createDirectOrder(toOther);
    const yes = await yesOffered(t.jana.createDirectOrder(toOther));
    const yesToGiveUp = await yesOffered(t.jana.cancelOrder({ body: { orderId } }));
    const before = await written(t);
    const calls = [
      () => order(t, [yes]),
      () =>
        t.jana.createDirectOrder(orderOf({ offering: other }, money(20_000), { quantity: 2 }), {
          force: [yes],
        }),
      () => t.jana.cancelOrder({ body: { orderId } }, { force: [yes] }),
      () => t.jana.cancelOrder({ body: { orderId: otherId } }, { force: [yesToGiveUp] }),
      () => t.jana.exchangeOrder({ body: { orderId } }, { force: [yesToGiveUp] }),
    ];
    for (const call of calls) expect(await call().catch(failureOf), String(call)).toMatchObject(refused);
    expect(await written(t)).toEqual(before);
    expect(await t.jana.cancelOrder({ body: { orderId } }, { force: [yesToGiveUp] })).toMatchObject({
      orderId,
    });
  });

  test('an answer is consent and no permission: what is refused stays refused', async () => {
    const t = await withDish({}, { balance: money(20_000) });
    await order(t);
    const yes = await yesOffered(t.jana.createDirectOrder(orderOf(t)));
    await t.jana.createDirectOrder(orderOf({ offering: await createOffering(database.current) }));
    expect(await order(t, [yes])).toMatchObject({ code: 'insufficientFunds' });
  });

  test('after five answers nothing more is asked', async () => {
    const t = await withDish();
    const dearer = orderOf(t, money(1));
    const said: string[] = [];
    for (let asked = 1; asked <= 5; asked += 1) {
      await setPrice(t, 1_000_000 + asked * 100);
      said.push(await yesOffered(t.jana.createDirectOrder(dearer, { force: said })));
    }
    await setPrice(t, 2_000_000);
    expect(await order(t, said, money(1))).toMatchObject({
      kind: 'refused',
      status: 400,
      code: 'tooManyQuestions',
    });
    expect(await stored(t)).toEqual(untouched);
  });
});

describe('cancelling', () => {
  test('API-52 a cancelled order gives back exactly what it cost, and the portion', async () => {
    const t = await withDish({ price: unitPrice(33_350) });
    const { orderId = 0 } = await t.jana.createDirectOrder(orderOf(t, money(1001), { quantity: 3 }));
    const answer = await t.jana.cancelOrder({ body: { orderId } });
    expect(answer).toEqual({ orderId, orderPrice: 1001, balance: 100_000 });
    expect(await stored(t)).toEqual({
      balance: 100_000,
      remaining: 10,
      orders: [{ state: 'cancelled', quantity: 3, price: 1001 }],
    });
    expect((await t.jana.listOrders()).orders).toEqual([]);
  });

  test('cancellations of a held dish wait for it aside, and orders of every other dish are cancelled meanwhile', async () => {
    const t = await withDish({ capacity: 20 });
    const other = await createOffering(database.current);
    const clients = await Promise.all(
      Array.from({ length: 8 }, async () => t.loginAs(await createCustomer(database.current))),
    );
    const orders = await Promise.all(
      clients.map(async (client) => ({ client, ...(await client.createDirectOrder(orderOf(t))) })),
    );
    const mine = await t.jana.createDirectOrder(orderOf({ offering: other }));
    await inTransaction(database.current, async (holder) => {
      await holder.query('select from stock where offering_id = $1 for update', [t.offering.id]);
      let answered = 0;
      const waiting = orders.map(async ({ client, orderId = 0 }) => {
        await client.cancelOrder({ body: { orderId } });
        answered += 1;
      });
      await waitingForLock(database.current);
      await t.jana.cancelOrder({ body: { orderId: mine.orderId ?? 0 } });
      expect(answered).toBe(0);
      await holder.query('rollback');
      await Promise.all(waiting);
      expect(answered).toBe(orders.length);
    });
  });

  test('API-52 an order is cancelled once', async () => {
    const t = await withDish();
    const { orderId = 0 } = await t.jana.createDirectOrder(orderOf(t));
    await t.jana.cancelOrder({ body: { orderId } });
    const twice = await t.jana.cancelOrder({ body: { orderId } }).catch(failureOf);
    expect(twice).toMatchObject({ code: 'alreadyCancelled' });
    expect((await stored(t)).balance).toBe(100_000);
  });

  test('API-52 after its limit an order stays', async () => {
    const t = await withDish();
    const { orderId = 0 } = await t.jana.createDirectOrder(orderOf(t));
    t.clock.set(t.offering.offering.cancelUntil + 1);
    const late = await t.jana.cancelOrder({ body: { orderId } }).catch(failureOf);
    expect(late).toMatchObject({ code: 'pastCancelCutOff' });
    expect((await stored(t)).balance).toBe(90_000);
    t.clock.set(t.offering.offering.cancelUntil);
    expect(await t.jana.cancelOrder({ body: { orderId } })).toMatchObject({ balance: 100_000 });
  });

  test('part of API-63: the order of another customer is unknown, and stays', async () => {
    const t = await withDish();
    const { orderId = 0 } = await t.jana.createDirectOrder(orderOf(t));
    const other = await t.loginAs(await createCustomer(database.current));
    const foreign = await other.cancelOrder({ body: { orderId } }).catch(failureOf);
    expect(foreign).toMatchObject({ code: 'unknownOrder' });
    expect(foreign).toEqual(await other.cancelOrder({ body: { orderId: 999_999 } }).catch(failureOf));
    expect((await stored(t)).orders).toMatchObject([{ state: 'placed' }]);
    expect((await other.listOrders()).orders).toEqual([]);
  });

  test('API-59 a repeated cancellation gets the first answer, with the answers to questions left out of the body', async () => {
    const t = await withDish({ capacity: 1 });
    const { orderId = 0 } = await t.jana.createDirectOrder(orderOf(t));
    const yes = await yesOffered(t.jana.cancelOrder({ body: { orderId } }));
    const said = { idempotencyKey: 'c', force: [yes] };
    const first = await t.jana.cancelOrder({ body: { orderId } }, said);
    const again = await t.jana.cancelOrder({ body: { orderId, force: yes } }, said);
    expect(again).toEqual(first);
  });
});

describe('the list of orders', () => {
  test('API-54 DATA-07 ORD-25 ORD-26 an order is told with all there is to it, in the language of the caller', async () => {
    const t = await withDish({
      product: { name: { en: 'Soup', cs: 'Polévka' } },
      mealGroup: { en: 'Soups', cs: 'Polévky' },
    });
    const { orderId } = await t.jana.createDirectOrder(orderOf(t, money(20_000), { quantity: 2 }));
    const answer = await t.app.inject({
      url: '/api/customer/canteenorders',
      headers: { 'x-asw-token': t.token, 'accept-language': 'cs' },
    });
    const [order] = answer.json().orders;
    expect(order).toEqual({
      id: orderId,
      canteenId: t.offering.canteenId,
      name: 'Polévka',
      group: 'Polévky',
      orderPrice: 200,
      cancelStatus: 'POSSIBLE',
      orderItem: { mealId: t.offering.id, date: '2026-11-20', quantity: 2, productId: expect.any(Number) },
      cancelUntil: '2026-11-20T08:00:00.000Z',
      exchangeUntil: '2026-11-20T12:30:00.000Z',
      pickupCode: expect.stringMatching(/^[2-9A-HJ-NP-Z]{4}$/),
    });
  });

  test('API-54 orders come by day, the newest last', async () => {
    const t = await withDish();
    const canteenId = (await createCanteen(database.current)).id;
    const ids = [];
    for (const days of [3, 1, 2, 1]) {
      const day = addDays(factoryDay, days);
      const offering = await createOffering(database.current, { canteenId, day });
      ids.push((await t.jana.createDirectOrder(orderOf({ offering }))).orderId);
    }
    const { orders } = await t.jana.listOrders();
    expect(orders.map(({ id }) => id)).toEqual([ids[1], ids[3], ids[2], ids[0]]);
  });

  test('API-54 orders of the last three months are listed, older ones no more', async () => {
    const t = await withDish();
    const day = t.offering.offering.day;
    const { orderId } = await t.jana.createDirectOrder(orderOf(t));
    const listedAfter = async (days: number) => {
      t.clock.set(startOfDay(addDays(day, days), 'UTC'));
      const { orders } = await (await t.loginAs(t.customer)).listOrders();
      return orders.map(({ id }) => id);
    };
    expect(await listedAfter(92)).toEqual([orderId]);
    expect(await listedAfter(93)).toEqual([]);
  });

  test('ORD-27 DATA-25 what can be done with an order follows its limits', async () => {
    const t = await withDish();
    const { cancelUntil, exchangeUntil } = t.offering.offering;
    await t.jana.createDirectOrder(orderOf(t));
    const at = async (now: number) => {
      t.clock.set(now);
      // Sessions end by themselves meanwhile.
      const jana = await t.loginAs(t.customer);
      return (await jana.listOrders()).orders[0]?.cancelStatus;
    };
    expect(await at(cancelUntil)).toBe('POSSIBLE');
    expect(await at(cancelUntil + 1)).toBe('FOR_EXCHANGE');
    expect(await at(exchangeUntil)).toBe('FOR_EXCHANGE');
    expect(await at(exchangeUntil + 1)).toBe('NOT_POSSIBLE');
  });

  test('an order of which a part was given back says what a cancellation returns, and is not for exchange', async () => {
    const t = await withDish();
    const { orderId = 0 } = await t.jana.createDirectOrder(orderOf(t));
    expect((await t.jana.listOrders()).orders[0]).not.toHaveProperty('returns');
    const given = await bookMovement(database.current, {
      customerId: t.customer.id,
      orderId,
      kind: 'refund',
      amount: money(1_050),
      reason: 'cold soup',
      actor: 'command tester',
      now: factoryNow,
    });
    expect(given.verdict).toBe('booked');
    const [order] = (await t.jana.listOrders()).orders;
    expect(order).toMatchObject({ orderPrice: 10_000, returns: 8_950, cancelStatus: 'POSSIBLE' });
    t.clock.set(t.offering.offering.cancelUntil + 1);
    const later = await t.loginAs(t.customer);
    expect((await later.listOrders()).orders[0]?.cancelStatus).toBe('NOT_POSSIBLE');
    t.clock.set(factoryNow);
    expect(await t.jana.cancelOrder({ body: { orderId } })).toMatchObject({ orderPrice: 8_950 });
  });

  test('ORD-26 a collected order says when, and stays as it is', async () => {
    const t = await withDish();
    const { orderId = 0 } = await t.jana.createDirectOrder(orderOf(t));
    await collectOrder(database.current, orderId, factoryNow + HOUR_MS / 2);
    const { orders } = await t.jana.listOrders();
    expect(orders).toMatchObject([{ collectedAt: factoryNow + HOUR_MS / 2, cancelStatus: 'NOT_POSSIBLE' }]);
    expect(await t.jana.cancelOrder({ body: { orderId } }).catch(failureOf)).toMatchObject({
      code: 'handedOut',
    });
  });
});

test('whoever sends 2,000 orders at once is told to wait, and everybody else orders as ever', async () => {
  const t = await createTestApp({ database: database.current });
  const dish = await createOffering(database.current, { capacity: 5_000 });
  const greedy = await createCustomer(database.current);
  const token = await t.tokenFor(greedy);
  const body = {
    price: 100,
    item: { mealId: dish.id, date: factoryDay, quantity: 1, canteenId: dish.canteenId },
  };
  const order = (sender: string) =>
    t.app.inject({
      method: 'POST',
      url: '/api/canteenorder/direct',
      headers: { 'x-asw-token': sender, 'accept-language': 'cs' },
      body,
    });
  const otherTokens = await Promise.all(
    Array.from({ length: 20 }, async () => t.tokenFor(await createCustomer(database.current))),
  );
  const flood = Array.from({ length: 2_000 }, () => order(token));
  const others = await Promise.all(otherTokens.map(order));
  expect(others.map(({ statusCode }) => statusCode)).toEqual(others.map(() => 200));
  const answers = await Promise.all(flood);
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused.length).toBeGreaterThan(1_500);
  expect(refused[0]?.headers['retry-after']).toBe('1');
  expect(refused[0]?.json().error).toEqual({
    code: 'tooManyOrders',
    message:
      'Několik vašich požadavků se ještě zpracovává. Počkejte prosím chvíli a zkuste to znovu. Nic jsme vám nestrhli.',
  });
  // The rest was ordered, or asked about since the customer has the dish already; nobody was told of an outage.
  const told = new Set(answers.map(({ statusCode }) => statusCode));
  expect(told).toEqual(new Set([200, 429, 449]));
});
