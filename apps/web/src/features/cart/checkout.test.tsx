import { EMPTY_CART } from '@refectory/domain/cart';
import { asProceeded, withoutItems } from '@refectory/domain/paid-cart';
import { money, unitPrice } from '@refectory/domain/money';
import { page, userEvent } from 'vitest/browser';
import { describe, expect, test, vi } from 'vitest';

import { invalidate } from '#platform/api/query.ts';
import { awaitPayment } from '#platform/payments/awaited-payment.ts';

import { changeCart } from './cart-store.ts';
import { CART, cartNames, cartOf, cartRow, putIntoCart } from '../../../test/cart.ts';
import { handMade } from '../../../test/hand-made-menu.ts';
import { dish, jana, main } from '../../../test/offer-seeds.ts';
import { renderApp, storedSnapshot } from '../../../test/render-app.ts';
import { startTestServer } from '../../../test/test-server.ts';

const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
const form = page.getByRole('region', { name: 'Order' });
const submit = form.getByRole('button', { name: /CZK/ });
const question = page.getByRole('dialog', { name: 'Please confirm' });
const CHECK = /POST .*order\/cart\/check$/;
const SUBMIT = /POST .*order\/cart$/;
const LINK = 'https://gateway.example/pay/1';

/** An answer at the time of the tests: the clock of the page follows it. */
const said = (body: Readonly<Record<string, unknown>>, status = 200) => ({ ...handMade(body), status });

const SEED = [main, jana, dish('Broth', { price: 350_000, capacity: 3 }), dish('Roast', { position: 1 })];

/** The cart page before the real server, with broth at 35.00 and roast at 100.00 in the cart. */
async function renderCheckout(
  config: Readonly<Record<string, unknown>> = {},
  more: Parameters<typeof renderApp>[1] = {},
) {
  const app = await renderApp('/orders', { seed: SEED, as: 'jana', config: { ...CART, ...config }, ...more });
  const { main: canteenId = 0, Broth: broth = 0, Roast: roast = 0 } = app.server.ids;
  const menu = await app.platform.call('getMenu', { query: { timeSpan: 'day', canteenId } });
  const productOf = (mealId: number) => menu.menu.find((one) => one.mealId === mealId)?.product;
  putIntoCart(app, 'Broth', { mealId: broth, canteenId, price: 35, quantity: 2, product: productOf(broth) });
  putIntoCart(app, 'Roast', { mealId: roast, canteenId, product: productOf(roast) });
  app.history.push(`${more.basePath ?? '/'}cart`);
  await expect.poll(cartNames).toEqual(['Broth', 'Roast']);
  await app.server.forgetRequests();
  return app;
}
type App = Awaited<ReturnType<typeof renderCheckout>>;

/** The calls of the checkout so far, by their last word. */
const calls = async ({ server }: App) =>
  (await server.requests(/POST .*order\/cart/)).map(({ path }) => path.split('/').at(-1));
const orders = async ({ platform }: App) => (await platform.call('listOrders', undefined)).orders.length;

describe('a cart that is ordered', () => {
  test('CART-11 CART-12 CART-14 API-50 API-51 DATA-09 is checked, then sent with the same body, is empty then, and the thank-you page opens', async () => {
    const app = await renderCheckout();
    const { main: canteenId, Broth: broth, Roast: roast } = app.server.ids;
    expect(app.platform.snapshot.getState().session.capabilities?.linePrices).toBeUndefined();
    await userEvent.click(submit);
    await expect.element(heading('Thank you')).toBeVisible();
    expect(await calls(app)).toEqual(['check', 'cart']);
    const [check, sent] = await app.server.requests(/POST .*order\/cart/);
    expect(check?.body).toBe(sent?.body);
    expect(sent?.headers['idempotency-key']).toBeDefined();
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      price: 170,
      orderDate: expect.stringMatching(/^2026-11-20 08:\d\d:\d\d$/),
      items: [
        { mealId: broth, date: '2026-11-20', quantity: 2, canteenId, productId: expect.any(Number) },
        { mealId: roast, date: '2026-11-20', quantity: 1, canteenId, productId: expect.any(Number) },
      ],
      additionalData: [{ variableId: 'paymentType', value: 'account' }],
    });
    expect(cartOf(app).items).toEqual([]);
    expect(await orders(app)).toBe(2);
    await expect.element(page.getByRole('banner').getByText('CZK\u00a0830.00')).toBeVisible();
  });

  test('API-56 a server that takes the prices of rows gets them', async () => {
    const app = await renderCheckout();
    app.platform.snapshot.setState(({ session }) => ({
      session: { ...session, capabilities: { ...session.capabilities, linePrices: true } },
    }));
    await userEvent.click(submit);
    await expect.element(heading('Thank you')).toBeVisible();
    const [{ body } = { body: '' }] = await app.server.requests(SUBMIT);
    expect(JSON.parse(body)).toMatchObject({ items: [{ price: 70 }, { price: 100 }] });
  });

  test('CFG-47 CART-12 the configured page opens in place of the thank-you page', async () => {
    const app = await renderCheckout({ afterCheckoutPage: '/orders' });
    await userEvent.click(submit);
    await expect.element(heading('Orders')).toBeVisible();
    expect(app.history.location.pathname).toBe('/orders');
    expect(cartOf(app).items).toEqual([]);
  });

  test('CFG-47 where the configured page is the cart itself, it says that it is empty', async () => {
    const app = await renderCheckout({ afterCheckoutPage: '/cart' });
    await userEvent.click(submit);
    await expect.element(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
    expect(app.history.location.pathname).toBe('/cart');
  });

  test('a cart of which only a choice was made is left without a question', async () => {
    const app = await renderCheckout({ paymentTypes: ['account', 'pickup'] });
    await userEvent.click(form.getByRole('radio', { name: 'From my account' }));
    await userEvent.click(page.getByRole('main').getByRole('link', { name: 'Back to the menu' }));
    await expect.poll(() => app.history.location.pathname).toBe('/offer/DAY');
  });

  test('what was typed into the form is not left without a question, unless it was sent', async () => {
    const app = await renderCheckout({ cartFields: [{ id: 'note', label: 'Note' }] });
    const note = form.getByRole('textbox', { name: 'Note' });
    await userEvent.fill(note, 'No onions');
    await userEvent.click(page.getByRole('main').getByRole('link', { name: 'Back to the menu' }));
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
    await userEvent.click(leave.getByRole('button', { name: 'Stay' }));
    await expect.element(note).toHaveValue('No onions');
    await userEvent.click(submit);
    await expect.element(heading('Thank you')).toBeVisible();
    expect(app.history.location.pathname).toBe('/thank-you');
    await expect
      .element(
        page.getByText('You ordered for CZK 170.00. Your orders show your meals and how to get them.', {
          exact: true,
        }),
      )
      .toBeVisible();
  });

  test.each([
    ['/orders', 'Orders'],
    ['/thank-you', 'Thank you'],
  ])(
    'C169 keeps what another tab put into it while it was sent, and then opens %s',
    async (afterCheckoutPage, title) => {
      const app = await renderCheckout({ afterCheckoutPage });
      const held = await app.server.fault(SUBMIT, { hold: true }, 1);
      await userEvent.click(submit);
      await expect.poll(() => calls(app)).toEqual(['check', 'cart']);
      putIntoCart(app, 'Tea', { mealId: 999 });
      await held.release();
      await expect.element(heading(title)).toBeVisible();
      expect(cartOf(app).items).toMatchObject([{ quantity: 1, menuItem: { mealId: 999 } }]);
    },
  );

  test('stays when its customer signs out, and the question before it says so', async () => {
    const app = await renderCheckout();
    await userEvent.click(page.getByRole('banner').getByRole('button', { name: 'Sign out' }));
    const signOut = page.getByRole('dialog', { name: 'Sign out?' });
    await expect
      .element(signOut.getByText('Your orders stay as they are, and so does your cart on this device.'))
      .toBeVisible();
    const { items } = cartOf(app);
    await userEvent.click(signOut.getByRole('button', { name: 'Yes' }));
    await expect.element(signOut).not.toBeInTheDocument();
    expect(app.platform.snapshot.getState().carts).toMatchObject([{ items }]);
  });

  test('of two presses one is sent', async () => {
    const app = await renderCheckout();
    const held = await app.server.fault(CHECK, { hold: true }, 1);
    await userEvent.click(submit);
    await expect.element(submit).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(submit, { force: true });
    await held.release();
    await expect.element(heading('Thank you')).toBeVisible();
    expect(await calls(app)).toEqual(['check', 'cart']);
  });
});

