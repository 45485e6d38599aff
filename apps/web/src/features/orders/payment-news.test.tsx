import { calendarDay } from '@refectory/domain/day';
import { money } from '@refectory/domain/money';
import { page, userEvent } from 'vitest/browser';
import { describe, expect, test, vi } from 'vitest';

import { awaitNoPayment, awaitPayment } from '#platform/payments/awaited-payment.ts';

import { CART, putIntoCart } from '../../../test/cart.ts';
import { dish, FRIDAY, jana, main } from '../../../test/offer-seeds.ts';
import { PASSWORD, renderApp, storedSnapshot, type RenderedApp } from '../../../test/render-app.ts';
import { startTestServer } from '../../../test/test-server.ts';

const petr = { make: 'customer', as: 'petr', with: { userName: 'petr', password: PASSWORD } } as const;
const order = (offering: string) =>
  ({ make: 'order', as: `order of ${offering}`, with: { customer: 'jana', offering } }) as const;
const row = (name: string) => page.getByRole('article', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name });
const LIST = /GET .*customer\/canteenorders/;
const BALANCE = /GET .*account\/balance/;
const STATUS = /GET .*first\/status/;
const PENDING =
  /^A payment of CZK\s170\.00 is not confirmed yet\. Once it is, your meals appear here by themselves\.$/;
const NONE = page.getByText('The meals you order appear here.');

/** What the server tells of the payment from now on. */
async function tell(
  { server }: Pick<RenderedApp, 'server'>,
  answer: Readonly<Record<string, unknown>>,
  status = 200,
) {
  await server.clearFaults();
  await server.fault(STATUS, {
    answer: { status, body: { success: status === 200, amount: 170, ...answer } },
  });
}

/** The orders of Jana, whose cart went to be paid on this device, before a server that tells of payments. */
async function renderAwaiting({
  seed = [],
  paymentStatus = true,
  live = false,
  path = '/orders',
}: {
  seed?: readonly ReturnType<typeof order>[];
  paymentStatus?: boolean;
  live?: boolean;
  path?: string;
} = {}) {
  const server = await startTestServer({ seed: [main, jana, petr, dish('Broth'), dish('Roast'), ...seed] });
  const topUpGateways = [{ id: 'card', url: `${server.apiUrl}/first` }];
  const config = { ...CART, topUpGateways };
  const app = await renderApp('/login', { server, as: 'jana', live, config });
  app.platform.snapshot.setState(({ session }) => ({
    session: { ...session, capabilities: { ...session.capabilities, paymentStatus } },
  }));
  await tell(app, { status: 'pending', purpose: 'cart' });
  awaitPayment(app.platform, 'p-1', money(17_000));
  app.history.push(path);
  return app;
}
const awaited = ({ storage }: RenderedApp) => storedSnapshot(storage).awaitedPayments;

