import { failureOf } from '@refectory/contract/errors';
import { createCustomer, createOffering, factoryDay, factoryNow } from '@refectory/database/factories';
import { holdingAccount, inTransaction, waitingForLock } from '@refectory/database/testing/held-order';
import { findPayment } from '@refectory/database/payments';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { money, unitPrice } from '@refectory/domain/money';
import { expect, test } from 'vitest';

import { createTestApp } from '../testing/create-test-app.ts';

const database = useTestDatabase();

/** A customer who is signed in, and a cart of two dishes of two canteens, at 100.00 each. */
async function withCart(options: Omit<Parameters<typeof createTestApp>[0], 'database'> = {}) {
  const t = await createTestApp({ ...options, database: database.current });
  const customer = await createCustomer(database.current);
  const dishes = [await createOffering(database.current), await createOffering(database.current)];
  const items = dishes.map(({ id, canteenId }) => ({
    mealId: id,
    date: factoryDay,
    quantity: 1,
    canteenId,
    price: money(10_000),
  }));
  const body = { price: money(20_000), orderDate: '2026-11-20 08:00:00', items };
  return { t, customer, dishes, items, body, client: await t.loginAs(customer) };
}

const ordersOf = async (customerId: number) =>
  (
    await database.current.pool.query<{ id: number; cart_id: number }>(
      'select id, cart_id from orders where customer_id = $1',
      [customerId],
    )
  ).rows;

async function post(
  { t }: Awaited<ReturnType<typeof withCart>>,
  token: string,
  key: string,
  body: object,
  path = '/api/order/cart',
) {
  return await t.app.inject({
    method: 'POST',
    url: path,
    headers: { 'x-asw-token': token, 'idempotency-key': key },
    body,
  });
}

const wire = (body: Awaited<ReturnType<typeof withCart>>['body']) => ({
  ...body,
  price: body.price / 100,
  items: body.items.map((item) => ({ ...item, price: item.price / 100 })),
});

test('API-50 a check says that a cart can be ordered, and orders nothing', async () => {
  const { client, body, customer } = await withCart();
  expect(await client.checkCart({ body })).toEqual({});
  expect(await ordersOf(customer.id)).toEqual([]);
});

test('part of API-51: a cart is ordered as a whole and paid from the account', async () => {
  const { client, body, customer } = await withCart();
  const additionalData = [{ variableId: 'paymentType', value: 'account' }];
  expect(await client.submitCart({ body: { ...body, additionalData } })).toEqual({});
  const orders = await ordersOf(customer.id);
  expect(orders).toHaveLength(2);
  expect(new Set(orders.map(({ cart_id: cart }) => cart)).size).toBe(1);
  expect(await client.getBalance()).toMatchObject({ balance: 80_000 });
  expect((await client.listOrders()).orders).toHaveLength(2);
});

test('part of C27: a changed price is 991492, and the lines concerned come with the price that holds', async () => {
  const cart = await withCart();
  await database.current.pool.query('update offering_price set unit_price = 900000 where offering_id = $1', [
    cart.dishes[1]?.id,
  ]);
  const token = await cart.t.tokenFor(cart.customer);
  const answer = await post(cart, token, 'a', wire(cart.body));
  expect(answer.statusCode).toBe(400);
  expect(answer.json().error).toMatchObject({
    code: '991492',
    lines: [{ line: 1, code: '991492', price: 90 }],
  });
  const failure = await cart.client.checkCart({ body: cart.body }).catch(failureOf);
  expect(failure).toMatchObject({ kind: 'stale-cart', code: '991492' });
  expect(await ordersOf(cart.customer.id)).toEqual([]);
});

test('part of API-51: every line that cannot be ordered says why, in its own words', async () => {
  const cart = await withCart();
  await database.current.pool.query('update stock set capacity = 0 where offering_id = $1', [
    cart.dishes[0]?.id,
  ]);
  await database.current.pool.query(`update offering set state = 'withdrawn' where id = $1`, [
    cart.dishes[1]?.id,
  ]);
  const token = await cart.t.tokenFor(cart.customer);
  const answer = await post(cart, token, 'a', wire(cart.body));
  expect(answer.json().error).toMatchObject({
    code: 'soldOut',
    lines: [
      { line: 0, code: 'soldOut', message: 'This dish is sold out. You were not charged.' },
      { line: 1, code: '991491' },
    ],
  });
});

