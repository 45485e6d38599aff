import { connect, type AddressInfo } from 'node:net';
import { Writable } from 'node:stream';

import {
  createCustomer,
  createOffering,
  factoryNow,
  holdCart,
  type CreatedOffering,
} from '@refectory/database/factories';
import { closeDay } from '@refectory/database/close-day';
import { openDatabase, SERVING_TIMEOUTS, type Database } from '@refectory/database/database';
import { releaseCartsOffMenu } from '@refectory/database/held-carts';
import { eventsOfPayment, findPayment, hearOfPayment } from '@refectory/database/payments';
import { askRefund } from '@refectory/database/refunds';
import {
  holdingAccount,
  inTransaction,
  WAITING,
  waitingForLock,
} from '@refectory/database/testing/held-order';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { money } from '@refectory/domain/money';
import { expect, onTestFinished, test } from 'vitest';

import { beginAtGateway } from './begin-payment.ts';
import { GatewayUnavailableError, type Gateway } from './gateway.ts';
import { SANDBOX_SIGNATURE } from './gateways/sandbox-gateway.ts';
import { signatureOf } from './gateways/signed-notice.ts';
import { stripeGateway } from './gateways/stripe-gateway.ts';
import { createTestPayments, ORIGIN } from './testing/create-test-payments.ts';
import { startStripeStandIn } from './testing/stripe-stand-in.ts';

const database = useTestDatabase();

async function withCustomer(
  options: Parameters<typeof createTestPayments>[1] = {},
  served: Database = database.current,
) {
  const t = await createTestPayments(served, options);
  const customer = await createCustomer(database.current, { balance: money(0) });
  const token = await t.tokenOf(customer.id);
  const body = {
    customerId: customer.id,
    toBePaid: 150,
    successUrl: `${ORIGIN}/topup-successful`,
    failUrl: `${ORIGIN}/topup-failure`,
  };
  return { ...t, customer, token, body };
}

type Test = Awaited<ReturnType<typeof withCustomer>>;

const balanceOf = async (customerId: number) => {
  const { rows } = await database.current.pool.query<{ balance: number }>(
    'select balance from account where customer_id = $1',
    [customerId],
  );
  return rows[0]?.balance;
};

/** Begins a top-up, and answers its id and what the gateway calls it. */
async function begin({ call, token, body }: Test, key?: string) {
  const answer = await call('POST', '/topup', { token, body, ...(key !== undefined && { key }) });
  expect(answer.statusCode).toBe(200);
  const { gatewayLink, paymentId } = answer.json<{ gatewayLink: string; paymentId: string }>();
  const reference = new URL(gatewayLink).searchParams.get('payment') ?? '';
  return { gatewayLink, paymentId, reference };
}

const statusOf = async ({ call, token }: Test, paymentId: string) =>
  (await call('GET', `/status?paymentId=${paymentId}`, { token })).json<object>();

test('API-37, part of TOP-05: a top-up is answered with the address to pay at, and moves no money', async () => {
  const t = await withCustomer();
  const { gatewayLink, paymentId } = await begin(t);
  expect(gatewayLink).toMatch(`${ORIGIN}/payments/gateway/creditcard?payment=`);
  expect(await balanceOf(t.customer.id)).toBe(0);
  expect(await statusOf(t, paymentId)).toEqual({
    success: true,
    status: 'pending',
    amount: 150,
    purpose: 'top-up',
  });
  expect(await findPayment(database.current, paymentId)).toMatchObject({
    gateway: 'creditcard',
    language: 'en',
    amount: 15_000,
    currency: 'CZK',
    state: 'redirected',
  });
});

test('API-38 the second payment gateway has the same call below its own base', async () => {
  const t = await withCustomer();
  const answer = await t.call('POST', '/other/topup', { token: t.token, body: t.body });
  const { gatewayLink, paymentId } = answer.json<{ gatewayLink: string; paymentId: string }>();
  expect(gatewayLink).toMatch(`${ORIGIN}/payments/gateway/other?payment=`);
  expect(await findPayment(database.current, paymentId)).toMatchObject({ gateway: 'other' });
  const { app } = t;
  const [forged] = [t.creditcard.notice(new URL(gatewayLink).searchParams.get('payment') ?? '', 'settled')];
  await app.inject({ method: 'POST', url: '/payments/notices/creditcard', ...forged });
  expect(await balanceOf(t.customer.id)).toBe(0);
});