describe('C177 a payment that meals wait for', () => {
  test('stands in place of the empty list until it is settled, and orders and balance are read then', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    });
    try {
      const app = await renderAwaiting();
      await expect.element(heading('Waiting for the payment')).toBeVisible();
      await expect.element(page.getByText(PENDING)).toBeVisible();
      expect(NONE.elements()).toEqual([]);
      // Also long after the return page has given up.
      await vi.advanceTimersByTimeAsync(90_000);
      await expect.element(page.getByText(PENDING)).toBeVisible();

      await app.server.seed([order('Broth')]);
      await app.server.forgetRequests();
      await tell(app, { status: 'paid', purpose: 'cart', usedFor: 'cart' });
      await vi.advanceTimersByTimeAsync(15_500);
      await expect.element(row('Broth')).toBeVisible();
      await expect
        .element(page.getByText(/^The payment of CZK\s170\.00 has arrived, and your meals are ordered\.$/))
        .toBeVisible();
      expect(await app.server.requests(BALANCE)).not.toEqual([]);
      const asked = (await app.server.requests(STATUS)).length;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await app.server.requests(STATUS)).toHaveLength(asked);
      expect(awaited(app)).toEqual([]);
      await app.reload();
      await expect.element(row('Broth')).toBeVisible();
      expect(page.getByText(/^The payment of/).elements()).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('stands above what is ordered already, from the first moment, also in the profile', async () => {
    const app = await renderAwaiting({ seed: [order('Broth')] });
    await expect.element(page.getByText(PENDING)).toBeVisible();
    await expect.element(row('Broth')).toBeVisible();
    // Before the server has told anything of it.
    await app.server.clearFaults();
    await app.server.fault(STATUS, { hold: true });
    await app.reload();
    await expect.element(page.getByText(PENDING)).toBeVisible();
    await expect.element(row('Broth')).toBeVisible();
    app.history.push('/profile/orders');
    await expect.element(page.getByText(PENDING)).toBeVisible();
  });

  test.each([
    ['the cart that is still there', 'Go to the cart', '/cart'],
    ['the menu, where the cart was emptied', 'To the menu', '/offer/DAY'],
  ])('that failed is said to have, with the way back to %s', async (_, way, address) => {
    const app = await renderAwaiting({ seed: [order('Broth')], path: '/login' });
    if (address === '/cart') putIntoCart(app, 'Roast', { mealId: 1 });
    await tell(app, { status: 'failed', purpose: 'cart' });
    app.history.push('/orders');
    await expect
      .element(page.getByText(/^The payment of CZK\s170\.00 failed and ordered nothing\./))
      .toBeVisible();
    await expect.element(row('Broth')).toBeVisible();
    await userEvent.click(page.getByRole('main').getByRole('link', { name: way }));
    await expect.poll(() => app.history.location.pathname).toBe(address);
    expect(awaited(app)).toEqual([]);
  });

  test.each([
    [{ status: 'failed' }, 'Payment failed', /failed and ordered nothing\.$/],
    [
      { status: 'failed', expired: true },
      'The time to pay is over',
      /ordered nothing\. If you paid, the money comes to your account\.$/,
    ],
    [
      { status: 'paid', purpose: 'cart', usedFor: 'account' },
      'Nothing was ordered',
      /ordered nothing\. CZK\s170\.00 was added to your account\.$/,
    ],
  ] as const)(
    'that ordered nothing (%j) is told of in place of an empty list',
    async (answer, title, words) => {
      const app = await renderAwaiting({ path: '/login' });
      await tell(app, answer);
      app.history.push('/orders');
      await expect.element(heading(title)).toBeVisible();
      await expect.element(page.getByText(words)).toBeVisible();
    },
  );

  test('that arrived is not spoken of any more once its meals are cancelled', async () => {
    const app = await renderAwaiting({ seed: [order('Broth')], path: '/login' });
    await tell(app, { status: 'paid', purpose: 'cart', usedFor: 'cart' });
    app.history.push('/orders');
    const arrived = page.getByText(/has arrived, and your meals are ordered/);
    await expect.element(arrived).toBeVisible();
    await userEvent.click(row('Broth').getByRole('button', { name: /^Cancel/ }));
    await expect.element(NONE).toBeVisible();
    expect(arrived.elements()).toEqual([]);
  });

  test('that was left at the gateway leads back to the dishes that are still in the cart', async () => {
    const app = await renderAwaiting({ path: '/login' });
    putIntoCart(app, 'Roast', { mealId: 1 });
    app.history.push('/orders');
    await expect
      .element(page.getByText(/If you did not finish it, your dishes are still in the cart\.$/))
      .toBeVisible();
    await userEvent.click(page.getByRole('main').getByRole('link', { name: 'Go to the cart' }));
    await expect.poll(() => app.history.location.pathname).toBe('/cart');
  });

  test('is not told of by a server that knows none, nor by one that does not tell', async () => {
    const app = await renderAwaiting({ path: '/login' });
    await tell(app, { resultText: 'Unknown payment' }, 404);
    app.history.push('/orders');
    await expect.poll(() => awaited(app)).toEqual([]);
    await expect.element(NONE).toBeVisible();

    const silent = await renderAwaiting({ paymentStatus: false });
    await expect.poll(() => NONE.elements()).toHaveLength(2);
    expect(page.getByText(PENDING).elements()).toEqual([]);
    expect(await silent.server.requests(STATUS)).toEqual([]);
  });

  test('is told of to nobody else who signs in on this device, and kept for its customer', async () => {
    const app = await renderAwaiting();
    await expect.element(page.getByText(PENDING)).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Sign out' }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
    await expect.element(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    app.history.push('/orders');
    await userEvent.fill(page.getByRole('textbox', { name: 'User name' }), 'petr');
    await userEvent.fill(page.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
    await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }));
    await expect.element(NONE).toBeVisible();
    expect(page.getByText(PENDING).elements()).toEqual([]);
    expect(awaited(app)).toMatchObject([{ paymentId: 'p-1' }]);
  });

  test.each([
    ['/thank-you?paymentId=p-1', { status: 'paid', usedFor: 'cart' }, 'Thank you'],
    ['/thank-you?paymentId=p-1', { status: 'failed' }, 'Payment failed'],
    ['/payment-failure?paymentId=p-1', { status: 'failed' }, 'We are sorry, the payment failed'],
  ])('is told of once: %s says of %j', async (address, answer, title) => {
    const app = await renderAwaiting({ path: '/login' });
    await tell(app, { purpose: 'cart', ...answer });
    app.history.push(address);
    await expect.element(heading(title)).toBeVisible();
    await expect.poll(() => awaited(app)).toEqual([]);
  });

  test('is one for each customer, the last', async () => {
    const app = await renderAwaiting();
    awaitPayment(app.platform, 'p-2', money(9_900));
    await expect.poll(async () => (await app.server.requests(STATUS)).at(-1)?.path).toMatch(/p-2$/);
    expect(awaited(app)).toMatchObject([{ paymentId: 'p-2' }]);
    await expect.element(page.getByText(PENDING)).toBeVisible();
    // Its cart was ordered in another way, such as in another tab, which ended the payment.
    awaitNoPayment(app.platform);
    await expect.element(NONE).toBeVisible();
    await tell(app, { status: 'failed', purpose: 'cart' });
    await app.platform.queries.invalidateQueries({ queryKey: ['getPaymentStatus'] });
    expect(awaited(app)).toEqual([]);
    await expect.element(NONE).toBeVisible();
    expect(heading('Payment failed').elements()).toEqual([]);
  });

  test('is spoken of for a day, and only where the server tells of it', async () => {
    const app = await renderAwaiting({ path: '/login' });
    app.platform.snapshot.setState(({ awaitedPayments }) => ({
      awaitedPayments: awaitedPayments.map((one) => ({ ...one, begunAt: one.begunAt - 24 * 60 * 60_000 })),
    }));
    app.history.push('/orders');
    await expect.element(NONE).toBeVisible();
    expect(await app.server.requests(STATUS)).toEqual([]);

    app.platform.snapshot.setState(({ session }) => ({
      session: { ...session, capabilities: { ...session.capabilities, paymentStatus: false } },
      awaitedPayments: [],
    }));
    awaitPayment(app.platform, 'p-3', money(17_000));
    expect(awaited(app)).toEqual([]);
  });
});