test('part of API-59: a cart that is sent again is the same one, whenever it is sent and in whatever order its fields stand', async () => {
  const cart = await withCart();
  const token = await cart.t.tokenFor(cart.customer);
  expect((await post(cart, token, 'a', wire(cart.body))).statusCode).toBe(200);
  const { items, price } = wire(cart.body);
  const reordered = items.map((item) => Object.fromEntries(Object.entries(item).toReversed()));
  const later = await post(cart, token, 'a', { items: reordered, orderDate: '2026-11-20 08:00:09', price });
  expect(later.statusCode).toBe(200);
  expect(later.headers['idempotency-replayed']).toBe('true');
  expect(await ordersOf(cart.customer.id)).toHaveLength(2);
  const [item] = wire(cart.body).items;
  const other = await post(cart, token, 'a', { ...wire(cart.body), items: [item], price: 100 });
  expect(other.statusCode).toBe(422);
});

test('part of CART-25: what a cart is asked, it is asked when it is ordered, and only what was asked is answered', async () => {
  const { client, body, customer } = await withCart();
  await client.submitCart({ body });
  expect(await client.checkCart({ body })).toEqual({});
  const failure = await client.submitCart({ body }).catch(failureOf);
  expect(failure).toMatchObject({ kind: 'confirmation' });
  const force = failure && 'answers' in failure ? failure.answers.map(({ value }) => value) : [];
  expect(force[0]).toMatch(/^portions-2\./);
  expect(await client.submitCart({ body }, { force: ['portions-2'] }).catch(failureOf)).toMatchObject({
    code: 'unknownAnswer',
  });
  expect(await client.submitCart({ body }, { force })).toEqual({});
  expect(await ordersOf(customer.id)).toHaveLength(4);
});

test('a cart that is to be paid otherwise than from the account is refused', async () => {
  const { client, body, customer } = await withCart();
  const additionalData = [{ variableId: 'paymentType', value: 'creditcard' }];
  for (const call of [client.checkCart, client.submitCart])
    expect(await call({ body: { ...body, additionalData } }).catch(failureOf)).toMatchObject({
      kind: 'refused',
      status: 400,
      code: 'paymentTypeUnavailable',
    });
  expect(await ordersOf(customer.id)).toEqual([]);
});

