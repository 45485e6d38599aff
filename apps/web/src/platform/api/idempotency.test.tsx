import { calendarDay } from '@refectory/domain/day';
import { money } from '@refectory/domain/money';
import { page, userEvent } from 'vitest/browser';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { act } from '#platform/api/action.ts';

import { FRIDAY_0800, handMade } from '../../../test/hand-made-menu.ts';
import { DIRECT, said } from '../../../test/offer-page.ts';
import { pastThrottle } from '../../../test/past-throttle.ts';
import { PASSWORD, renderApp, storedSnapshot, type RenderedApp } from '../../../test/render-app.ts';
import type { TestServer } from '../../../test/test-server.ts';

const seed = [
  { make: 'canteen', as: 'main', with: { key: 'main', name: { en: 'Main canteen' } } },
  { make: 'customer', as: 'jana', with: { userName: 'jana', password: PASSWORD } },
  { make: 'offering', as: 'Broth', with: { canteenId: '$main', product: { name: { en: 'Broth' } } } },
] as const;

const card = page.getByRole('article', { name: 'Broth' });
const order = card.getByRole('button', { name: /^(?:Order|One more),/ });
const CHANGE = /POST .*canteenorder\//;

const renderOffer = () => renderApp('/offer/DAY?day=2026-11-20', { seed, as: 'jana' });
const keysOf = async (server: TestServer, match = DIRECT) =>
  (await server.requests(match)).map(({ headers }) => headers['idempotency-key']);

/** Orders again, past the throttle of the press before. */
async function orderAgain() {
  await pastThrottle();
  await userEvent.click(order);
}