test('TOP-12 return pages credit nothing; a signed notice does once, or the status query where it was lost, and a forged one never', async () => {
  const t = await withCustomer();
  // Not paid, and opened by hand.
  const opened = await begin(t);
  await statusOf(t, opened.paymentId);
  expect(await balanceOf(t.customer.id)).toBe(0);

  // A notice with a wrong signature.
  const { body, headers } = t.creditcard.notice(opened.reference, 'settled');
  const wrong = { ...headers, [SANDBOX_SIGNATURE]: `t=${Math.floor(t.now() / 1000)},v1=${'0'.repeat(64)}` };
  const refused = await t.app.inject({
    method: 'POST',
    url: '/payments/notices/creditcard',
    headers: wrong,
    body,
  });
  expect(refused.statusCode).toBe(400);
  expect(await balanceOf(t.customer.id)).toBe(0);

  // Paid, and the notice arrives twice.
  await t.creditcard.act(opened.reference, 'pay-twice');
  expect(await balanceOf(t.customer.id)).toBe(15_000);
  expect(await statusOf(t, opened.paymentId)).toMatchObject({ status: 'paid', usedFor: 'account' });

  // Paid, and the notice never arrives.
  const lost = await begin(t);
  await t.creditcard.act(lost.reference, 'lose-notice');
  await t.followDue();
  expect(await statusOf(t, lost.paymentId)).toMatchObject({ status: 'pending' });
  t.passMinutes(1);
  await t.followDue();
  expect(await statusOf(t, lost.paymentId)).toMatchObject({ status: 'paid' });
  t.passMinutes(5);
  await t.followDue();
  expect(await balanceOf(t.customer.id)).toBe(30_000);
});

test.each([
  ['somebody else', { customerId: 1_000_000 }, 'notOwnAccount'],
  ['nothing', { toBePaid: 0 }, 'amountOutsideLimits'],
  ['less than nothing', { toBePaid: -1 }, 'amountOutsideLimits'],
  ['too little', { toBePaid: 0.99 }, 'amountOutsideLimits'],
  ['too much', { toBePaid: 10_000.01 }, 'amountOutsideLimits'],
  ['more than there is', { toBePaid: 1e308 }, 'badRequest'],
  ['three decimals', { toBePaid: 1.005 }, 'badRequest'],
  ['a word', { toBePaid: 'much' }, 'badRequest'],
  ['another site', { successUrl: 'https://evil.example/topup-successful' }, 'returnAddressRefused'],
  [
    'another site after a failure',
    { failUrl: 'https://meals.example.org.evil.example/' },
    'returnAddressRefused',
  ],
  ['a script', { failUrl: 'javascript:alert(1)' }, 'returnAddressRefused'],
])('API-64, part of API-63: a top-up for %s is refused, and nothing is begun', async (_, wrong, code) => {
  const t = await withCustomer();
  const answer = await t.call('POST', '/topup', { token: t.token, body: { ...t.body, ...wrong } });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ success: false, error: { code } });
  const { rowCount } = await database.current.pool.query(
    'select from payments.payment where customer_id = $1',
    [t.customer.id],
  );
  expect(rowCount).toBe(0);
});

test('a top-up needs a customer who is signed in, and JSON', async () => {
  const t = await withCustomer();
  expect((await t.call('POST', '/topup', { body: t.body })).statusCode).toBe(401);
  expect((await t.call('POST', '/topup', { token: 'nobody', body: t.body })).statusCode).toBe(401);
  const answer = await t.app.inject({
    method: 'POST',
    url: '/payments/topup',
    headers: { 'x-asw-token': t.token },
    body: 'not JSON',
  });
  expect(answer.json()).toMatchObject({ error: { code: 'badRequest' } });
});

test('AUTH-27 a session that was begun with a card asks for the password before a top-up', async () => {
  const t = await withCustomer();
  await database.current.pool.query('update session set by_card = true where customer_id = $1', [
    t.customer.id,
  ]);
  await database.current.pool.query(
    `insert into terminal (name, credential_hash, added_at) values ('kiosk', 'x', now())`,
  );
  const answer = await t.call('POST', '/topup', { token: t.token, body: t.body });
  await database.current.pool.query('delete from terminal');
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({ error: { code: 'passwordRequired' } });
});

test.each([
  ['en', 'You can pay in between 1.00\u00A0Kč and 10,000.00\u00A0Kč at a time.'],
  ['cs', 'Najednou lze dobít částku od 1,00\u00A0korun do 10\u00A0000,00\u00A0korun.'],
] as const)(
  'part of FMT-11: what is refused is told in the language of the caller, %s, with the limits in its format',
  async (language, text) => {
    const t = await withCustomer();
    for (const toBePaid of [0.99, 20_000]) {
      const answer = await t.call('POST', '/topup', {
        token: t.token,
        body: { ...t.body, toBePaid },
        language,
      });
      expect(answer.json()).toMatchObject({ resultText: text });
    }
  },
);