test.each([
  ['NUL', '"a\\u0000b"'],
  ['NUL in a name', '{"a\\u0000b":1}'],
  ['half a character', '"\\ud800"'],
  ['20,000 brackets', '['.repeat(20_000) + ']'.repeat(20_000)],
  ['a number that is none', '1e400'],
])('a cart whose form has %s in a field is refused by that field', async (_, value) => {
  const { t, customer, body } = await withCart();
  const payload = JSON.stringify({ ...wire(body), additionalData: ['VALUE'] }).replace(
    '"VALUE"',
    `{"variableId":"note","value":${value}}`,
  );
  for (const path of ['/api/order/cart', '/api/order/cart/check']) {
    const answer = await t.app.inject({
      method: 'POST',
      url: path,
      headers: { 'x-asw-token': await t.tokenFor(customer), 'content-type': 'application/json' },
      payload,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toMatchObject({
      code: 'badRequest',
      message: expect.stringContaining('additionalData.0.value'),
    });
  }
  expect(await ordersOf(customer.id)).toEqual([]);
});

test('two fields that say how the cart is paid, or a value that is none, are refused by the field', async () => {
  const { client, body } = await withCart();
  for (const fields of [
    [
      ['paymentType', 'account'],
      ['paymentType', 'creditcard'],
    ],
    [['paymentType', 'cheque']],
    [['delivery', 'toMars']],
  ] as const) {
    const additionalData = fields.map(([variableId, value]) => ({ variableId, value }));
    const failure = await client.submitCart({ body: { ...body, additionalData } }).catch(failureOf);
    expect(failure).toMatchObject({ code: 'badRequest', message: expect.stringContaining(fields[0][0]) });
  }
});

/** A canteen whose carts can be paid by card. */
const withGateway = {
  settings: {
    topUpGateways: [
      { id: 'creditcard', url: '/payments', sendToken: true, sendIdempotencyKey: true },
      { id: 'other', url: 'https://other.example/pay', sendToken: true, sendIdempotencyKey: true },
    ],
  },
  app: { publicUrl: 'https://meals.example.org' },
};

const byCard = [
  { variableId: 'paymentType', value: 'creditcard' },
  { variableId: 'delivery', value: 'toTable' },
];

test('part of API-51: a cart that is paid by card is answered with where to pay, and ordered by nothing but its payment', async () => {
  const { client, body, customer } = await withCart(withGateway);
  const order = {
    body: {
      ...body,
      additionalData: byCard,
      successUrl: 'https://meals.example.org/shop/thank-you',
      failUrl: 'https://meals.example.org/shop/payment-failure',
    },
  };
  expect(await client.checkCart(order)).toEqual({});
  const { gatewayLink, paymentId = '' } = await client.submitCart(order);
  expect(gatewayLink).toBe(`https://meals.example.org/payments/pay/${paymentId}`);
  expect(await ordersOf(customer.id)).toEqual([]);
  expect(await client.getBalance()).toMatchObject({ balance: 100_000 });
  expect(await findPayment(database.current, paymentId)).toMatchObject({
    customerId: customer.id,
    purpose: 'cart',
    gateway: 'creditcard',
    amount: 20_000,
    state: 'created',
    successUrl: order.body.successUrl,
    failUrl: order.body.failUrl,
  });
});

test('a cart by card is refused, with how long to wait, once unpaid ones have held portions for an hour and a half', async () => {
  const cart = await withCart({ ...withGateway, now: factoryNow - 2 * 3_600_000 });
  const token = await cart.t.tokenFor(cart.customer);
  const order = { ...wire(cart.body), additionalData: byCard };
  for (const key of ['a', 'b', 'c']) {
    expect((await post(cart, token, key, order)).json()).toHaveProperty('gatewayLink');
    cart.t.clock.advance(30 * 60_000);
  }
  const refused = await post(cart, token, 'd', order);
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe(String(22.5 * 3_600));
  expect(refused.json().error).toMatchObject({
    code: 'cartsUnpaid',
    message:
      'Your carts held meals for card payments that were not made. You can pay by card again in 22 hours and 30 minutes. Other ways to pay are not affected. You were not charged.',
  });
  const fromAccount = await post(cart, token, 'e', wire(cart.body));
  expect(fromAccount.statusCode).toBe(200);
});

test('a cart that costs nothing is ordered at once, also where it is to be paid by card', async () => {
  const { client, customer, dishes, items } = await withCart(withGateway);
  await database.current.pool.query(
    'update offering_price set unit_price = 0 where offering_id = any ($1::bigint[])',
    [dishes.map(({ id }) => id)],
  );
  const body = {
    price: money(0),
    orderDate: '2026-11-20 08:00:00',
    items: items.map((item) => ({ ...item, price: money(0) })),
    additionalData: byCard,
  };
  expect(await client.submitCart({ body })).toEqual({});
  expect(await ordersOf(customer.id)).toHaveLength(2);
});

test('API-64, part of API-63: a payment of a cart comes back to the application only', async () => {
  const { client, body, customer } = await withCart(withGateway);
  for (const address of [
    'https://evil.example/thank-you',
    'javascript:alert(1)',
    'data:text/html,a',
    '/thank-you',
  ])
    expect(
      await client
        .submitCart({ body: { ...body, additionalData: byCard, successUrl: address } })
        .catch(failureOf),
    ).toMatchObject({ code: 'returnAddressRefused' });
  const { paymentId = '' } = await client.submitCart({ body: { ...body, additionalData: byCard } });
  expect(await findPayment(database.current, paymentId)).toMatchObject({
    customerId: customer.id,
    successUrl: 'https://meals.example.org/thank-you',
    failUrl: 'https://meals.example.org/payment-failure',
  });
});

test('a cart that is paid by card is repeated under its key, and then has one payment', async () => {
  const cart = await withCart(withGateway);
  const token = await cart.t.tokenFor(cart.customer);
  const body = { ...wire(cart.body), additionalData: byCard };
  const first = await post(cart, token, 'a', body);
  const again = await post(cart, token, 'a', body);
  expect(again.json()).toEqual(first.json());
  expect(again.headers['idempotency-replayed']).toBe('true');
  const { rows } = await database.current.pool.query(
    'select count(*) from payments.payment where customer_id = $1',
    [cart.customer.id],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('API-56 a customer is told which gateways they can top up by, and that payments can be asked about', async () => {
  const { client } = await withCart(withGateway);
  expect(await client.getCustomer()).toMatchObject({
    supportedTopUpPayment: ['creditcard', 'other'],
    capabilities: { paymentStatus: true, returnAddresses: true },
  });
});

test.each(['pickup', 'delivery'])(
  'a cart that is paid on %s is charged to the account, and remembers how; its orders tell how their meals get to the customer',
  async (value) => {
    const { client, body, customer } = await withCart();
    const additionalData = [
      { variableId: 'paymentType', value },
      { variableId: 'delivery', value: 'toTakeAway' },
    ];
    await client.submitCart({ body: { ...body, additionalData } });
    expect(await client.getBalance()).toMatchObject({ balance: 80_000 });
    const { rows } = await database.current.pool.query(
      'select payment_type, delivery from cart where customer_id = $1',
      [customer.id],
    );
    expect(rows).toEqual([{ payment_type: value, delivery: 'toTakeAway' }]);
    const { orders } = await client.listOrders();
    expect(orders.map(({ delivery }) => delivery)).toEqual(body.items.map(() => 'toTakeAway'));
  },
);

test('a way to pay that the settings do not offer is refused', async () => {
  const { client, body } = await withCart({ settings: { paymentTypes: ['account'] } });
  const additionalData = [{ variableId: 'paymentType', value: 'pickup' }];
  expect(await client.submitCart({ body: { ...body, additionalData } }).catch(failureOf)).toMatchObject({
    code: 'paymentTypeUnavailable',
  });
});

test('a cart whose price is not the sum of its rows is refused by its price', async () => {
  const cart = await withCart();
  const token = await cart.t.tokenFor(cart.customer);
  const answer = await post(cart, token, 'a', { ...wire(cart.body), price: 1 }, '/api/order/cart/check');
  expect(answer.statusCode).toBe(400);
  expect(answer.json().error).toMatchObject({
    code: 'badRequest',
    message: expect.stringContaining('price'),
  });
});

test('a cart of more than 60 rows is refused by its rows', async () => {
  const cart = await withCart();
  const token = await cart.t.tokenFor(cart.customer);
  const [item] = wire(cart.body).items;
  const rows = (count: number) => ({
    ...wire(cart.body),
    price: 100 * count,
    items: Array(count).fill(item),
  });
  const answer = await post(cart, token, 'a', rows(61), '/api/order/cart/check');
  expect(answer.json().error).toMatchObject({
    code: 'badRequest',
    message: expect.stringContaining('items'),
  });
  expect((await post(cart, token, 'a', rows(60), '/api/order/cart/check')).json().error.code).not.toBe(
    'badRequest',
  );
});

/** Sends carts while somebody holds the customer's account; goes on once all but so many are answered. */
async function postWhileHeld(keys: readonly string[], unanswered: number) {
  const cart = await withCart();
  const token = await cart.t.tokenFor(cart.customer);
  return holdingAccount(database.current, cart.customer.id, async (holder) => {
    let answered = 0;
    const answers = keys.map(async (key) => {
      const answer = await post(cart, token, key, wire(cart.body));
      answered += 1;
      return answer;
    });
    await expect.poll(() => answered).toBe(keys.length - unanswered);
    await holder.query('rollback');
    return Promise.all(answers);
  });
}

test('part of API-59: a cart that is sent again while its first call runs is told so, however often', async () => {
  const answers = await postWhileHeld(
    Array.from({ length: 40 }, () => 'a'),
    1,
  );
  const others = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(others).toHaveLength(39);
  for (const other of others) {
    expect(other.statusCode).toBe(409);
    expect(other.json().error.code).toBe('requestInFlight');
  }
});

test('carts of a held dish wait for it aside, and every other cart is ordered meanwhile', async () => {
  const held = await withCart();
  const other = await withCart();
  const customers = await Promise.all(Array.from({ length: 6 }, () => createCustomer(database.current)));
  const tokens = await Promise.all(customers.map((customer) => held.t.tokenFor(customer)));
  const otherToken = await held.t.tokenFor(other.customer);
  await inTransaction(database.current, async (holder) => {
    await holder.query('select from stock where offering_id = $1 for update', [held.dishes[0]?.id]);
    let answered = 0;
    const waiting = tokens.map(async (token) => {
      const { statusCode } = await post(held, token, 'a', wire(held.body));
      answered += 1;
      return statusCode;
    });
    await waitingForLock(database.current);
    expect((await post(held, otherToken, 'a', wire(other.body))).statusCode).toBe(200);
    expect(answered).toBe(0);
    await holder.query('rollback');
    expect(await Promise.all(waiting)).toEqual(tokens.map(() => 200));
  });
});

test('two carts of a customer are under way at most; the next one is told to come again', async () => {
  const answers = await postWhileHeld(['a', 'b', 'c'], 2);
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(1);
  expect(refused[0]?.headers['retry-after']).toBe('1');
  expect(refused[0]?.json().error.code).toBe('tooManyOrders');
});

test('a cart with money for a part of it is refused as a whole', async () => {
  const { client, body, customer, dishes } = await withCart();
  const [dish] = dishes;
  await database.current.pool.query('update offering_price set unit_price = $2 where offering_id = $1', [
    dish?.id,
    unitPrice(9_500_000),
  ]);
  const items = body.items.map((item, line) => ({ ...item, price: money(line === 0 ? 95_000 : 10_000) }));
  const failure = await client
    .submitCart({ body: { ...body, items, price: money(105_000) } })
    .catch(failureOf);
  expect(failure).toMatchObject({ kind: 'refused', code: 'insufficientFunds' });
  expect(await ordersOf(customer.id)).toEqual([]);
});