describe('a cart that is not ordered', () => {
  const refusal = said({ success: false, resultText: 'The kitchen is on fire' });
  test.each([
    ['check', CHECK, ['check']],
    ['submission', SUBMIT, ['check', 'cart']],
  ] as const)(
    'CART-11 CART-13 a failed %s is told, and everything stays in the cart',
    async (_, match, expected) => {
      const app = await renderCheckout();
      await app.server.fault(match, { answer: refusal });
      await userEvent.click(submit);
      await expect.element(form.getByText(/The kitchen is on fire$/)).toBeVisible();
      expect(await calls(app)).toEqual(expected);
      expect(cartNames()).toEqual(['Broth', 'Roast']);
      await expect.element(submit).toBeEnabled();
    },
  );

  test.each([
    ['991491', 'check', CHECK],
    ['991492', 'check', CHECK],
    ['991491', 'submission', SUBMIT],
    ['991492', 'submission', SUBMIT],
  ] as const)(
    'CART-24 ERR-03 of an old cart (%s by the %s) menu, orders and balance are read again, its words are told, and the dishes stay',
    async (code, _, match) => {
      const app = await renderCheckout();
      await app.platform.queries.prefetchQuery(app.platform.query('listOrders', undefined));
      await app.server.fault(match, {
        answer: said({ success: false, error: { code, message: 'Something is new' } }, 400),
      });
      await userEvent.click(submit);
      await expect.element(form.getByText(/Something is new$/)).toBeVisible();
      await expect.poll(() => app.server.requests(/GET .*canteenmenu/)).not.toEqual([]);
      await expect.poll(() => app.server.requests(/GET .*account\/balance/)).not.toEqual([]);
      const { queryKey } = app.platform.query('listOrders', undefined);
      expect(app.platform.queries.getQueryState(queryKey)?.isInvalidated).toBe(true);
      expect(cartOf(app).items).toHaveLength(2);
      // They are not on screen: whoever looks at them next reads them anew.
      await app.server.forgetRequests();
      app.history.push('/orders');
      await expect.poll(() => app.server.requests(/GET .*canteenorders/)).toHaveLength(1);
    },
  );

  test('a dish that sold out meanwhile is marked on its row by our server, and nothing is charged', async () => {
    const app = await renderCheckout();
    await app.server.fault(CHECK, {
      answer: said(
        {
          success: false,
          error: {
            code: 'soldOut',
            message: 'Sold out today',
            lines: [{ line: 1, code: 'soldOut', message: 'None of it is left' }],
          },
        },
        400,
      ),
    });
    await userEvent.click(submit);
    await expect.element(cartRow('Roast').getByText('None of it is left')).toBeVisible();
    expect(cartRow('Broth').getByText('None of it is left').elements()).toEqual([]);
    await userEvent.click(cartRow('Broth').getByRole('button', { name: /^Remove/ }));
    await expect.poll(cartNames).toEqual(['Roast']);
    expect(cartRow('Roast').getByText('None of it is left').elements()).toEqual([]);
  });

  test.each([
    ['check', CHECK],
    ['submission', SUBMIT],
  ] as const)(
    'CART-25 a question of the %s is answered, and it is sent again with the answer and the same key',
    async (_, match) => {
      const app = await renderCheckout();
      const force = { message: 'All of it?', answers: [{ value: 'all', label: 'All of it' }] };
      await app.server.fault(match, { answer: said({ error: { force } }, 449) }, 1);
      await userEvent.click(submit);
      await expect.element(question.getByText('All of it?', { exact: true })).toBeVisible();
      await app.server.fault(match, { answer: said({ success: true }) });
      await userEvent.click(question.getByRole('button', { name: 'All of it', exact: true }));
      await expect.element(heading('Thank you')).toBeVisible();
      const [first, second, ...others] = await app.server.requests(match);
      expect(others).toEqual([]);
      expect(first?.headers).not.toHaveProperty('x-asw-force');
      expect(second?.headers['x-asw-force']).toBe('all');
      expect(second?.body).toBe(first?.body);
      expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    },
  );

  test.each([
    ['check', CHECK, ['check']],
    ['submission', SUBMIT, ['check', 'cart']],
  ] as const)(
    'CART-25 a question of the %s that is closed sends nothing more, the cart stays and nothing is told',
    async (_, match, expected) => {
      const app = await renderCheckout();
      const force = { message: 'All of it?', answers: ['yes'] };
      await app.server.fault(match, { answer: said({ error: { force } }, 449) });
      await userEvent.click(submit);
      await userEvent.click(question.getByRole('button', { name: 'No' }));
      await expect.element(submit).toBeEnabled();
      expect(await calls(app)).toEqual(expected);
      expect(cartNames()).toEqual(['Broth', 'Roast']);
      expect(form.getByText(/was not confirmed/).elements()).toEqual([]);
    },
  );

  test('CART-22 a refusal for want of money without words has ours', async () => {
    const app = await renderCheckout();
    await app.server.fault(SUBMIT, {
      answer: said({ success: false, error: { code: 'insufficientFunds' } }, 400),
    });
    await userEvent.click(submit);
    await expect.element(form.getByText(/Sorry, your wallet balance is not sufficient\.$/)).toBeVisible();
  });

  test('an order whose answer is lost is sent again under its key, without another check, and comes about once', async () => {
    const app = await renderCheckout();
    await app.server.fault(SUBMIT, { dropAfter: true });
    await userEvent.click(submit);
    await expect.element(form.getByText(/We do not know whether your last try arrived/)).toBeVisible();
    expect(cartNames()).toEqual(['Broth', 'Roast']);
    await app.server.clearFaults();
    await app.server.setClock('2026-11-20T08:05:00+01:00');
    // Of three portions the lost order has two: the menu no longer has enough for the cart.
    await invalidate(app.platform.queries, 'getMenu');
    await expect.element(cartRow('Broth').getByText('Only 1 portion can be ordered.')).toBeVisible();
    await expect.element(submit).toBeEnabled();
    await app.server.forgetRequests();
    await userEvent.click(submit);
    await expect.element(heading('Thank you')).toBeVisible();
    expect(await calls(app)).toEqual(['cart']);
    expect(await orders(app)).toBe(2);
    expect(cartOf(app).items).toEqual([]);
  });

  test('an order whose answer is lost is sent again as it was after a reload too, and goes with the session', async () => {
    const app = await renderCheckout({ cartFields: [{ id: 'note', label: 'Note' }] });
    await userEvent.fill(form.getByRole('textbox', { name: 'Note' }), 'No onions');
    await app.server.fault(SUBMIT, { dropAfter: true });
    await userEvent.click(submit);
    await expect.element(form.getByText(/the order is sent again unchanged/)).toBeVisible();
    const [before] = await app.server.requests(SUBMIT);
    await app.server.clearFaults();
    const again = await app.reload();
    await expect.element(form.getByText(/the order is sent again unchanged/)).toBeVisible();
    // What it says is what is sent.
    await expect.element(form.getByRole('textbox', { name: 'Note' })).toHaveValue('No onions');
    await expect.element(form.getByRole('textbox', { name: 'Note' })).toBeDisabled();
    await again.server.forgetRequests();
    await userEvent.click(submit);
    await expect.element(heading('Thank you')).toBeVisible();
    expect(await calls(again)).toEqual(['cart']);
    const [sent] = await again.server.requests(SUBMIT);
    expect(sent?.body).toBe(before?.body);
    expect(sent?.headers['idempotency-key']).toBe(before?.headers['idempotency-key']);
    expect(await orders(again)).toBe(2);
    expect(storedSnapshot(again.storage).owedOrders).toEqual([]);
  });

  test('an order without an answer says nothing of a cart that changed, and is forgotten with the session', async () => {
    const app = await renderCheckout();
    await app.server.fault(SUBMIT, { cut: true });
    await userEvent.click(submit);
    const note = form.getByText(/the order is sent again unchanged/);
    await expect.element(note).toBeVisible();
    await userEvent.click(cartRow('Broth').getByRole('button', { name: /^Remove/ }));
    await expect.element(note).not.toBeInTheDocument();
    expect(storedSnapshot(app.storage).owedOrders).toHaveLength(1);
    await userEvent.click(page.getByRole('banner').getByRole('button', { name: 'Sign out' }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
    await expect.poll(() => storedSnapshot(app.storage).owedOrders).toEqual([]);
  });

  test.each([
    ['account', 1],
    // It is not ordered before it is paid.
    ['creditcard', 0],
  ])(
    'C170 a cart that is changed while its order has no answer says that it may be ordered: %s',
    async (type, count) => {
      const app = await renderCheckout({ paymentTypes: [type] });
      await app.server.fault(CHECK, { answer: said({}) });
      await app.server.fault(SUBMIT, { dropAfter: true });
      await userEvent.click(submit);
      await expect.element(form.getByText(/the order is sent again unchanged/)).toBeVisible();
      const note = page.getByText(/^We do not know whether an earlier try to order arrived\./);
      expect(note.elements()).toEqual([]);
      await userEvent.click(cartRow('Roast').getByRole('button', { name: /^Remove, Roast/ }));
      await expect.element(form.getByText(/the order is sent again unchanged/)).not.toBeInTheDocument();
      expect(note.getByRole('link', { name: 'Go to your orders' }).elements()).toHaveLength(count);
      await userEvent.click(page.getByRole('button', { name: 'Empty the cart' }));
      await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Empty the cart' }));
      await expect.element(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
      expect(note.elements()).toEqual([]);
    },
  );

  test('an order that another tab sent of another cart is not forgotten with the answer to this one', async () => {
    const app = await renderCheckout();
    const held = await app.server.fault(SUBMIT, { hold: true }, 1);
    await userEvent.click(submit);
    await expect.poll(() => storedSnapshot(app.storage).owedOrders).toHaveLength(1);
    app.platform.snapshot.setState(({ owedOrders }) => ({
      owedOrders: owedOrders.flatMap((order) => [order, { ...order, begunAt: order.begunAt + 1 }]),
    }));
    await held.release();
    await expect.element(heading('Thank you')).toBeVisible();
    expect(storedSnapshot(app.storage).owedOrders).toHaveLength(1);
  });

  test('once an order that was sent before a reload is refused, the form keeps what it said and can be changed', async () => {
    const app = await renderCheckout({ cartFields: [{ id: 'note', label: 'Note' }] });
    await userEvent.fill(form.getByRole('textbox', { name: 'Note' }), 'No onions');
    await app.server.fault(SUBMIT, { cut: true });
    await userEvent.click(submit);
    await expect.element(form.getByText(/the order is sent again unchanged/)).toBeVisible();
    await app.server.clearFaults();
    const again = await app.reload();
    await expect.element(form.getByRole('textbox', { name: 'Note' })).toBeDisabled();
    await again.server.fault(
      SUBMIT,
      { answer: said({ success: false, error: { code: 'soldOut' } }, 400) },
      1,
    );
    await userEvent.click(submit);
    await expect.element(form.getByText(/the order is sent again unchanged/)).not.toBeInTheDocument();
    await expect.element(form.getByRole('textbox', { name: 'Note' })).toBeEnabled();
    await expect.element(form.getByRole('textbox', { name: 'Note' })).toHaveValue('No onions');
  });

  test('an order whose answer is lost is sent again as it was, which the form says, whatever another tab does', async () => {
    const app = await renderCheckout({ paymentTypes: ['account', 'pickup'] });
    await userEvent.click(form.getByRole('radio', { name: 'From my account' }));
    await app.server.fault(SUBMIT, { dropAfter: true });
    await userEvent.click(submit);
    await expect.element(form.getByText(/the order is sent again unchanged/)).toBeVisible();
    const [before] = await app.server.requests(SUBMIT);
    await app.server.clearFaults();
    for (const [name, isChosen] of [
      ['From my account', true],
      ['At pickup', false],
    ] as const) {
      const choice = form.getByRole('radio', { name });
      await expect.element(choice).toBeDisabled();
      if (isChosen) await expect.element(choice).toBeChecked();
      else await expect.element(choice).not.toBeChecked();
    }
    app.platform.snapshot.setState(({ carts }) => ({ carts: structuredClone(carts) }));
    await app.server.forgetRequests();
    await userEvent.click(submit);
    await expect.element(heading('Thank you')).toBeVisible();
    expect(await calls(app)).toEqual(['cart']);
    const [again] = await app.server.requests(SUBMIT);
    expect(again?.body).toBe(before?.body);
    expect(again?.headers['idempotency-key']).toBe(before?.headers['idempotency-key']);
    expect(await orders(app)).toBe(2);
  });
});

describe('a payment by card', () => {
  const byCard = { paymentTypes: ['creditcard'] };
  const proceeded = (app: App) => storedSnapshot(app.storage).carts[0];

  test('CART-27 CART-08 leaves for the gateway with the cart marked, which the thank-you page empties', async () => {
    const app = await renderCheckout(byCard);
    await app.server.fault(CHECK, { answer: said({ success: true }) });
    await app.server.fault(SUBMIT, { answer: said({ success: true, gatewayLink: LINK }) });
    await expect.element(submit).toHaveTextContent('Pay CZK 170.00 by card');
    await userEvent.click(submit);
    await expect.poll(() => app.left).toEqual([LINK]);
    expect(proceeded(app)).toMatchObject({ cartProceeded: true, items: [{}, {}] });
    app.history.push('/thank-you');
    await expect.element(heading('Thank you')).toBeVisible();
    await expect.poll(() => cartOf(app)).toMatchObject({ cartProceeded: false, items: [] });
    await expect
      .element(page.getByText('Your meals are listed in your orders once the payment is confirmed.'))
      .toBeVisible();
    expect(storedSnapshot(app.storage).carts).toEqual([]);
  });

  test('C177 that is not confirmed yet is told of among the orders, from the return page on', async () => {
    const server = await startTestServer({ seed: SEED });
    const topUpGateways = [{ id: 'card', url: `${server.apiUrl}/first` }];
    const app = await renderCheckout({ ...byCard, topUpGateways }, { server });
    app.platform.snapshot.setState(({ session }) => ({
      session: { ...session, capabilities: { ...session.capabilities, paymentStatus: true } },
    }));
    await app.server.fault(CHECK, { answer: said({ success: true }) });
    await app.server.fault(SUBMIT, { answer: said({ success: true, gatewayLink: LINK, paymentId: 'p-1' }) });
    await app.server.fault(/GET .*first\/status/, { answer: said({ success: true, status: 'pending' }) });
    await userEvent.click(submit);
    await expect.poll(() => app.left).toEqual([LINK]);
    app.history.push('/thank-you?paymentId=p-1');
    await expect.element(heading('The payment is being confirmed')).toBeVisible();
    await userEvent.click(page.getByRole('link', { name: 'Go to your orders' }));
    await expect.element(page.getByText(/^A payment of CZK\s170\.00 is not confirmed yet\./)).toBeVisible();
  });

  test('C177 of a cart that was ordered in another way since is awaited no more', async () => {
    const app = await renderCheckout();
    app.platform.snapshot.setState(({ session }) => ({
      session: { ...session, capabilities: { ...session.capabilities, paymentStatus: true } },
    }));
    awaitPayment(app.platform, 'p-1', money(17_000));
    expect(storedSnapshot(app.storage).awaitedPayments).toMatchObject([{ paymentId: 'p-1' }]);
    await userEvent.click(submit);
    await expect.element(heading('Thank you')).toBeVisible();
    expect(storedSnapshot(app.storage).awaitedPayments).toEqual([]);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x'])(
    'CART-27 API-64 an address like %s is not followed, and the cart stays as it is',
    async (gatewayLink) => {
      const app = await renderCheckout(byCard);
      await app.server.fault(CHECK, { answer: said({ success: true }) });
      await app.server.fault(SUBMIT, {
        answer: said({ success: true, gatewayLink }),
      });
      await userEvent.click(submit);
      await expect.element(form.getByText(/^Your order was not confirmed\./)).toBeVisible();
      expect(app.left).toEqual([]);
      expect(cartOf(app)).toMatchObject({ cartProceeded: false, items: [{}, {}] });
    },
  );

  test('CART-27 without an address the cart is ordered', async () => {
    const app = await renderCheckout(byCard);
    await app.server.fault(CHECK, { answer: said({ success: true }) });
    await app.server.fault(SUBMIT, { answer: said({ success: true }) });
    await userEvent.click(submit);
    await expect.element(heading('Thank you')).toBeVisible();
    expect(cartOf(app).items).toEqual([]);
  });

  test('NAV-27 a payment that failed leads to the orders and to the cart where it was ordered in another way meanwhile', async () => {
    const app = await renderCheckout();
    app.history.push('/payment-failure');
    const links = page.getByRole('main').getByRole('link');
    const toCart = links.filter({ hasText: 'Go to the cart' });
    await expect.element(toCart).toBeVisible();
    changeCart(app.platform, () => EMPTY_CART);
    await expect.element(page.getByText(/^Your cart is empty\. Look at your orders/)).toBeVisible();
    expect(links.elements().map(({ textContent }) => textContent)).toEqual([
      'Go to your orders',
      'Go to the cart',
    ]);
    await userEvent.click(toCart);
    await expect.poll(() => app.history.location.pathname).toBe('/cart');
    app.history.push('/payment-failure');
    await userEvent.click(links.filter({ hasText: 'Go to your orders' }));
    await expect.poll(() => app.history.location.pathname).toBe('/orders');
  });

  test('the orders that were read before an order are not shown after it', async () => {
    const app = await renderCheckout();
    await userEvent.click(submit);
    await expect.element(heading('Thank you')).toBeVisible();
    const held = await app.server.fault(/GET .*canteenorders$/, { hold: true });
    await userEvent.click(page.getByRole('main').getByRole('link', { name: 'Go to your orders' }));
    await expect.element(heading('Orders')).toBeVisible();
    await expect
      .element(
        page
          .getByRole('status', { name: '' })
          .getByText(/^Loading/)
          .first(),
      )
      .toBeVisible();
    expect(page.getByText(/^Nothing ordered/).elements()).toEqual([]);
    await held.release();
    await expect.element(page.getByText('Broth').first()).toBeVisible();
  });

  test('CART-20 CART-21 NAV-27 ERR-18 ERR-27 after a failed payment the cart is there, and a failed repeat says that it is one', async () => {
    const app = await renderCheckout(byCard);
    await app.server.fault(CHECK, { answer: said({ success: true }) });
    await app.server.fault(SUBMIT, { answer: said({ success: true, gatewayLink: LINK }) }, 1);
    await userEvent.click(submit);
    await expect.poll(() => app.left).toEqual([LINK]);
    app.history.push('/payment-failure');
    await expect.element(heading('We are sorry, the payment failed')).toBeVisible();
    await userEvent.click(page.getByRole('link', { name: 'Go to the cart' }));
    await expect.poll(cartNames).toEqual(['Broth', 'Roast']);
    expect(app.history.location.pathname).toBe('/cart');
    await expect.element(page.getByText(/^A payment for dishes in this cart was started\./)).toBeVisible();

    await app.server.fault(SUBMIT, {
      answer: said({ success: false, resultText: 'No bank' }, 400),
    });
    await userEvent.click(submit);
    await expect
      .element(form.getByText('The payment could not be repeated. No bank', { exact: true }))
      .toBeVisible();
    await userEvent.click(cartRow('Broth').getByRole('button', { name: /^Remove/ }));
    await expect.poll(() => cartOf(app).cartProceeded).toBe(false);
  });

  test('a payment that was started is told of as long as the cart has a dish of it', async () => {
    const app = await renderCheckout(byCard);
    const note = page.getByText(/^A payment for dishes in this cart was started\./);
    await app.server.fault(CHECK, { answer: said({ success: true }) });
    await app.server.fault(SUBMIT, { answer: said({ success: true, gatewayLink: LINK }) }, 1);
    await userEvent.click(submit);
    await expect.poll(() => app.left).toEqual([LINK]);
    putIntoCart(app, 'Salad', { mealId: 99 });
    await expect.poll(cartNames).toEqual(['Broth', 'Roast', 'Salad']);
    await expect.element(note).toBeVisible();
    await userEvent.click(cartRow('Broth').getByRole('button', { name: /^Remove/ }));
    await expect.poll(cartNames).toEqual(['Roast', 'Salad']);
    await expect.element(note).toBeVisible();
    await userEvent.click(cartRow('Roast').getByRole('button', { name: /^Remove/ }));
    await expect.poll(cartNames).toEqual(['Salad']);
    expect(note.elements()).toEqual([]);
  });

  test('CART-19 C169 a cart that was emptied since it went to be paid tells of the payment, and keeps what came after', async () => {
    const app = await renderCheckout(byCard);
    await app.server.fault(CHECK, { answer: said({ success: true }) });
    const answer = said({ success: true, gatewayLink: LINK });
    const held = await app.server.fault(SUBMIT, { hold: true, answer }, 1);
    await userEvent.click(submit);
    await expect.poll(() => calls(app)).toEqual(['check', 'cart']);
    // While the answer is awaited, another tab goes on.
    putIntoCart(app, 'Salad', { mealId: 99 });
    await held.release();
    await expect.poll(() => app.left).toEqual([LINK]);
    const [broth] = cartOf(app).items;
    await userEvent.click(page.getByRole('button', { name: 'Empty the cart' }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Empty the cart' }));
    await expect.element(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
    changeCart(app.platform, (cart) => ({ ...cart, items: broth ? [broth] : [] }));
    await expect.element(page.getByText(/^A payment for dishes in this cart was started\./)).toBeVisible();
    changeCart(app.platform, withoutItems);
    putIntoCart(app, 'Salad', { mealId: 99 });
    app.history.push('/thank-you');
    await expect.element(heading('Thank you')).toBeVisible();
    await expect.poll(() => cartOf(app)).toMatchObject({ openPayment: [], items: [{ quantity: 1 }] });
  });

  test('CART-19 C169 what was put into the cart since it went to be paid stays there when it is paid, also after a reload', async () => {
    let app = await renderCheckout(byCard);
    await app.server.fault(CHECK, { answer: said({ success: true }) });
    await app.server.fault(SUBMIT, { answer: said({ success: true, gatewayLink: LINK }) }, 1);
    await userEvent.click(submit);
    await expect.poll(() => app.left).toEqual([LINK]);
    putIntoCart(app, 'Salad', { mealId: 99 });
    app.history.push('/thank-you');
    await expect.element(heading('Thank you')).toBeVisible();
    const names = () => cartOf(app).items.map(({ menuItem }) => menuItem.product?.name);
    await expect.poll(names).toEqual(['Salad']);
    app = await app.reload();
    await expect.element(heading('Thank you')).toBeVisible();
    await expect.element(page.getByText('Your orders show your meals and how to get them.')).toBeVisible();
    expect(names()).toEqual(['Salad']);
  });

  test('part of CART-20: whose session ended at the gateway comes to the cart by the login', async () => {
    const app = await renderCheckout({ ...byCard, allowGuests: false });
    await userEvent.click(page.getByRole('banner').getByRole('button', { name: 'Sign out' }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
    await expect.element(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
    app.history.push('/payment-failure');
    await userEvent.click(page.getByRole('link', { name: 'Go to the cart' }));
    await expect.element(heading('Sign in')).toBeVisible();
    expect(app.platform.snapshot.getState().wantedPath).toBe('/cart');
  });

  test('API-56 a server that does not announce them gets no addresses to come back to', async () => {
    const app = await renderCheckout(byCard);
    app.platform.snapshot.setState(({ session }) => ({
      session: { ...session, capabilities: { ...session.capabilities, returnAddresses: undefined } },
    }));
    await app.server.fault(CHECK, { answer: said({ success: false }, 400) });
    await userEvent.click(submit);
    await expect.poll(() => calls(app)).toEqual(['check']);
    const [{ body } = { body: '' }] = await app.server.requests(CHECK);
    expect(JSON.parse(body)).not.toHaveProperty('successUrl');
    expect(JSON.parse(body)).not.toHaveProperty('failUrl');
  });

  test.each([
    ['/', ''],
    ['/lunch/', '/lunch'],
  ])(
    'NAV-43 API-56 below %s, where the server takes them, the addresses to come back to go with it',
    async (basePath, above) => {
      const app = await renderCheckout(byCard, { basePath });
      app.platform.snapshot.setState(({ session }) => ({
        session: { ...session, capabilities: { ...session.capabilities, returnAddresses: true } },
      }));
      await app.server.fault(CHECK, { answer: said({ success: false }, 400) });
      await userEvent.click(submit);
      await expect.poll(() => calls(app)).toEqual(['check']);
      const [{ body } = { body: '' }] = await app.server.requests(CHECK);
      expect(JSON.parse(body)).toMatchObject({
        successUrl: `${location.origin}${above}/thank-you`,
        failUrl: `${location.origin}${above}/payment-failure`,
      });
    },
  );
});

test('a server that takes no keys is not said to order nothing twice, and its refusal leaves the form as it is', async () => {
  const server = await startTestServer({
    seed: [main, jana, dish('Broth', { price: 350_000, capacity: 3 }), dish('Roast', { position: 1 })],
  });
  const apiUrl = `http://canteen.localhost:${globalThis.location.port}${server.apiUrl}`;
  const app = await renderCheckout({ apiUrl }, { server });
  app.platform.snapshot.setState(({ session }) => ({
    session: { ...session, capabilities: { ...session.capabilities, idempotency: undefined } },
  }));
  await app.server.fault(SUBMIT, { dropAfter: true }, 1);
  await userEvent.click(submit);
  await expect.element(form.getByText(/^Your order was not confirmed\./)).toBeVisible();
  expect(app.platform.snapshot.getState().owedOrders).toEqual([]);
  expect(page.getByText(/nothing is ordered twice/).elements()).toEqual([]);
});

describe('the thank-you page', () => {
  test('CART-19 C85 empties the cart that was paid for, also where its session ended meanwhile, and no other', async () => {
    const app = await renderApp('/orders', { seed: [main, jana, dish('Broth')], as: 'jana', config: CART });
    putIntoCart(app, 'A', { mealId: 1 });
    changeCart(app.platform, (cart) => asProceeded(cart, cart.items));
    app.platform.snapshot.setState(({ carts }) => ({
      carts: [...carts.map((cart) => ({ ...cart, customerId: 'other', openPayment: undefined })), ...carts],
    }));
    await userEvent.click(page.getByRole('banner').getByRole('button', { name: 'Sign out' }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
    await expect.element(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
    app.history.push('/thank-you');
    await expect.element(heading('Thank you')).toBeVisible();
    await expect
      .poll(() => storedSnapshot(app.storage).carts.map(({ customerId }) => customerId))
      .toEqual(['other']);
  });

  test('CART-19 C172 a payment that comes back by its name is about the cart that went to it, whoever is signed in by now', async () => {
    const app = await renderApp('/orders', { seed: [main, jana, dish('Broth')], as: 'jana', config: CART });
    putIntoCart(app, 'A', { mealId: 1 });
    changeCart(app.platform, (cart) => asProceeded(cart, cart.items));
    app.platform.snapshot.setState(({ carts }) => ({
      carts: [...carts.map((cart) => ({ ...cart, customerId: 'earlier', paymentId: 'p-1' })), ...carts],
    }));
    const own = cartOf(app);
    app.history.push('/thank-you?paymentId=p-1');
    await expect.element(heading('Thank you')).toBeVisible();
    await expect.poll(() => storedSnapshot(app.storage).carts).toHaveLength(1);
    expect(cartOf(app)).toEqual(own);
  });

  test('CART-19 C169 of a guest, whose session ended at the gateway, keeps what was put into the cart since', async () => {
    const app = await renderApp('/orders', { seed: [main, jana, dish('Broth')], as: 'jana', config: CART });
    putIntoCart(app, 'A', { mealId: 1 });
    changeCart(app.platform, (cart) => asProceeded(cart, cart.items));
    putIntoCart(app, 'B', { mealId: 2 });
    app.platform.snapshot.setState(({ session, carts }) => ({
      session: { ...session, auth: false, customerId: undefined },
      carts: [
        ...carts.map((cart) => ({
          ...cart,
          customerId: 'failed',
          cartProceeded: true,
          openPayment: undefined,
        })),
        ...carts.map((cart) => ({ ...cart, customerId: 'earlier' })),
        ...carts,
      ],
    }));
    app.history.push('/thank-you');
    await expect.element(heading('Thank you')).toBeVisible();
    await expect
      .poll(() => storedSnapshot(app.storage).carts)
      .toMatchObject([
        { customerId: 'failed', items: [{}, {}] },
        { customerId: 'earlier', items: [{}, {}], openPayment: [{}] },
        { openPayment: [], items: [{ menuItem: { mealId: 2 } }] },
      ]);
  });

  test('speaks of no payment that somebody else left open on this device', async () => {
    const app = await renderApp('/orders', { seed: [main, jana, dish('Broth')], as: 'jana', config: CART });
    putIntoCart(app, 'A', { mealId: 1 });
    changeCart(app.platform, (cart) => asProceeded(cart, cart.items));
    app.platform.snapshot.setState(({ carts }) => ({
      carts: carts.map((cart) => ({ ...cart, customerId: 'other' })),
    }));
    app.history.push('/thank-you');
    await expect.element(page.getByText('Your orders show your meals and how to get them.')).toBeVisible();
    expect(page.getByText(/once the payment is confirmed/).elements()).toEqual([]);
    expect(storedSnapshot(app.storage).carts.map(({ customerId }) => customerId)).toEqual(['other']);
  });

  test('CART-19 NAV-08 empties the cart, sets the flag back and leads to the offer', async () => {
    const app = await renderApp('/orders', { seed: [main, jana, dish('Broth')], as: 'jana', config: CART });
    putIntoCart(app, 'A', { mealId: 1, modifiers: [{ id: 1, name: 'x', price: unitPrice(0) }] });
    changeCart(app.platform, (cart) => asProceeded(cart, cart.items));
    expect(cartOf(app).cartProceeded).toBe(true);
    app.history.push('/thank-you');
    await expect.element(heading('Thank you')).toBeVisible();
    await expect.poll(() => cartOf(app)).toMatchObject({ cartProceeded: false, items: [] });
    await userEvent.click(page.getByRole('link', { name: 'Back to the menu' }));
    await expect.poll(() => app.history.location.pathname).toBe('/offer/DAY');
  });

  const STATUS = /GET .*first\/status/;
  const statusOf = (app: App, answer: Readonly<Record<string, unknown>>) =>
    app.server.fault(STATUS, { answer: { status: 200, body: { success: true, amount: 170, ...answer } } });

  /** The page as a payment by card comes back to it, before a server that tells of payments. */
  async function renderReturn(
    answer: Readonly<Record<string, unknown>>,
    address = '/thank-you?paymentId=p-1',
  ) {
    const server = await startTestServer({ seed: [main, jana, dish('Broth')] });
    const topUpGateways = [{ id: 'card', url: `${server.apiUrl}/first` }];
    const app = await renderApp('/login', { server, as: 'jana', config: { ...CART, topUpGateways } });
    app.platform.snapshot.setState(({ session }) => ({
      session: { ...session, capabilities: { ...session.capabilities, paymentStatus: true } },
    }));
    await statusOf(app, answer);
    putIntoCart(app, 'A', { mealId: 1 });
    changeCart(app.platform, (cart) => asProceeded(cart, cart.items));
    app.history.push(address);
    return app;
  }

  test.each([
    ['failed', false],
    ['pending', true],
  ])('a cart whose payment is %s asks to look among the orders: %s', async (status, isAsked) => {
    const app = await renderReturn({ status, purpose: 'cart' }, '/payment-failure?paymentId=p-1');
    await expect.element(heading('We are sorry, the payment failed')).toBeVisible();
    await expect.poll(() => app.server.requests(STATUS)).not.toEqual([]);
    if (!isAsked) await expect.poll(() => cartOf(app).openPayment).toBeUndefined();
    expect(page.getByText('You were not charged.').elements()).toHaveLength(isAsked ? 0 : 1);
    await userEvent.click(page.getByRole('link', { name: 'Go to the cart' }));
    await expect.poll(cartNames).toHaveLength(1);
    expect(page.getByText(/^A payment for dishes in this cart was started\./).elements()).toHaveLength(
      isAsked ? 1 : 0,
    );
    // A repeat of the payment is one nevertheless.
    expect(cartOf(app).cartProceeded).toBe(true);
  });

  test.each([
    ['/thank-you?paymentId=p-1', 'paid', 'Thank you'],
    ['/payment-failure?paymentId=p-1', 'failed', 'We are sorry, the payment failed'],
  ])('CART-19 C172 %s that is opened again leaves the next cart alone', async (address, status, title) => {
    const app = await renderReturn({ status, purpose: 'cart' }, '/offer/DAY');
    changeCart(app.platform, () => EMPTY_CART);
    putIntoCart(app, 'Next', { mealId: 2 });
    const untouched = cartOf(app);
    app.history.push(address);
    await expect.element(heading(title)).toBeVisible();
    await expect.poll(() => app.server.requests(STATUS)).not.toEqual([]);
    await expect.element(page.getByText(/^You (paid|were not charged)/)).toBeVisible();
    expect(cartOf(app)).toEqual(untouched);

    // Neither does it touch one that went to be paid by another payment.
    changeCart(app.platform, (cart) => asProceeded(cart, cart.items, 'p-2'));
    const proceeded = cartOf(app);
    app.history.push('/offer/DAY');
    await expect.poll(() => app.history.location.pathname).toBe('/offer/DAY');
    app.history.push(address);
    await expect.element(page.getByText(/^You (paid|were not charged)/)).toBeVisible();
    expect(cartOf(app)).toEqual(proceeded);
    app.history.push(address.replace('p-1', 'p-2'));
    await expect.poll(() => cartOf(app)).not.toEqual(proceeded);
  });

  test('of a payment whose time was over nobody knows that nothing is charged', async () => {
    const app = await renderReturn(
      { status: 'failed', purpose: 'cart', expired: true },
      '/payment-failure?paymentId=p-1',
    );
    await expect.element(heading('We are sorry, the payment failed')).toBeVisible();
    await expect.poll(() => cartOf(app).openPayment).toBeUndefined();
    expect(page.getByText('You were not charged.').elements()).toEqual([]);
  });

  test('a payment that failed is told of the cart of a customer whose session ended at the gateway', async () => {
    const app = await renderReturn({ status: 'failed', purpose: 'cart' }, '/offer/DAY');
    app.platform.snapshot.setState(({ session }) => ({
      session: { ...session, auth: false, customerId: undefined },
    }));
    app.history.push('/payment-failure?paymentId=p-1');
    await expect.element(heading('We are sorry, the payment failed')).toBeVisible();
    await expect
      .poll(() => storedSnapshot(app.storage).carts)
      .toEqual([expect.not.objectContaining({ openPayment: expect.anything() })]);
    expect(storedSnapshot(app.storage).carts).toMatchObject([{ cartProceeded: true }]);
  });

  test.each([
    [
      'ordered the cart',
      { status: 'paid', purpose: 'cart', usedFor: 'cart' },
      'Thank you',
      /^You paid CZK\s170\.00\. Your orders show your meals/,
    ],
    [
      'came too late for the cart',
      { status: 'paid', purpose: 'cart', usedFor: 'account' },
      'Nothing was ordered',
      /this payment ordered nothing\. CZK\s170\.00 was added to your account/,
    ],
    ['failed', { status: 'failed', purpose: 'cart' }, 'Payment failed', /^The payment failed, and nothing/],
    [
      'is awaited',
      { status: 'pending', purpose: 'cart' },
      'The payment is being confirmed',
      /^Your meals appear in your orders as soon as/,
    ],
  ] as const)(
    'tells of a payment that %s what the server knows, also after a reload',
    async (_, answer, title, words) => {
      const app = await renderReturn(answer);
      await expect.element(heading(title)).toBeVisible();
      await expect.element(page.getByText(words)).toBeVisible();
      const again = await app.reload();
      await expect.element(heading(title)).toBeVisible();
      await expect.element(page.getByText(words)).toBeVisible();
      await expect
        .poll(async () => (await again.server.requests(STATUS)).at(-1)?.path)
        .toMatch(/\?paymentId=p-1$/);
    },
  );

  test('tells a guest too, whose session ended at the gateway', async () => {
    const server = await startTestServer({ seed: [main, jana, dish('Broth')] });
    await server.fault(STATUS, { answer: { status: 200, body: { success: true, status: 'failed' } } });
    const topUpGateways = [{ id: 'card', url: `${server.apiUrl}/first` }];
    const app = await renderApp('/login', { server, config: { ...CART, topUpGateways } });
    app.platform.snapshot.setState(({ session }) => ({
      session: { ...session, capabilities: { ...session.capabilities, paymentStatus: true } },
    }));
    app.history.push('/thank-you?paymentId=p-1');
    await expect.element(heading('Payment failed')).toBeVisible();
  });

  test('says nothing of a payment that the server does not know, and asks for it once', async () => {
    const app = await renderReturn({ status: 'paid' });
    await expect.element(heading('Thank you')).toBeVisible();
    await app.server.clearFaults();
    await app.server.fault(STATUS, {
      answer: { status: 404, body: { success: false, resultText: 'Unknown payment' } },
    });
    await app.server.forgetRequests();
    const again = await app.reload();
    await expect
      .element(page.getByText('Your meals are listed in your orders once the payment is confirmed.'))
      .toBeVisible();
    await expect.element(heading('The payment is being confirmed')).not.toBeInTheDocument();
    expect(await again.server.requests(STATUS)).toHaveLength(1);
  });

  test('says by itself that a payment is confirmed, with the orders read again; after a minute that it is not to be paid twice', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    });
    try {
      const app = await renderReturn({ status: 'pending' });
      await expect.element(heading('The payment is being confirmed')).toBeVisible();
      await vi.advanceTimersByTimeAsync(60_500);
      await expect.element(page.getByText(/you do not need to pay again/)).toBeVisible();
      const again = await app.reload();
      await expect.element(page.getByText(/^Your meals appear in your orders as soon as/)).toBeVisible();
      // The orders were read before, as by whoever looks at them in another tab.
      await again.platform.queries.fetchQuery(again.platform.query('listOrders', undefined));
      const before = again.platform.queries.getQueryState(
        again.platform.query('listOrders', undefined).queryKey,
      );
      expect(before?.isInvalidated).toBe(false);
      await again.server.clearFaults();
      await statusOf(again, { status: 'paid', purpose: 'cart', usedFor: 'cart' });
      await vi.advanceTimersByTimeAsync(5_000);
      await expect.element(heading('Thank you')).toBeVisible();
      await again.server.forgetRequests();
      await userEvent.click(page.getByRole('link', { name: 'Go to your orders' }));
      await expect.element(heading('Orders')).toBeVisible();
      await expect.poll(() => again.server.requests(/GET .*canteenorders/)).not.toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
});