describe('C177 orders that were made elsewhere', () => {
  /** Jana orders in another session of hers. */
  async function orderElsewhere({ server }: RenderedApp) {
    const { main: canteenId = 0, Broth: mealId = 0 } = server.ids;
    const elsewhere = await renderApp('/login', { server, as: 'jana' });
    await elsewhere.platform.call('createDirectOrder', {
      body: { price: money(10_000), item: { mealId, canteenId, date: calendarDay(FRIDAY), quantity: 1 } },
    });
  }

  test('appear on a page that is open, with the balance after them', async () => {
    const app = await renderAwaiting({ live: true, paymentStatus: false });
    await expect.element(NONE).toBeVisible();
    await expect.poll(() => app.server.requests(/GET .*\/live$/)).toHaveLength(1);
    const before = (await app.server.requests(BALANCE)).length;
    await orderElsewhere(app);
    await expect.element(row('Broth')).toBeVisible();
    await expect.poll(async () => (await app.server.requests(BALANCE)).length).toBeGreaterThan(before);
  });

  test.each(['focus', 'visibilitychange'])(
    'are read with the balance when somebody comes back (%s)',
    async (sign) => {
      const { server } = await renderApp('/login', { seed: [main, jana, dish('Broth')] });
      let away = 0;
      const read = async () => (await server.requests(LIST)).length;
      const comeBack = () => {
        const target = sign === 'focus' ? globalThis : document;
        target.dispatchEvent(new Event(sign));
      };
      await renderApp('/orders', { server, as: 'jana', deviceNow: () => Date.now() + away });
      await expect.element(NONE).toBeVisible();
      const before = await read();
      await server.seed([order('Broth')]);
      comeBack();
      expect(await read()).toBe(before);

      away = 6_000;
      await server.forgetRequests();
      comeBack();
      comeBack();
      await expect.element(row('Broth')).toBeVisible();
      expect(await read()).toBe(1);
      expect(await server.requests(BALANCE)).toHaveLength(1);
    },
  );
});
