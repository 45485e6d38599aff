import { page, userEvent } from 'vitest/browser';
import { describe, expect, test } from 'vitest';

import { FRIDAY_0800, handMade } from '../../../test/hand-made-menu.ts';
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
const said = (text: string | RegExp) => page.getByLabelText('Notifications').getByText(text, { exact: true });
const DIRECT = /POST .*canteenorder\/direct/;
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
    await expect.element(said('Ordered')).toBeVisible();
    expect(storedSnapshot(storage).pendingKeys).toEqual([]);

    await userEvent.click(card.getByRole('button', { name: /^Cancel/ }));
    await expect.element(said('The order was cancelled')).toBeVisible();
    await orderAgain();
    await expect.poll(() => keysOf(server, CHANGE)).toHaveLength(3);
    const keys = await keysOf(server, CHANGE);
    expect(keys.every((one) => typeof one === 'string' && one.length >= 16)).toBe(true);
    expect(new Set(keys).size).toBe(3);
    // Reading and signing in change nothing in this sense.
    const others = await server.requests(/^(?!POST .*canteenorder)/);
    expect(others.filter(({ headers }) => 'idempotency-key' in headers)).toEqual([]);
  });

  /** Orders, and loses the answer after the work was done. */
  async function orderAndLose() {
    const app = await renderOffer();
    const { server } = app;
    await expect.element(order).toBeEnabled();
    await server.fault(DIRECT, { dropAfter: true });
    await userEvent.click(order);
    await expect.element(said(/^There is no connection/)).toBeVisible();
    const [lost] = await keysOf(server);
    await server.clearFaults();
    await server.forgetRequests();
    return { ...app, lost };
  }

  /** The list on screen is from before the order. */
  async function showNoOrders({ query, queries }: RenderedApp['platform']) {
    await expect.element(card.getByRole('button', { name: /^One more,/ })).toBeEnabled();
    queries.setQueryData(query('listOrders', undefined).queryKey, (list) => list && { ...list, orders: [] });
    await expect.element(card.getByRole('button', { name: /^Order,/ })).toBeEnabled();
  }

  test('API-58 after a lost answer and a reload the same order has the same key, and is made once', async () => {
    const { server, lost, reload } = await orderAndLose();
    // The list is late as well, so that nothing says yet that there is an order.
    await server.fault(/GET .*canteenorders/, { answer: handMade({ orders: [] }) }, 1);
    await reload();
    await expect.element(card.getByRole('button', { name: /^Order,/ })).toBeEnabled();
    await orderAgain();
    await expect.element(said('Ordered')).toBeVisible();
    expect(await keysOf(server)).toEqual([lost]);
    await expect.element(card.getByText('Ordered', { exact: true })).toBeVisible();
    expect(card.getByText('Ordered', { exact: true }).elements()).toHaveLength(1);
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
    expect(said('Ordered').elements()).toEqual([]);

    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'No' }));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(order).not.toHaveAttribute('aria-busy');
    expect(await keysOf(server)).toHaveLength(2);

    await orderAgain();
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Order again' }));
    await expect.poll(() => card.getByText('Ordered', { exact: true }).elements()).toHaveLength(2);
    expect(page.getByRole('dialog').elements()).toEqual([]);
    expect(await keysOf(server)).toHaveLength(4);
  });

  test('API-58 an order that cannot be looked for on the list is told as what it is', async () => {
    const { server, platform } = await orderAndLose();
    await showNoOrders(platform);
    await server.fault(/GET .*canteenorders/, { cut: true });
    await orderAgain();
    await expect.element(said('Ordered')).toBeVisible();
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
    await expect.element(said('Ordered')).toBeVisible();
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
    await expect.element(said('The order was cancelled')).toBeVisible();
    await server.forgetRequests();
    await orderAgain();
    await expect.element(said('Ordered')).toBeVisible();
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
    await expect.element(said('Ordered')).toBeVisible();
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
    await expect.element(said('Ordered')).toBeVisible();
    const sent = await server.requests(DIRECT);
    expect(sent.map(({ headers }) => headers['x-asw-force'])).toEqual([undefined, 'nuts']);
    const keys = await keysOf(server);
    expect(keys[0]).toBeDefined();
    expect(keys[1]).toBe(keys[0]);
  });

  test('API-58 a 409 is waited out without a word', async () => {
    const { server } = await renderOffer();
    await expect.element(order).toBeEnabled();
    const body = { success: false, resultText: 'Still at it' };
    await server.fault(DIRECT, { answer: { status: 409, body } }, 2);
    await userEvent.click(order);
    await expect.element(order).toHaveAttribute('aria-busy', 'true');
    await expect.element(said('Ordered')).toBeVisible();
    expect(page.getByText('Still at it').elements()).toEqual([]);
    const keys = await keysOf(server);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });
});

describe('an API on another origin', () => {
  /** Signs in there by hand; the answers announce what is given. */
  async function orderElsewhere(announced: {
    readonly authenticate?: Readonly<Record<string, unknown>>;
    readonly customer?: Readonly<Record<string, unknown>>;
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
    const app = await renderApp('/login', { server, config: { apiUrl } });
    const form = page.getByRole('main').last();
    await userEvent.fill(form.getByLabelText('User name'), 'jana');
    await userEvent.fill(form.getByLabelText('Password', { exact: true }), PASSWORD);
    await userEvent.click(form.getByRole('button', { name: 'Sign in' }));
    await userEvent.click(order);
    await expect.element(said('Ordered')).toBeVisible();
    return app;
  }

  test('part of API-56 API-57: that announces nothing gets nothing of what is added, and works', async () => {
    const { server } = await orderElsewhere({});
    await userEvent.click(card.getByRole('button', { name: /^Cancel/ }));
    await expect.element(said('The order was cancelled')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Sign out' }).last());
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
    await expect.element(page.getByRole('link', { name: 'Sign in' }).last()).toBeVisible();
    const all = await server.requests();
    expect(all.length).toBeGreaterThan(5);
    for (const { headers } of all) {
      expect(headers).not.toHaveProperty('idempotency-key');
      expect(headers).not.toHaveProperty('x-asw-keep-logged');
    }
    expect(all.filter(({ path }) => /\/live|customer\/logout/.test(path))).toEqual([]);
  });

  test.each([
    ['authenticate', 1],
    ['authenticate', '1'],
    ['customer', 1],
    ['customer', '1'],
  ] as const)(
    'part of API-56 DATA-38: %s that announces idempotency with %j gets keys',
    async (where, value) => {
      const { server } = await orderElsewhere({ [where]: { capabilities: { idempotency: value } } });
      expect(await keysOf(server)).toEqual([expect.any(String)]);
    },
  );

  test.each([0, true, 'yes'])('DATA-38 announcing with %j is no announcement', async (value) => {
    const capabilities = { idempotency: value };
    const { server } = await orderElsewhere({ authenticate: { capabilities }, customer: { capabilities } });
    expect(await keysOf(server)).toEqual([undefined]);
  });
});