describe('the life of a key', () => {
  test('API-58, part of API-57: every change has a key of its own, stored before its call and forgotten after its answer', async () => {
    const { server, storage } = await renderOffer();
    await expect.element(order).toBeEnabled();
    const held = await server.fault(DIRECT, { hold: true }, 1);
    await userEvent.click(order);
    await expect.poll(() => keysOf(server)).toHaveLength(1);
    const [key] = await keysOf(server);
    expect(storedSnapshot(storage).pendingKeys.map((pending) => pending.key)).toEqual([key]);
    await held.release();
    await expect.element(said(/^Ordered: /)).toBeVisible();
    expect(storedSnapshot(storage).pendingKeys).toEqual([]);

    await userEvent.click(card.getByRole('button', { name: /^Cancel/ }));
    await expect.element(said(/^The order was cancelled: /)).toBeVisible();
    await orderAgain();
    await expect.poll(() => keysOf(server, CHANGE)).toHaveLength(3);
    const keys = await keysOf(server, CHANGE);
    expect(keys.every((one) => typeof one === 'string' && one.length >= 16)).toBe(true);
    expect(new Set(keys).size).toBe(3);
    // Reading and signing in change nothing in this sense.
    const others = await server.requests(/^(?!POST .*canteenorder)/);
    expect(others.filter(({ headers }) => 'idempotency-key' in headers)).toEqual([]);
  });

  /** Orders, and loses the answer after the work was done, and the list that would tell of it until it was told as lost. */
  async function orderAndLose() {
    const app = await renderOffer();
    const { server, platform } = app;
    await expect.element(order).toBeEnabled();
    await server.fault(DIRECT, { dropAfter: true });
    await server.fault(/GET .*canteenorders/, { cut: true });
    await userEvent.click(order);
    await expect.element(card.getByText(/^The connection to the canteen was lost/)).toBeVisible();
    const [lost] = await keysOf(server);
    await server.clearFaults();
    await platform.queries.invalidateQueries({ queryKey: ['listOrders'] });
    await server.forgetRequests();
    return { ...app, lost };
  }

  /** The list on screen is from before the order. */
  async function showNoOrders({ query, queries }: RenderedApp['platform']) {
    await expect.element(card.getByRole('button', { name: /^One more,/ })).toBeEnabled();
    queries.setQueryData(query('listOrders', undefined).queryKey, (list) => list && { ...list, orders: [] });
    await expect.element(card.getByRole('button', { name: /^Order,/ })).toBeEnabled();
  }

  test('an order whose answer was lost is told as made where the list has it, and nothing is said to have failed', async () => {
    const { server } = await renderOffer();
    await expect.element(order).toBeEnabled();
    await server.fault(DIRECT, { dropAfter: true });
    const held = await server.fault(/GET .*canteenorders/, { hold: true }, 1);
    await userEvent.click(order);
    await expect.poll(() => server.requests(/GET .*canteenorders/)).not.toHaveLength(1);
    await expect.element(order).toHaveAttribute('aria-busy', 'true');
    await held.release();
    await expect.element(said(/^Ordered: .*CZK/)).toBeVisible();
    await expect.element(card.getByText('Ordered', { exact: true })).toBeVisible();
    expect(page.getByText(/^The connection to the canteen was lost/).elements()).toEqual([]);
  });

  test('an order that others made of the same dish meanwhile, with other portions, is none of an answer that was lost', async () => {
    const { server } = await renderOffer();
    await expect.element(order).toBeEnabled();
    await server.fault(DIRECT, { cut: true });
    const other = { id: 90, name: 'Broth', orderPrice: 80, cancelStatus: 'POSSIBLE' };
    const orderItem = { mealId: server.ids['Broth'], date: '2026-11-20', quantity: 2 };
    const orders = [{ ...other, canteenId: server.ids['main'], orderItem }];
    await server.fault(/GET .*canteenorders/, { answer: handMade({ orders }) });
    await userEvent.click(order);
    await expect.element(said(/^The connection to the canteen was lost/)).toBeVisible();
    expect(said(/^Ordered: /).elements()).toEqual([]);
  });

  test('API-58 after a lost answer and a reload the same order has the same key, and is made once', async () => {
    const { server, lost, reload } = await orderAndLose();
    // The list is late as well, so that nothing says yet that there is an order.
    await server.fault(/GET .*canteenorders/, { answer: handMade({ orders: [] }) }, 1);
    await reload();
    await expect.element(card.getByRole('button', { name: /^Order,/ })).toBeEnabled();
    await orderAgain();
    await expect.element(said(/^Ordered: /)).toBeVisible();
    expect(await keysOf(server)).toEqual([lost]);
    await expect.element(card.getByText('Ordered', { exact: true })).toBeVisible();
    expect(card.getByText('Ordered', { exact: true }).elements()).toHaveLength(1);
  });

  test.each([
    ['503', { ...handMade({ success: false }), status: 503 }],
    ['500', { ...handMade({ success: false }), status: 500 }],
    ['no JSON', { ...handMade({}), body: '<html>' }],
  ])(
    'API-58 an answer that is %s does not say what became of the order: its key stays',
    async (_, answer) => {
      const { server } = await renderOffer();
      await server.fault(DIRECT, { answer }, 1);
      await userEvent.click(order);
      await expect.poll(() => keysOf(server)).toHaveLength(1);
      await expect.element(order).not.toHaveAttribute('aria-busy');
      await orderAgain();
      await expect.element(said(/^Ordered: /)).toBeVisible();
      const [first, second, ...others] = await keysOf(server);
      expect(second).toBe(first);
      expect(others).toEqual([]);
    },
  );

  test('where the line behind the browser was away too, one read that succeeds brings all that is out of date', async () => {
    const { server } = await renderOffer();
    await expect.element(order).toBeEnabled();
    await server.fault(DIRECT, { dropAfter: true });
    const reads = /GET .*(?:canteenmenu|canteenorders|account\/balance)/;
    await server.fault(reads, { cut: true });
    await userEvent.click(order);
    await expect.element(page.getByText('The menu on screen may be out of date')).toBeVisible();
    await expect.poll(() => server.requests(/GET .*account\/balance/)).not.toHaveLength(1);
    expect(card.getByText('Ordered', { exact: true }).elements()).toEqual([]);
    await server.clearFaults();
    await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Try again' }));
    await expect.element(card.getByText('Ordered', { exact: true })).toBeVisible();
  });

  test('API-58 one more than the order whose answer was lost is an order of its own, which is asked about', async () => {
    const { server, lost } = await orderAndLose();
    await expect.element(card.getByRole('button', { name: /^One more,/ })).toBeEnabled();
    await orderAgain();
    await expect.poll(() => keysOf(server)).toHaveLength(2);
    await expect.element(page.getByRole('dialog')).toBeVisible();
    const [first, second] = await keysOf(server);
    expect(first).toBe(lost);
    expect(second).not.toBe(lost);
    expect(said(/^Ordered: /).elements()).toEqual([]);

    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'No' }));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(order).not.toHaveAttribute('aria-busy');
    expect(await keysOf(server)).toHaveLength(2);

    await orderAgain();
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: /^Yes, for CZK/ }));
    await expect.element(card.getByText('Ordered 2×', { exact: true })).toBeVisible();
    expect(page.getByRole('dialog').elements()).toEqual([]);
    expect(await keysOf(server)).toHaveLength(4);
  });

  test('API-58 an order that cannot be looked for on the list is told as what it is', async () => {
    const { server, platform } = await orderAndLose();
    await showNoOrders(platform);
    await server.fault(/GET .*canteenorders/, { cut: true });
    await orderAgain();
    await expect.element(said(/^Ordered: /)).toBeVisible();
    expect(new Set(await keysOf(server)).size).toBe(1);
  });

  test('API-58 an order that comes to light while its second try waits is not ordered once more', async () => {
    const { server, lost, platform } = await orderAndLose();
    await showNoOrders(platform);
    const held = await server.fault(DIRECT, { hold: true }, 1);
    await orderAgain();
    await expect.poll(() => keysOf(server)).toHaveLength(1);
    await platform.queries.invalidateQueries();
    await expect.element(card.getByText('Ordered', { exact: true })).toBeVisible();
    await held.release();
    await expect.element(said(/^Ordered: /)).toBeVisible();
    expect(await keysOf(server)).toEqual([lost]);
    expect(page.getByRole('dialog').elements()).toEqual([]);
  });

  test('API-58 a repeat that the session is refused to keeps its key', async () => {
    const { server, lost, storage } = await orderAndLose();
    await server.fault(DIRECT, { answer: { status: 401, body: { success: false } } }, 1);
    await orderAgain();
    await expect.element(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
    await expect.poll(() => storedSnapshot(storage).session.authentication.sessionToken).toBeTruthy();
    expect(storedSnapshot(storage).pendingKeys.map(({ key }) => key)).toEqual([lost]);
  });

  test('API-58 an order after one whose answer was lost and that was cancelled is made', async () => {
    const { server } = await orderAndLose();
    await userEvent.click(card.getByRole('button', { name: /^Cancel/ }));
    await expect.element(said(/^The order was cancelled: /)).toBeVisible();
    await server.forgetRequests();
    await orderAgain();
    await expect.element(said(/^Ordered: /)).toBeVisible();
    await expect.element(card.getByText('Ordered', { exact: true })).toBeVisible();
    expect(new Set(await keysOf(server)).size).toBe(2);
  });

  test('API-58 after a refusal the next order has a new key', async () => {
    const { server } = await renderOffer();
    await expect.element(order).toBeEnabled();
    const body = { success: false, resultText: 'Not today' };
    await server.fault(DIRECT, { answer: { status: 400, body } }, 1);
    await userEvent.click(order);
    await expect.element(said('Not today')).toBeVisible();
    await orderAgain();
    await expect.element(said(/^Ordered: /)).toBeVisible();
    const [first, second] = await keysOf(server);
    expect(second).not.toBe(first);
  });

  test('API-58 the call with the answer to a 449 has the same key', async () => {
    const { server } = await renderOffer();
    await expect.element(order).toBeEnabled();
    const force = { message: 'It contains nuts. Go on?', answers: [{ value: 'nuts', label: 'Go on' }] };
    await server.fault(DIRECT, { answer: { status: 449, body: { success: false, error: { force } } } }, 1);
    await userEvent.click(order);
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Go on' }));
    await expect.element(said(/^Ordered: /)).toBeVisible();
    const sent = await server.requests(DIRECT);
    expect(sent.map(({ headers }) => headers['x-asw-force'])).toEqual([undefined, 'nuts']);
    const keys = await keysOf(server);
    expect(keys[0]).toBeDefined();
    expect(keys[1]).toBe(keys[0]);
  });

  test.each([
    ['429', { ...handMade({ success: false }), status: 429 }],
    [
      'a refusal that comes before the key is looked at',
      { status: 400, body: { success: false, error: { code: 'switchedOff' } } },
    ],
  ])(
    'API-58 a repeat that is answered %s says nothing of the order whose answer was lost: its key stays',
    async (_, answer) => {
      const app = await orderAndLose();
      const { server, lost } = app;
      await showNoOrders(app.platform);
      await server.fault(DIRECT, { answer }, 1);
      await server.fault(/GET .*canteenorders/, { answer: handMade({ orders: [] }) });
      await orderAgain();
      await expect.poll(() => keysOf(server)).toEqual([lost]);
      await expect.element(order).not.toHaveAttribute('aria-busy');
      await orderAgain();
      await expect.poll(() => keysOf(server)).toEqual([lost, lost]);
    },
  );

  test('API-58, part of ERR-04: a 409 is waited out without a word', async () => {
    const { server } = await renderOffer();
    await expect.element(order).toBeEnabled();
    const body = { success: false, resultText: 'Still at it' };
    await server.fault(DIRECT, { answer: { status: 409, body } }, 2);
    await userEvent.click(order);
    await expect.element(order).toHaveAttribute('aria-busy', 'true');
    await expect.element(said(/^Ordered: /)).toBeVisible();
    expect(page.getByText('Still at it').elements()).toEqual([]);
    const keys = await keysOf(server);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  test('API-58 a 409 that does not end is at last shown, and the next try has the same key', async () => {
    const { server, storage } = await renderOffer();
    await expect.element(order).toBeEnabled();
    const body = { success: false, resultText: 'Still at it' };
    await server.fault(DIRECT, { answer: { status: 409, body } });
    await userEvent.click(order);
    await expect.poll(() => keysOf(server)).not.toHaveLength(0);
    // The half minute passes by the clock of the page alone.
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 30_000);
    onTestFinished(() => clock.mockRestore());
    await expect.element(said('Still at it')).toBeVisible();
    await expect.element(order).not.toHaveAttribute('aria-busy');
    const [key] = await keysOf(server);
    expect(storedSnapshot(storage).pendingKeys.map((pending) => pending.key)).toEqual([key]);
    await server.clearFaults();
    await orderAgain();
    await expect.element(said(/^Ordered: /)).toBeVisible();
    expect(new Set(await keysOf(server))).toEqual(new Set([key]));
    expect(storedSnapshot(storage).pendingKeys).toEqual([]);
  });
});