test('part of API-59: a top-up that is sent again is the same payment, and its key is good for no other', async () => {
  const t = await withCustomer();
  const first = await begin(t, 'a');
  expect(await begin(t, 'a')).toEqual(first);
  const other = await t.call('POST', '/topup', {
    token: t.token,
    key: 'a',
    body: { ...t.body, toBePaid: 151 },
  });
  expect(other.statusCode).toBe(422);
});

test.each([
  ['was declined', 'topup-failure', (t: Test, reference: string) => t.creditcard.act(reference, 'decline')],
  ['was paid', 'topup-successful', (t: Test, reference: string) => t.creditcard.act(reference, 'pay')],
  ['is too old', 'topup-failure', (t: Test) => t.passMinutes(24 * 60)],
] as const)(
  'a top-up that is sent again after its payment %s leads back, and nobody pays it twice',
  async (_, page, end) => {
    const t = await withCustomer();
    const first = await begin(t, 'a');
    await end(t, first.reference);
    const again = await begin(t, 'a');
    expect(again.paymentId).toBe(first.paymentId);
    expect(new URL(again.gatewayLink).pathname).toContain(page);
    expect(new URL(again.gatewayLink).searchParams.get('paymentId')).toBe(first.paymentId);
  },
);

test('a payment of somebody else is unknown', async () => {
  const t = await withCustomer();
  const { paymentId } = await begin(t);
  const stranger = await createCustomer(database.current);
  const answer = await t.call('GET', `/status?paymentId=${paymentId}`, {
    token: await t.tokenOf(stranger.id),
  });
  expect(answer.statusCode).toBe(404);
  expect((await t.call('GET', '/status?paymentId=none', { token: t.token })).statusCode).toBe(404);
  expect((await t.call('GET', '/status', { token: t.token })).statusCode).toBe(400);
});

test('a customer begins twenty top-ups an hour at most that they do not pay, also all at once', async () => {
  const t = await withCustomer();
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => t.call('POST', '/topup', { token: t.token, body: t.body })),
  );
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(5);
  expect(refused[0]?.headers['retry-after']).toBe('3600');
  expect(refused[0]?.json()).toMatchObject({
    success: false,
    // The customer reads no number of seconds, and nothing of their network.
    resultText: 'There were too many attempts. Please try again in 1 hour.',
    error: { code: 'tooManyTries' },
  });
  // One that is paid is not open any more.
  const begun = answers.find(({ statusCode }) => statusCode === 200);
  const { gatewayLink } = begun?.json<{ gatewayLink: string }>() ?? { gatewayLink: '' };
  await t.creditcard.act(new URL(gatewayLink).searchParams.get('payment') ?? '', 'pay');
  expect((await t.call('POST', '/topup', { token: t.token, body: t.body })).statusCode).toBe(200);
  expect((await t.call('POST', '/topup', { token: t.token, body: t.body })).statusCode).toBe(429);
  t.passMinutes(60);
  expect((await t.call('POST', '/topup', { token: t.token, body: t.body })).statusCode).toBe(200);
  // Nothing is to be asked about them in the tests that follow.
  await database.current.pool.query('update payments.payment set query_at = null where customer_id = $1', [
    t.customer.id,
  ]);
});

test.each([
  'none',
  'x'.repeat(65),
  'x'.repeat(500),
  'a/b',
  '%00',
  'a%00b',
  'a b',
  '..%2Fsession',
  '%F0%9F%8D%B2',
  '%22',
  '%ff',
  '%',
])('an id that no payment has is unknown: %s', async (id) => {
  const t = await withCustomer();
  const status = await t.call('GET', `/status?paymentId=${id}`, { token: t.token });
  expect(status.statusCode).toBe(404);
  expect(status.json()).toMatchObject({ success: false, error: { code: 'unknownPayment' } });
  // Whoever goes to pay has left the application: a page says it, and leads back.
  const page = await t.call('GET', `/pay/${id}`, { language: 'cs' });
  expect(page.statusCode).toBe(404);
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(page.body).toContain('<html lang="cs">');
  expect(page.body).toContain('<p>Tato platba neexistuje.</p>');
  expect(page.body).toContain(`<a href="${ORIGIN}">Zpět do jídelny</a>`);
});

test('a gateway that is down is told at once; the repeat of the call begins the payment', async () => {
  let isDown = true;
  const made: { sandbox?: Gateway } = {};
  const gateway: Gateway = {
    id: 'creditcard',
    origins: [ORIGIN],
    begin: async (payment) => {
      if (isDown) throw new GatewayUnavailableError('down');
      if (made.sandbox === undefined) throw new Error('no sandbox');
      return made.sandbox.begin(payment);
    },
    query: () => Promise.reject(new GatewayUnavailableError('down')),
    close: () => Promise.reject(new GatewayUnavailableError('down')),
    refund: () => Promise.reject(new GatewayUnavailableError('down')),
    readNotice: () => undefined,
  };
  const t = await withCustomer({ gateways: [gateway] });
  made.sandbox = t.creditcard;
  const answer = await t.call('POST', '/topup', { token: t.token, body: t.body, key: 'k' });
  expect(answer.json()).toMatchObject({ success: false, error: { code: 'gatewayUnavailable' } });
  isDown = false;
  await begin(t, 'k');
});