test('part of API-58: a language that was chosen in a try whose answer was lost is told again, after another one since', async () => {
  const { server, platform } = await renderOffer();
  await expect.element(order).toBeEnabled();
  const tell = (value: string) =>
    act(platform, 'updateCustomer', { body: { additionalData: [{ variableId: 'language', value }] } });
  const UPDATE = /POST .*\/customer$/;
  await server.fault(UPDATE, { dropAfter: true });
  await expect(tell('pl')).rejects.toThrow('offline');
  await server.clearFaults();
  await tell('sk');
  await server.forgetRequests();
  await tell('pl');
  expect(new Set(await keysOf(server, UPDATE)).size).toBe(2);
  const { additionalData } = await platform.call('getCustomer', undefined);
  expect(additionalData).toContainEqual({ variableId: 'language', value: 'pl' });
});

test('API-57 each change has a key of its own at the own origin, and none elsewhere or at a gateway that does not ask for one', async () => {
  const email = 'jana@example.cz';
  const customer = { userName: 'jana', password: PASSWORD, firstName: 'Jana', lastName: 'Malá', email };
  const { server } = await renderApp('/login', {
    seed: seed.map((step) => (step.make === 'customer' ? { ...step, with: customer } : step)),
    settings: { allowProfileEdit: true, virtualCard: true },
  });
  const { Broth: mealId = 0, main: canteenId = 0 } = server.ids;
  const gateway = {
    id: 'card',
    url: `${server.apiUrl}/payments`,
    sendToken: false,
    sendIdempotencyKey: false,
  };
  await server.fault(/topup$/, { answer: handMade({ gatewayLink: 'https://pay.example/1' }) });
  /** The keys that the changes of a customer go with, by the last part of the call's path. */
  async function keysAt(apiUrl: string): Promise<readonly (readonly [string, unknown])[]> {
    const { platform } = await renderApp('/terms', { server, as: 'jana', config: { apiUrl } });
    // What was announced when the session began.
    platform.snapshot.setState(({ session }) => ({ session: { ...session, capabilities: undefined } }));
    const item = { mealId, canteenId, date: calendarDay('2026-11-20'), quantity: 1 };
    const { orderId = 0 } = await act(platform, 'createDirectOrder', {
      body: { price: money(10_000), item },
    });
    await act(platform, 'cancelOrder', { body: { orderId } });
    const profile = { type: 'Person', firstName: 'Jana', lastName: 'Malá', email } as const;
    await act(platform, 'updateCustomer', { body: profile });
    await act(platform, 'resetVirtualCard', undefined);
    const body = { customerId: '1', toBePaid: money(10_000), successUrl: '/s', failUrl: '/f' };
    await act(platform, 'startTopUp', { body }, { gateway });
    const changes = await server.requests(/POST|resetwebidentcode/);
    return changes.map(({ path, headers }) => [path.split('/').at(-1) ?? '', headers['idempotency-key']]);
  }
  const calls = ['direct', 'cancel', 'customer', 'resetwebidentcode'];
  const here = await keysAt(server.apiUrl);
  expect(here.map(([call]) => call)).toEqual([...calls, 'topup']);
  expect(here.at(-1)).toEqual(['topup', undefined]);
  const keys = here.slice(0, -1).map(([, key]) => key);
  for (const key of keys) expect(key).toEqual(expect.any(String));
  expect(new Set(keys).size).toBe(calls.length);

  await server.forgetRequests();
  const elsewhere = `http://canteen.localhost:${globalThis.location.port}${server.apiUrl}`;
  expect(await keysAt(elsewhere)).toEqual([...calls, 'topup'].map((call) => [call, undefined]));
});