test.each<[string, Partial<Gateway>]>([
  ['that is not on its list', { origins: ['https://checkout.example'] }],
  ['of another origin than the one they come back to, where it has no list', {}],
])('API-64 a gateway that sends customers to an address %s begins no payment', async (_, origins) => {
  const t = await withCustomer({
    gateways: [
      {
        id: 'creditcard',
        ...origins,
        begin: async () => ({ reference: '1', link: 'https://elsewhere.example/pay/1' }),
        query: async () => ({ fact: 'pending' }),
        close: async () => ({ fact: 'expired' }),
        refund: async () => 'done',
        readNotice: () => undefined,
      },
    ],
  });
  const answer = await t.call('POST', '/topup', { token: t.token, body: t.body });
  expect(answer.json()).not.toHaveProperty('gatewayLink');
  expect(answer.json()).toMatchObject({ success: false, error: { code: 'gatewayUnavailable' } });
});

/** A cart that is paid by card, whose payment no gateway knows yet. */
function heldCart(t: Test, dish: CreatedOffering, quantity = 1): Promise<string> {
  return holdCart(database.current, t.customer.id, [[dish, quantity]], {
    now: t.now(),
    cardPayment: {
      gateway: 'creditcard',
      language: 'en',
      successUrl: `${ORIGIN}/shop/thank-you`,
      failUrl: `${ORIGIN}/shop/payment-failure`,
    },
  });
}

/** A cart that is paid by card, and where it is paid. */
async function cart(t: Test, dish: CreatedOffering) {
  const paymentId = await heldCart(t, dish);
  const leave = await t.call('GET', `/pay/${paymentId}`);
  expect(leave.statusCode).toBe(303);
  const reference = new URL(String(leave.headers.location)).searchParams.get('payment') ?? '';
  return { paymentId, reference };
}

const ordersOf = async (customerId: number) =>
  (await database.current.pool.query('select from orders where customer_id = $1', [customerId])).rowCount;
const remainingOf = async ({ id }: CreatedOffering) =>
  (
    await database.current.pool.query<{ remaining: number }>(
      'select remaining from stock where offering_id = $1',
      [id],
    )
  ).rows[0]?.remaining;

test('a cart is ordered by its payment, also where the tab is closed at the gateway', async () => {
  const t = await withCustomer();
  const dish = await createOffering(database.current, { capacity: 1 });
  const { paymentId, reference } = await cart(t, dish);
  const page = await t.call('GET', `/gateway/creditcard?payment=${reference}`);
  expect(page.body).toContain('CZK');
  expect(await t.creditcard.act(reference, 'close')).toBeUndefined();
  expect(await ordersOf(t.customer.id)).toBe(1);
  expect(await statusOf(t, paymentId)).toMatchObject({ status: 'paid', purpose: 'cart', usedFor: 'cart' });
  // Whoever opens the link again is led to the end.
  const again = await t.call('GET', `/pay/${paymentId}`);
  expect(again.headers.location).toBe(`${ORIGIN}/shop/thank-you?paymentId=${paymentId}`);
});

test('a payment that is opened twice at one moment leads to one address, and one that is over leads back', async () => {
  const t = await withCustomer();
  const { paymentId, reference } = await cart(t, await createOffering(database.current));
  const known = await findPayment(database.current, paymentId);
  if (!known) throw new Error('there is no such payment');
  t.passMinutes(1);
  const open = () =>
    beginAtGateway(
      database.current,
      t.creditcard,
      { ...known, link: null },
      { currency: 'CZK', now: t.now() },
    );
  expect(new URL(await open()).searchParams.get('payment')).toBe(reference);
  await t.creditcard.act(reference, 'decline');
  expect(await open()).toBe(`${ORIGIN}/shop/payment-failure?paymentId=${paymentId}`);
});

test('a payment whose first answer of the gateway was lost is begun again later, by a browser in another language', async () => {
  const stripe = await startStripeStandIn();
  onTestFinished(() => stripe.stop());
  const t = await withCustomer({
    gateways: [
      stripeGateway('creditcard', { secretKey: 'sk_test_1', webhookSecret: 'w', server: stripe.access }),
    ],
  });
  const paymentId = await heldCart(t, await createOffering(database.current));
  // The library tries once more by itself.
  stripe.state.lostAnswers = 2;
  const lost = await t.call('GET', `/pay/${paymentId}`, { language: 'en' });
  expect(lost.headers.location).toBe(`${ORIGIN}/shop/payment-failure?paymentId=${paymentId}`);
  t.passMinutes(29);
  const again = await t.call('GET', `/pay/${paymentId}`, { language: 'cs' });
  expect(again.headers.location).toBe(`https://checkout.stripe.com/c/pay/cs_${paymentId}`);
  expect(stripe.sessions.size).toBe(1);
});

test('a declined card leads back, and the portions are for sale again', async () => {
  const t = await withCustomer();
  const dish = await createOffering(database.current, { capacity: 1 });
  const { paymentId, reference } = await cart(t, dish);
  expect(await remainingOf(dish)).toBe(0);
  expect(await t.creditcard.act(reference, 'decline')).toBe(
    `${ORIGIN}/shop/payment-failure?paymentId=${paymentId}`,
  );
  expect(await remainingOf(dish)).toBe(1);
  const status = await statusOf(t, paymentId);
  expect(status).toMatchObject({ status: 'failed' });
  expect(status).not.toHaveProperty('expired');
  const again = await t.call('GET', `/pay/${paymentId}`);
  expect(again.headers.location).toBe(`${ORIGIN}/shop/payment-failure?paymentId=${paymentId}`);
});

test('a cart that nobody pays for is released when its time is over, and the gateway takes no money for it any more', async () => {
  const t = await withCustomer();
  const dish = await createOffering(database.current, { capacity: 1 });
  const { reference } = await cart(t, dish);
  t.passMinutes(29);
  await t.followDue();
  expect(await remainingOf(dish)).toBe(0);
  t.passMinutes(1);
  await t.followDue();
  expect(await remainingOf(dish)).toBe(1);
  expect(await t.creditcard.act(reference, 'pay')).toContain('/shop/payment-failure');
  expect(await balanceOf(t.customer.id)).toBe(0);
});

test('a cart whose page at the gateway was never opened is released too', async () => {
  const t = await withCustomer();
  const dish = await createOffering(database.current, { capacity: 1 });
  await heldCart(t, dish);
  t.passMinutes(29);
  await t.followDue();
  expect(await remainingOf(dish)).toBe(0);
  t.passMinutes(1);
  await t.followDue();
  expect(await remainingOf(dish)).toBe(1);
});

test('a payment that cannot be followed stops none of the others, and is told', async () => {
  const t = await withCustomer();
  const stranger = await createCustomer(database.current);
  const dishes = [await createOffering(database.current), await createOffering(database.current)] as const;
  const paymentId = await heldCart({ ...t, customer: stranger }, dishes[0]);
  await heldCart(t, dishes[1]);
  const { id = 0 } = (await findPayment(database.current, paymentId)) ?? {};
  const { pool } = database.current;
  await pool.query(
    `create function fail_event() returns trigger language plpgsql as $$ begin raise exception 'no event'; end $$;
     create trigger fail_event before insert on payments.payment_event for each row
     when (new.payment_id = ${id}) execute function fail_event()`,
  );
  onTestFinished(async () => {
    await pool.query('drop function fail_event cascade');
  });
  t.passMinutes(30);
  await t.followDue();
  expect(await remainingOf(dishes[0])).toBe(9);
  expect(await remainingOf(dishes[1])).toBe(10);
  expect(t.warnings).toMatchObject([{ err: { message: 'no event' } }]);
});

test.each(['pending', 'authorised'] as const)(
  'the portions of a cart whose time is over are for sale again when its payment stays %s at the gateway, also after somebody held the dish',
  async (fact) => {
    const made: { sandbox?: Gateway } = {};
    const closed: string[] = [];
    const t = await withCustomer({
      gateways: [
        {
          id: 'creditcard',
          origins: [ORIGIN],
          begin: async (payment) => {
            if (made.sandbox === undefined) throw new Error('no sandbox');
            return made.sandbox.begin(payment);
          },
          query: async () => ({ fact: 'pending' }),
          close: async (reference) => {
            closed.push(reference);
            return fact === 'pending' ? { fact } : { fact, amount: money(10_000), currency: 'CZK' };
          },
          refund: async () => 'done',
          readNotice: () => undefined,
        },
      ],
    });
    made.sandbox = t.creditcard;
    const dish = await createOffering(database.current, { capacity: 1 });
    const { paymentId, reference } = await cart(t, dish);
    t.passMinutes(30);
    await inTransaction(database.current, async (holder) => {
      await holder.query('select from stock where offering_id = $1 for update', [dish.id]);
      await followAll(t);
      await holder.query('rollback');
    });
    expect(closed).toContain(reference);
    expect(await remainingOf(dish)).toBe(0);
    t.passMinutes(1);
    await followAll(t);
    expect(await remainingOf(dish)).toBe(1);
    // It is asked about at the next step, not every minute for ever.
    expect(await findPayment(database.current, paymentId)).toMatchObject({
      state: 'expired',
      queryAt: factoryNow + 60 * 60_000,
    });
  },
);