describe('an API on another origin', () => {
  /** Signs in there by hand; the answers announce what is given. */
  async function orderElsewhere(announced: {
    readonly authenticate?: Readonly<Record<string, unknown>>;
    readonly customer?: Readonly<Record<string, unknown>>;
    readonly config?: Readonly<Record<string, unknown>>;
  }) {
    const { server } = await renderApp('/login', { seed });
    const apiUrl = `http://canteen.localhost:${globalThis.location.port}${server.apiUrl}`;
    const guest = (await (await fetch(`${server.apiUrl}/authenticate`, { method: 'POST' })).json()) as {
      sessionToken: string;
    };
    await server.fault(/authenticate$/, {
      answer: handMade({
        sessionToken: guest.sessionToken,
        ...announced.authenticate,
        serverTime: new Date(FRIDAY_0800).toISOString(),
      }),
    });
    await server.fault(/GET .*\/customer$/, {
      answer: handMade({ customerId: 1, firstName: 'Jana', ...announced.customer }),
    });
    await server.forgetRequests();
    const app = await renderApp('/login', { server, config: { apiUrl, ...announced.config } });
    // The form of the first application is there before that of this one.
    await expect.poll(() => page.getByLabelText('User name').elements()).toHaveLength(2);
    const form = page.getByRole('main').last();
    await userEvent.fill(form.getByLabelText('User name'), 'jana');
    await userEvent.fill(form.getByLabelText('Password', { exact: true }), PASSWORD);
    if (announced.config?.['allowPermanentLogin']) await userEvent.click(form.getByRole('checkbox'));
    await userEvent.click(form.getByRole('button', { name: 'Sign in' }));
    await userEvent.click(order);
    await expect.element(said(/^Ordered: /)).toBeVisible();
    return app;
  }

  test.each<{ announced: readonly string[] }>([
    { announced: [] },
    { announced: ['idempotency'] },
    { announced: ['live'] },
    { announced: ['logout'] },
    { announced: ['keepLogged'] },
    { announced: ['idempotency', 'live', 'logout', 'keepLogged'] },
  ])('API-56 that announces $announced gets that alone, and works', async ({ announced }) => {
    const capabilities = Object.fromEntries(announced.map((name) => [name, 1]));
    const config = { allowPermanentLogin: true, permanentLoginDays: 7 };
    const { server } = await orderElsewhere({ authenticate: { capabilities }, config });
    await userEvent.click(card.getByRole('button', { name: /^Cancel/ }));
    await expect.element(said(/^The order was cancelled: /)).toBeVisible();
    const calls = await server.requests();
    await userEvent.click(page.getByRole('button', { name: 'Sign out' }).last());
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
    await expect.element(page.getByRole('link', { name: 'Sign in' }).last()).toBeVisible();
    await expect.poll(async () => (await server.requests()).length).toBeGreaterThan(calls.length);
    const all = await server.requests();
    const used = {
      idempotency: all.some(({ headers }) => 'idempotency-key' in headers),
      live: all.some(({ path }) => path.endsWith('/live')),
      logout: all.some(({ path }) => path.endsWith('customer/logout')),
      keepLogged: all.some(({ headers }) => 'x-asw-keep-logged' in headers),
    };
    const names = ['idempotency', 'live', 'logout', 'keepLogged'];
    expect(used).toEqual(Object.fromEntries(names.map((name) => [name, announced.includes(name)])));
  });

  test.each([
    ['authenticate', 1],
    ['authenticate', '1'],
    ['customer', 1],
    ['customer', '1'],
  ] as const)('DATA-38 API-56 %s that announces idempotency with %j gets keys', async (where, value) => {
    const { server } = await orderElsewhere({ [where]: { capabilities: { idempotency: value } } });
    expect(await keysOf(server)).toEqual([expect.any(String)]);
  });

  test.each([
    [1, true, 'inside'],
    ['1', true, 'inside'],
    [1, true, 'at the top'],
    ['1', true, 'at the top'],
    [0, false, 'inside'],
    ['yes', false, 'inside'],
    [true, false, 'at the top'],
  ] as const)(
    'DATA-38 of what is announced by %j all is used: %s, with the pairing of customers %s',
    async (value, isUsed, place) => {
      const others = { idempotency: value, live: value, logout: value, keepLogged: value };
      const announced =
        place === 'inside'
          ? { capabilities: { ...others, customersPairing: value } }
          : { capabilities: others, customersPairing: value };
      const { server, history } = await orderElsewhere({
        authenticate: announced,
        customer: announced,
        config: {
          allowPermanentLogin: true,
          permanentLoginDays: 7,
          allowPairingManagement: true,
          allowBills: true,
        },
      });
      expect(await keysOf(server)).toEqual([isUsed ? expect.any(String) : undefined]);
      const [signedIn] = await server.requests(/customer\/login/);
      expect(signedIn?.headers['x-asw-keep-logged']).toBe(isUsed ? '1' : undefined);
      if (isUsed) await expect.poll(() => server.requests(/\/live/)).not.toEqual([]);
      history.push('/profile');
      const menu = page.getByRole('navigation', { name: 'Profile' });
      await expect.element(menu.getByRole('link', { name: 'Bills' })).toBeVisible();
      expect(menu.getByRole('link', { name: 'Pairing' }).elements()).toHaveLength(isUsed ? 1 : 0);
      await userEvent.click(page.getByRole('button', { name: 'Sign out' }).last());
      await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
      await expect.element(page.getByRole('link', { name: 'Sign in' }).last()).toBeVisible();
      const ended = isUsed ? 1 : 0;
      await expect.poll(() => server.requests(/customer\/logout/)).toHaveLength(ended);
      if (!isUsed) expect(await server.requests(/\/live/)).toEqual([]);
    },
  );

  test.each([0, true, 'yes'])('DATA-38 announcing with %j is no announcement', async (value) => {
    const capabilities = { idempotency: value };
    const { server } = await orderElsewhere({ authenticate: { capabilities }, customer: { capabilities } });
    expect(await keysOf(server)).toEqual([undefined]);
  });
});