test('the payment of a cart that the customer gave up is closed at the gateway', async () => {
  const t = await withCustomer();
  const dish = await createOffering(database.current, { capacity: 2 });
  const first = await cart(t, dish);
  await cart(t, dish);
  await t.followDue();
  expect(t.creditcard.stateOf(first.reference)).toBe('expired');
});

test.each(['opened', 'not opened'] as const)(
  'a cart of a day that is closed can no longer be paid at the gateway: its page was %s',
  async (page) => {
    const t = await withCustomer();
    const dish = await createOffering(database.current, { capacity: 1 });
    const paymentId = await heldCart(t, dish);
    const open = async () => (await t.call('GET', `/pay/${paymentId}`)).headers.location;
    const link = page === 'opened' ? String(await open()) : undefined;
    const { day } = dish.offering;
    await closeDay(database.current, { id: dish.canteenId }, { day, reason: 'Burst pipe' });
    expect(await releaseCartsOffMenu(database.current, { actor: 'command root', now: t.now() })).toEqual({
      released: 1,
      left: 0,
    });
    await t.followDue();
    expect(await open()).toBe(`${ORIGIN}/shop/payment-failure?paymentId=${paymentId}`);
    if (link !== undefined) {
      const reference = new URL(link).searchParams.get('payment') ?? '';
      expect(t.creditcard.stateOf(reference)).toBe('expired');
      expect(await t.creditcard.act(reference, 'pay')).toContain('/shop/payment-failure');
    }
    expect(await remainingOf(dish)).toBe(1);
    expect(await balanceOf(t.customer.id)).toBe(0);
  },
);

test('a payment that comes late, after its cart was given to others, is on the account', async () => {
  const t = await withCustomer();
  const dish = await createOffering(database.current, { capacity: 1 });
  const { paymentId, reference } = await cart(t, dish);
  const late = t.creditcard.notice(reference, 'settled');
  await hearOfPayment(database.current, {
    id: (await findPayment(database.current, paymentId))?.id ?? 0,
    fact: 'expired',
    source: 'job',
    queryAt: undefined,
    now: t.now(),
  });
  // Until then nobody may say that nothing is charged.
  expect(await statusOf(t, paymentId)).toMatchObject({ status: 'failed', expired: true });
  await t.app.inject({ method: 'POST', url: '/payments/notices/creditcard', ...late });
  expect(await ordersOf(t.customer.id)).toBe(0);
  expect(await balanceOf(t.customer.id)).toBe(10_000);
  expect(await statusOf(t, paymentId)).toMatchObject({ status: 'paid', usedFor: 'account' });
});

test('a notice of a payment that nobody began is answered, and changes nothing', async () => {
  const t = await withCustomer();
  const { paymentId, reference } = await begin(t);
  const notice = t.creditcard.notice(reference, 'settled');
  // The gateway knows it, we do not.
  await database.current.pool.query(
    `update payments.payment set public_id = 'another', reference = 'another' where public_id = $1`,
    [paymentId],
  );
  const answer = await t.app.inject({ method: 'POST', url: '/payments/notices/creditcard', ...notice });
  // A gateway that is refused sends it again for days.
  expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
  expect(await balanceOf(t.customer.id)).toBe(0);
});

test.each([
  ['more than any payment', { amount: 1e308 }],
  ['a part of the smallest coin', { amount: 10_000.5 }],
  ['an event with a NUL', { event: 'a\u0000b' }],
  ['a payment with a NUL', { paymentId: 'a\u0000b' }],
])('a notice that is signed and has %s is refused for good, and changes nothing', async (_, nonsense) => {
  const t = await withCustomer();
  const { paymentId, reference } = await begin(t);
  const fact = { event: 'e', paymentId, reference, fact: 'settled', amount: 15_000, currency: 'CZK' };
  const notice = (said: object) => {
    const body = Buffer.from(JSON.stringify(said));
    const headers = { [SANDBOX_SIGNATURE]: signatureOf('secret', body, t.now()) };
    return t.app.inject({ method: 'POST', url: '/payments/notices/creditcard', body, headers });
  };
  expect((await notice({ ...fact, ...nonsense })).statusCode).toBe(400);
  expect(await balanceOf(t.customer.id)).toBe(0);
  expect((await notice(fact)).statusCode).toBe(200);
  expect(await balanceOf(t.customer.id)).toBe(15_000);
});

test('a customer whose account is held keeps no other from the service, however many top-ups they begin', async () => {
  // As many connections as the service has.
  const served = openDatabase(database.current.connection, { max: 5, timeouts: SERVING_TIMEOUTS });
  onTestFinished(() => served.close());
  const t = await withCustomer();
  const { app } = await createTestPayments(served);
  const other = await withCustomer();
  const { paymentId } = await begin(other);
  const topUp = () =>
    app.inject({
      method: 'POST',
      url: '/payments/topup',
      headers: { 'x-asw-token': t.token, 'content-type': 'application/json' },
      body: JSON.stringify(t.body),
    });
  const all = await holdingAccount(database.current, t.customer.id, async () => {
    const begun = Array.from({ length: 33 }, topUp);
    await waitingForLock(database.current);
    // One more than may wait: all have come as far as they come.
    expect((await Promise.any(begun)).statusCode).toBe(429);
    const status = await app.inject({
      url: `/payments/status?paymentId=${paymentId}`,
      headers: { 'x-asw-token': other.token },
    });
    expect(status.json()).toMatchObject({ success: true, status: 'pending' });
    const { rowCount } = await database.current.pool.query(WAITING);
    expect(rowCount).toBe(1);
    return begun;
  });
  const codes = (await Promise.all(all)).map(({ statusCode }) => statusCode);
  expect(codes.filter((code) => code === 200)).toHaveLength(20);
});

test('a dish that is held keeps no other notice from the service, however many of its carts are paid', async () => {
  // As many connections as the service has.
  // The wait for a lock is longer than the one for a connection: a notice that has none in time is not taken in.
  const timeouts = { ...SERVING_TIMEOUTS, lockMs: 20_000, statementMs: 30_000, answerMs: 31_000 };
  const served = openDatabase(database.current.connection, { max: 5, timeouts });
  onTestFinished(() => served.close());
  const t = await withCustomer({}, served);
  const dish = await createOffering(database.current, { capacity: 8 });
  const carts = await Promise.all(
    Array.from({ length: 8 }, async () =>
      cart({ ...t, customer: await createCustomer(database.current) }, dish),
    ),
  );
  const topUp = await begin(t);
  const paid = await inTransaction(database.current, async (holder) => {
    await holder.query('select from stock where offering_id = $1 for update', [dish.id]);
    const notices = carts.map(({ reference }) => t.creditcard.act(reference, 'pay'));
    await waitingForLock(database.current);
    await t.creditcard.act(topUp.reference, 'pay');
    expect(await statusOf(t, topUp.paymentId)).toMatchObject({ status: 'paid' });
    expect(await remainingOf(dish)).toBe(0);
    await holder.query('rollback');
    return notices;
  });
  await Promise.all(paid);
  for (const { paymentId } of carts)
    expect(await findPayment(database.current, paymentId)).toMatchObject({ state: 'settled' });
});

/** Follows what is due, also of other tests: they have one database. */
async function followAll({ followDue }: Test): Promise<void> {
  while ((await followDue()) > 0);
}

test.each([
  ['was given up', undefined, 'expired', 3],
  ['was paid, and whose notice was lost', 'lose-notice', 'settled', 2],
] as const)(
  'a payment of a held dish that %s is followed once the dish is free, and the others before',
  async (_, action, state, remaining) => {
    const t = await withCustomer();
    const dish = await createOffering(database.current, { capacity: 3 });
    const customer = await createCustomer(database.current);
    const { paymentId, reference } = await cart({ ...t, customer }, dish);
    if (action !== undefined) await t.creditcard.act(reference, action);
    const topUp = await begin(t);
    await t.creditcard.act(topUp.reference, 'lose-notice');
    // Longer than portions are held where a gateway cannot be asked.
    t.passMinutes(61);
    await inTransaction(database.current, async (holder) => {
      await holder.query('select from stock where offering_id = $1 for update', [dish.id]);
      await followAll(t);
      expect(await statusOf(t, topUp.paymentId)).toMatchObject({ status: 'paid' });
      expect(await findPayment(database.current, paymentId)).toMatchObject({ state: 'redirected' });
      await holder.query('rollback');
    });
    t.passMinutes(1);
    await followAll(t);
    expect(await findPayment(database.current, paymentId)).toMatchObject({ state });
    expect(await remainingOf(dish)).toBe(remaining);
  },
);

test('while the database is away a call says so, and when to ask again', async () => {
  const t = await withCustomer();
  const away = openDatabase({ host: '/nowhere', port: 5432, user: 'nobody', database: 'none' });
  onTestFinished(() => away.close());
  const { app } = await createTestPayments(away);
  const headers = { 'x-asw-token': t.token };
  const answer = await app.inject({ url: '/payments/status?paymentId=p', headers });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
});

test('a notice that comes late is taken in like any other', async () => {
  const t = await withCustomer();
  const { paymentId, reference } = await begin(t);
  await t.creditcard.act(reference, 'pay-late');
  expect(await statusOf(t, paymentId)).toMatchObject({ status: 'pending' });
  t.release();
  await expect.poll(() => statusOf(t, paymentId)).toMatchObject({ status: 'paid' });
});

test('money goes back to the card by the gateway', async () => {
  const t = await withCustomer();
  const { paymentId, reference } = await begin(t);
  await t.creditcard.act(reference, 'pay');
  const payment = await findPayment(database.current, paymentId);
  await askRefund(database.current, {
    paymentId: payment?.id ?? 0,
    amount: money(15_000),
    reason: 'a mistake',
    actor: 'command test',
    now: t.now(),
  });
  await t.followDue();
  expect(await balanceOf(t.customer.id)).toBe(0);
  const events = await eventsOfPayment(database.current, payment?.id ?? 0);
  expect(events.map(({ kind }) => kind)).toEqual([
    'begun',
    'redirected',
    'settled',
    'refund-asked',
    'refund-done',
  ]);
});

test('money that is on its way to the card is not done with before the gateway says so', async () => {
  const answers = ['pending', 'done'] as const;
  let asked = 0;
  const made: { sandbox?: Gateway } = {};
  const sandbox = () => {
    if (made.sandbox === undefined) throw new Error('no sandbox');
    return made.sandbox;
  };
  const t = await withCustomer({
    gateways: [
      {
        id: 'creditcard',
        origins: [ORIGIN],
        begin: (payment) => sandbox().begin(payment),
        query: (reference) => sandbox().query(reference),
        close: (reference) => sandbox().close(reference),
        refund: async () => {
          asked += 1;
          return answers[asked - 1] ?? 'refused';
        },
        readNotice: (notice) => sandbox().readNotice(notice),
      },
    ],
  });
  made.sandbox = t.creditcard;
  const { paymentId, reference } = await begin(t);
  await t.creditcard.act(reference, 'pay');
  const { id = 0 } = (await findPayment(database.current, paymentId)) ?? {};
  await askRefund(database.current, {
    paymentId: id,
    amount: money(15_000),
    reason: 'a mistake',
    actor: 'command test',
    now: t.now(),
  });
  const last = async () => (await eventsOfPayment(database.current, id)).at(-1)?.kind;
  await t.followDue();
  expect([asked, await last()]).toEqual([1, 'refund-asked']);
  t.passMinutes(59);
  await t.followDue();
  expect(asked).toBe(1);
  t.passMinutes(1);
  await t.followDue();
  expect([asked, await last()]).toEqual([2, 'refund-done']);
});

test('the page of the sandbox says the sum and what for, in the language of the customer', async () => {
  const t = await withCustomer();
  const answer = await t.call('POST', '/topup', { token: t.token, body: t.body, language: 'cs' });
  const { pathname, search } = new URL(answer.json<{ gatewayLink: string }>().gatewayLink);
  const page = await t.app.inject({ method: 'GET', url: pathname + search });
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.body).toContain('<html lang="cs">');
  expect(page.body).toContain('Dobití účtu v jídelně');
  expect(page.body).toContain('150,00');
  // A form of a page that hides where it is could not be told apart.
  expect(page.headers['referrer-policy']).toBe('same-origin');
  const press = (headers: Readonly<Record<string, string>>) =>
    t.app.inject({ method: 'POST', url: pathname + search, body: 'action=pay', headers });
  for (const foreign of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
    expect((await press(foreign)).statusCode).toBe(403);
  expect(t.creditcard.stateOf(new URLSearchParams(search).get('payment') ?? '')).toBe('pending');
  const paid = await press({ host: 'meals.example.org', origin: 'http://meals.example.org' });
  expect(paid.statusCode).toBe(303);
  expect(paid.headers.location).toContain('/topup-successful?paymentId=');
  expect((await t.app.inject({ method: 'GET', url: `${pathname}?payment=made-up` })).statusCode).toBe(404);
  const twice = await t.app.inject({ method: 'GET', url: `${pathname}${search}&${search.slice(1)}` });
  expect(twice.statusCode).toBe(404);
});

test('a gateway that goes away in the middle of its notice is no outage, and nothing is logged', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const { app } = await createTestPayments(database.current, { log: { stream } });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const ended = new Promise((resolve) =>
    app.server.once('request', (request) => request.once('close', resolve)),
  );
  const socket = connect({ host: '127.0.0.1', port });
  const head = 'POST /payments/notices/creditcard HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  socket.write(`${head}Content-Length: 100\r\n\r\n{"a`, () => setImmediate(() => socket.destroy()));
  await ended;
  await app.close();
  expect(lines.filter((line) => !line.includes('Server listening'))).toEqual([]);
});
