import type { SeenRequest } from '@refectory/server/testing/faults';
import { createMemoryHistory } from '@tanstack/history';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { act } from '#platform/api/action.ts';
import { createPlatform, type Platform } from '#platform/platform.ts';
import { emptySnapshot, snapshotKey } from '#platform/storage/snapshot.ts';

import { handMade } from '../../../test/hand-made-menu.ts';
import { pickCanteen } from '../../../test/pick-canteen.ts';
import {
  PASSWORD,
  renderApp,
  storageWith,
  storedSnapshot,
  type RenderedApp,
} from '../../../test/render-app.ts';
import { memoryStorage } from '../../../test/storage.ts';
import { login } from './login.ts';
import { dropSession, logout } from './logout.ts';

const jana = {
  make: 'customer',
  as: 'jana',
  with: {
    userName: 'jana',
    password: PASSWORD,
    firstName: 'Jana',
    lastName: 'Nováková',
    balance: 123_456,
    bonus: { amount: 700, currencyFormat: { en: '{0} points' } },
    customData: [{ label: { en: 'Cost centre' }, value: '4711' }],
  },
} as const;
const petr = { make: 'customer', as: 'petr', with: { userName: 'petr', password: PASSWORD } } as const;
const kitchen = {
  make: 'canteen',
  as: 'kitchen',
  with: { key: 'kitchen', name: { en: 'Kitchen' } },
} as const;
const garden = { make: 'canteen', as: 'garden', with: { name: { en: 'Garden' } } } as const;
const dishes = [
  { make: 'offering', as: 'broth', with: { canteenId: '$kitchen', product: { name: { en: 'Beef broth' } } } },
  { make: 'offering', as: 'salad', with: { canteenId: '$garden', product: { name: { en: 'Green salad' } } } },
  {
    make: 'offering',
    with: { canteenId: '$garden', day: '2026-11-24', product: { name: { en: 'Roast duck' } } },
  },
] as const;
const order = { make: 'order', as: 'order', with: { customer: 'jana', offering: 'broth' } } as const;

const header = page.getByRole('banner');
const tokenOf = ({ headers }: SeenRequest) => headers['x-asw-token'];
const nameOf = ({ method, path }: SeenRequest) => `${method} ${path.replace(/\?.*/, '')}`;

async function signIn(userName: string): Promise<void> {
  await userEvent.fill(page.getByRole('textbox', { name: 'User name' }), userName);
  await userEvent.fill(page.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
  await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Sign in' }));
}

async function signOut(): Promise<void> {
  await userEvent.click(header.getByRole('button', { name: 'Sign out' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
  await expect.element(header.getByRole('link', { name: 'Sign in' })).toBeVisible();
}

/** Everything that can be read on the page, and everything the application holds. */
function everythingOf({ platform, storage }: RenderedApp): string {
  const cached = platform.queries.getQueryCache().getAll();
  return JSON.stringify([
    document.body.innerText,
    platform.snapshot.getState(),
    storedSnapshot(storage),
    cached.map(({ queryKey, state }) => [queryKey, state.data]),
  ]);
}

test('AUTH-19 API-12 without a stored session one is obtained first, and goes with every other call', async () => {
  const { server, storage } = await renderApp('/offer', {
    seed: [kitchen, ...dishes.slice(0, 1)],
    storage: memoryStorage(),
  });
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  const [first, ...later] = await server.requests();
  expect(first).toMatchObject({ method: 'POST', path: '/api/authenticate', body: '' });
  expect(first?.headers).not.toHaveProperty('x-asw-token');
  expect(first?.headers).not.toHaveProperty('content-type');
  const { sessionToken } = storedSnapshot(storage).session.authentication;
  expect(sessionToken).toMatch(/^\S{20,}$/);
  expect(later.map(nameOf)).toEqual(['GET /api/canteens', 'GET /api/canteenmenu']);
  expect(later.map(tokenOf)).toEqual([sessionToken, sessionToken]);
});

test('AUTH-19 a stored session is taken over, none is asked for', async () => {
  const { server } = await renderApp('/orders', {
    seed: [jana, kitchen, ...dishes.slice(0, 1), order],
    as: 'jana',
  });
  await expect.element(page.getByRole('button', { name: /^Cancel, Beef broth/ })).toBeVisible();
  expect(await server.requests(/authenticate/)).toEqual([]);
});

test.each([
  ['fails', { answer: { status: 500, body: { success: false } } }],
  ['answers without a token', { answer: { status: 200, body: { success: true } } }],
  ['cannot be reached', { cut: true }],
] as const)('NAV-29 when authenticate %s, an error page is all there is', async (_, fault) => {
  const first = await renderApp('/login');
  await first.server.fault(/authenticate/, fault);
  await first.server.forgetRequests();
  const { server } = await renderApp('/offer', { server: first.server, storage: memoryStorage() });
  await expect.element(page.getByRole('heading', { name: 'Whoops, something went wrong' })).toBeVisible();
  expect(new Set((await server.requests()).map(nameOf))).toEqual(new Set(['POST /api/authenticate']));
});

test('part of DATA-19: a login stores who is in, with which token, since when, and it outlives the page', async () => {
  // The days of a permanent login are counted by the clock they began by, that of the device.
  const before = Date.now();
  const app = await renderApp('/login', { seed: [jana] });
  await signIn('jana');
  await expect.element(page.getByRole('radio', { name: 'Week' })).toBeVisible();
  await userEvent.click(page.getByText('Week', { exact: true }));
  await expect.poll(() => storedSnapshot(app.storage).session.timespan).toBe('week');
  const { session } = storedSnapshot(app.storage);
  expect(session).toMatchObject({
    auth: true,
    keepLogged: false,
    customerId: String(app.server.ids['jana']),
  });
  expect(session.authentication.sessionToken).toMatch(/^\S{20,}$/);
  expect(session.loggedInAt).toBeGreaterThanOrEqual(before);
  expect(session.loggedInAt).toBeLessThanOrEqual(Date.now());
  expect(app.storage.getItem(snapshotKey('canteen', '/'))).not.toContain(PASSWORD);

  await app.reload();
  await expect.element(header.getByText('Jana Nováková').last()).toBeVisible();
  expect(storedSnapshot(app.storage).session).toEqual(session);
});

test('part of DATA-19: activity, the last comment and the terms agreed to are part of the session', async () => {
  const session = {
    auth: true,
    authentication: { sessionToken: 'x' },
    keepLogged: true,
    loggedInAt: 1,
    lastActivityTime: 2,
    lastCommentTimestamp: 3,
    timespan: 'day',
    terms: { hash: 'h', version: '4' },
    customerId: '5',
  } as const;
  const { platform } = await renderApp('/login', { storage: storageWith({ session }) });
  expect(platform.snapshot.getState().session).toEqual(session);
});

test('C3 the time of the last comment is hidden from others, and there again for its owner', async () => {
  const app = await renderApp('/', { seed: [jana, petr], as: 'jana' });
  app.platform.snapshot.setState(({ session }) => ({ session: { ...session, lastCommentTimestamp: 7 } }));
  const lastComment = () => storedSnapshot(app.storage).session.lastCommentTimestamp;
  const signInAs = async (userName: string) => {
    await userEvent.click(header.getByRole('link', { name: 'Sign in' }));
    await signIn(userName);
    await expect.element(header.getByText(userName).last()).toBeVisible();
  };
  await signOut();
  await expect.poll(lastComment).toBeUndefined();
  await signInAs('petr');
  expect(lastComment()).toBeUndefined();
  await signOut();
  await userEvent.click(header.getByRole('link', { name: 'Sign in' }));
  await signIn('jana');
  await expect.poll(lastComment).toBe(7);
});

test('AUTH-15 API-05, part of AUTH-14: logout leaves nothing of the customer, and the next one sees none of it', async () => {
  const app = await renderApp('/orders', {
    seed: [kitchen, garden, jana, petr, ...dishes, order],
    as: 'jana',
    config: {
      showBonusBalance: true,
      showCustomData: true,
      currencyFormat: 'CZK {0}',
      defaultCanteen: 'kitchen',
    },
  });
  await expect.element(page.getByRole('button', { name: /^Cancel, Beef broth/ })).toBeVisible();
  const user = header.getByRole('button', { name: 'Jana Nováková' }).last();
  await userEvent.click(user);
  await expect.element(header.getByText('4711')).toBeVisible();
  await userEvent.click(user);
  await userEvent.click(header.getByRole('link', { name: 'Menu' }));
  await pickCanteen('Garden');
  await userEvent.click(page.getByRole('button', { name: /24\. November/i }));
  await expect.element(page.getByText('Roast duck')).toBeVisible();
  const oldToken = storedSnapshot(app.storage).session.authentication.sessionToken;
  const traces = ['Jana', 'Nováková', '1,134.56', '7.00\u00a0points', '4711', oldToken ?? 'no token'];
  const before = everythingOf(app);
  for (const trace of traces) expect(before).toContain(trace);

  await app.server.forgetRequests();
  await signOut();
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  await expect.poll(() => app.history.location.href).toBe('/offer/DAY?day=2026-11-20');
  expect(storedSnapshot(app.storage).selection).toEqual({});
  expect(storedSnapshot(app.storage).session.auth).toBe(false);
  const after = everythingOf(app);
  for (const trace of traces) expect(after).not.toContain(trace);
  expect((await app.server.requests()).map(tokenOf)).not.toContain(oldToken);

  await userEvent.click(header.getByRole('link', { name: 'Sign in' }));
  await signIn('petr');
  await expect.element(header.getByText('petr').last()).toBeVisible();
  const next = everythingOf(app);
  for (const trace of traces) expect(next).not.toContain(trace);
});

test.each([
  ['in this tab', () => signOut()],
  ['in another tab', (app: RenderedApp) => logout(otherTab(app))],
] as const)(
  'AUTH-14 a logout %s empties all that was read of the customer and what they typed, and the next customer sees none of it',
  async (_, logOut) => {
    localStorage.setItem(
      snapshotKey('canteen', '/'),
      JSON.stringify({ state: { ...emptySnapshot, language: 'en' }, version: 1 }),
    );
    const app = await renderApp('/login', {
      seed: [jana, petr],
      storage: localStorage,
      config: {
        allowTransactionsReport: true,
        allowBonusesReport: true,
        allowPairingManagement: true,
        allowGuestComments: true,
        capabilities: { customersPairing: 1 },
        showBonusBalance: true,
        showCustomData: true,
      },
    });
    await signIn('jana');
    const answers = {
      transactions: [{ id: 1, name: 'Lunch of Jana', dateTime: '2026-11-20 12:00', amount: -30 }],
      pairings: [{ pairingStatus: 'valid', loyaltySystem: 'Club of Jana', pairedDT: '2026-11-01 08:00:00' }],
    };
    await app.server.fault(/account\/transactions/, {
      answer: handMade({ transactions: answers.transactions }),
    });
    await app.server.fault(/pairing\/list/, { answer: handMade({ pairings: answers.pairings }) });
    await expect.element(header.getByText('Jana Nováková').last()).toBeVisible();
    const visit = async (address: string, text: string) => {
      app.history.push(address);
      await expect.element(page.getByRole('main').getByText(text, { exact: true }).last()).toBeVisible();
    };
    await visit('/profile/transactions', 'Lunch of Jana');
    await visit('/profile/pairing', 'Club of Jana');
    await visit('/profile/bonuses', '7.00\u00a0points');
    app.history.push('/profile/comment');
    await userEvent.fill(page.getByRole('textbox', { name: 'Your comment' }), 'half a comment');

    const typed = () =>
      [...document.querySelectorAll('input, textarea')].map((box) => Reflect.get(box, 'value'));
    const everything = () => JSON.stringify([everythingOf(app), typed()]);
    const traces = [
      'Nováková',
      '123456',
      'points',
      'Lunch of Jana',
      'Club of Jana',
      '4711',
      'half a comment',
    ];
    const seen = () => traces.filter((trace) => everything().includes(trace));
    expect(seen()).toEqual(traces);

    await logOut(app);
    await expect.poll(seen).toEqual([]);
    await app.server.clearFaults();
    await userEvent.click(header.getByRole('link', { name: 'Sign in' }));
    await signIn('petr');
    await expect.element(header.getByText('petr').last()).toBeVisible();
    app.history.push('/profile/comment');
    await expect.element(page.getByRole('textbox', { name: 'Your comment' })).toHaveValue('');
    await expect.poll(seen).toEqual([]);
  },
);

test('AUTH-15 NAV-31 the remembered address is used once, and logout forgets it', async () => {
  const { history, storage } = await renderApp('/profile/bills?from=2026-01-01', { seed: [jana, petr] });
  await expect.element(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  expect(history.location.pathname).toBe('/login');
  await signIn('jana');
  await expect.poll(() => history.location.href).toBe('/profile/bills?from=2026-01-01');
  expect(storedSnapshot(storage).wantedPath).toBeUndefined();

  await signOut();
  await userEvent.click(header.getByRole('link', { name: 'Sign in' }));
  await signIn('petr');
  await expect.poll(() => history.location.pathname).toBe('/offer/DAY');
  expect(storedSnapshot(storage).wantedPath).toBeUndefined();
});

test('AUTH-15 an address wanted by one is not opened for another who logs in after a logout', async () => {
  const app = await renderApp('/profile', { seed: [jana, petr], as: 'jana' });
  app.platform.snapshot.setState({ wantedPath: '/cart' });
  await signOut();
  await userEvent.click(header.getByRole('link', { name: 'Sign in' }));
  await signIn('petr');
  await expect.poll(() => app.history.location.pathname).toBe('/offer/DAY');
});

test('ERR-17 ERR-25 a customer whose session is refused is told once, and is back on their page after a login', async () => {
  const app = await renderApp('/profile', {
    seed: [kitchen, jana, ...dishes.slice(0, 1), order],
    as: 'jana',
  });
  await expect.element(header.getByText('Jana Nováková').last()).toBeVisible();
  const oldToken = storedSnapshot(app.storage).session.authentication.sessionToken;
  const refused = { status: 401, body: { success: false, resultText: 'No such session' } };
  await app.server.fault(/GET .*customer\//, { answer: refused });
  await app.server.forgetRequests();
  await userEvent.click(header.getByRole('link', { name: 'Orders' }));

  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect.element(toasts.getByText('Unauthorized', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  await expect.element(toasts.getByRole('paragraph')).toHaveTextContent(/^Unauthorized$/);
  await expect.poll(() => app.server.requests(/authenticate/)).toHaveLength(1);
  expect(storedSnapshot(app.storage)).toMatchObject({ session: { auth: false }, wantedPath: '/orders' });
  expect(everythingOf(app)).not.toContain('Jana');

  await app.server.clearFaults();
  await signIn('jana');
  await expect.element(page.getByRole('button', { name: /^Cancel, Beef broth/ })).toBeVisible();
  expect(app.history.location.pathname).toBe('/orders');
  const used = (await app.server.requests()).slice(-3).map(tokenOf);
  expect(used).not.toContain(oldToken);
});

test('ERR-17 an order whose session is refused is told once as well', async () => {
  const app = await renderApp('/orders', { seed: [kitchen, jana, ...dishes.slice(0, 1), order], as: 'jana' });
  await app.server.fault(/canteenorder\/cancel/, { answer: { status: 401, body: { success: false } } });
  await userEvent.click(page.getByRole('button', { name: /^Cancel, Beef broth/ }));
  await expect.element(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  // The order's call ends when the new session is there.
  await expect.poll(() => storedSnapshot(app.storage).session.authentication.sessionToken).toBeTruthy();
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect.element(toasts.getByRole('paragraph')).toHaveTextContent(/^Unauthorized$/);
  expect(app.platform.toasts.getState().map(({ count }) => count)).toEqual([1]);
});

test('a guest whose session is refused gets one new one, and the call is repeated with it', async () => {
  const storage = storageWith({
    language: 'en',
    session: {
      auth: false,
      authentication: { sessionToken: 'gone' },
      keepLogged: false,
      capabilities: { idempotency: true },
    },
  });
  const { server } = await renderApp('/offer', { seed: [kitchen, ...dishes.slice(0, 1)], storage });
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  // The stream comes once the menu is there, in its own time.
  const calls = await server.requests(/\/api\/(?!live)/);
  expect(calls.map(nameOf)).toEqual([
    'GET /api/canteens',
    'POST /api/authenticate',
    'GET /api/canteens',
    'GET /api/canteenmenu',
  ]);
  const { sessionToken } = storedSnapshot(storage).session.authentication;
  expect(calls.map(tokenOf)).toEqual(['gone', undefined, sessionToken, sessionToken]);
});

test("a login when the guest's session has ended gets a new one, and the customer is in", async () => {
  const app = await renderApp('/login', { seed: [kitchen, jana, ...dishes.slice(0, 1)] });
  await app.server.setClock('2026-11-22T08:00:00+01:00');
  await app.reload();
  await app.server.forgetRequests();
  await signIn('jana');
  await expect.element(header.getByText('Jana Nováková').last()).toBeVisible();
  expect((await app.server.requests()).map(nameOf).slice(0, 4)).toEqual([
    'POST /api/customer/login',
    'POST /api/authenticate',
    'POST /api/customer/login',
    'GET /api/customer',
  ]);
});

test("NAV-29 from a server that announces nothing a guest's session is asked for at every start, or an error page is all there is", async () => {
  const app = await renderApp('/login');
  await app.server.fault(/authenticate$/, { answer: handMade({ sessionToken: 'first' }) }, 1);
  const storage = memoryStorage();
  const other = await renderApp('/login', { server: app.server, storage });
  const tokenNow = () => storedSnapshot(storage).session.authentication.sessionToken;
  expect(tokenNow()).toBe('first');
  await app.server.fault(/authenticate$/, { answer: handMade({ sessionToken: 'second' }) }, 1);
  const again = await other.reload();
  expect(tokenNow()).toBe('second');

  await app.server.fault(/authenticate$/, { answer: { status: 500 } });
  await app.server.forgetRequests();
  await again.reload();
  await expect.element(page.getByRole('heading', { name: 'Whoops, something went wrong' })).toBeVisible();
  expect((await app.server.requests()).map(nameOf)).toEqual(['POST /api/authenticate']);
});

test('NAV-29 a guest whose new session is refused too sees the error page', async () => {
  const first = await renderApp('/login');
  await first.server.fault(/canteens/, { answer: { status: 401, body: { success: false } } });
  await first.server.forgetRequests();
  const { server } = await renderApp('/offer', { server: first.server });
  await expect.element(page.getByRole('heading', { name: 'Whoops, something went wrong' })).toBeVisible();
  expect((await server.requests()).map(nameOf)).toEqual([
    'POST /api/authenticate',
    'GET /api/canteens',
    'POST /api/authenticate',
    'GET /api/canteens',
  ]);
});

/** The application of another tab: its storage is that of another document of this origin. */
function otherTab(app: RenderedApp): Platform {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  onTestFinished(() => {
    localStorage.clear();
    frame.remove();
  });
  return createPlatform({
    settings: app.platform.settings,
    storage: frame.contentWindow?.localStorage,
    basePath: '/',
    browserLanguages: ['en'],
    history: createMemoryHistory({ initialEntries: ['/'] }),
    deviceNow: () => Date.now(),
  });
}

/** The list with jana's order, in a storage that other tabs share. */
async function ordersOfJana(): Promise<RenderedApp> {
  localStorage.setItem(
    snapshotKey('canteen', '/'),
    JSON.stringify({ state: { ...emptySnapshot, language: 'en' }, version: 1 }),
  );
  const app = await renderApp('/orders', {
    seed: [kitchen, jana, ...dishes.slice(0, 1), order],
    storage: localStorage,
  });
  await signIn('jana');
  await expect.element(page.getByRole('button', { name: /^Cancel, Beef broth/ })).toBeVisible();
  return app;
}

test('a logout in another tab ends the session in this one, and the old token is not used again', async () => {
  const app = await ordersOfJana();
  const oldToken = storedSnapshot(localStorage).session.authentication.sessionToken;
  app.platform.dishSearch.setState({ text: 'what jana looks for' });
  await app.server.forgetRequests();

  logout(otherTab(app));
  await expect.element(header.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  expect(app.history.location.pathname).toBe('/offer/DAY');
  expect(everythingOf(app)).not.toContain('Jana');
  expect(app.platform.dishSearch.getState().text).toBe('');
  const others = await app.server.requests(/^(?!.*customer\/logout)/);
  expect(others.map(tokenOf)).not.toContain(oldToken);
  expect(storedSnapshot(localStorage).wantedPath).toBeUndefined();
});

test('a login in another tab holds in this one too', async () => {
  localStorage.setItem(
    snapshotKey('canteen', '/'),
    JSON.stringify({ state: { ...emptySnapshot, language: 'en' }, version: 1 }),
  );
  const app = await renderApp('/offer', {
    seed: [kitchen, jana, ...dishes.slice(0, 1)],
    storage: localStorage,
  });
  await expect.element(header.getByRole('link', { name: 'Sign in' })).toBeVisible();
  // Why somebody was signed out is no longer of interest.
  app.platform.toasts.add({ messageKey: 'You were signed out.', isFromServer: true, stays: true });
  await expect.element(page.getByText(/^You were signed out/)).toBeVisible();
  await login(otherTab(app), { userName: 'jana', password: PASSWORD });
  await expect.element(header.getByText('Jana Nováková').last()).toBeVisible();
  await expect.element(page.getByText(/^You were signed out/)).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^Order, Beef broth/ })).toBeEnabled();
});

describe('two logins at the same moment', () => {
  const seed = [kitchen, jana, petr, ...dishes.slice(0, 1)];
  const credentials = (userName: string) => ({ userName, password: PASSWORD });
  const CUSTOMER_READ = /GET .*\/customer$/;
  const tokenIn = (storage: Storage) => storedSnapshot(storage).session.authentication.sessionToken;
  const ended = { failure: { kind: 'session-ended' } };
  /** Whose session the application has, by what it keeps and by what the server says. */
  const whoIsIn = async ({ snapshot, call }: Platform) => {
    const { session } = snapshot.getState();
    const customer = await call('getCustomer', undefined);
    return { kept: session.customerId, atServer: String(customer.id), name: customer.userName };
  };

  test.each([/customer\/login$/, CUSTOMER_READ])(
    'on one page the first is in, and the other ends: %s is slow',
    async (slow) => {
      const { platform, server } = await renderApp('/offer', { seed });
      const { release } = await server.fault(slow, { hold: true }, 1);
      const first = login(platform, credentials('jana'));
      const second = login(platform, credentials('petr'));
      await expect.poll(async () => (await server.requests(slow)).length).toBe(1);
      await release();
      await first;
      await expect(second).rejects.toMatchObject(ended);
      const { kept, atServer, name } = await whoIsIn(platform);
      expect(name).toBe('jana');
      expect(kept).toBe(atServer);
    },
  );

  test.each([/customer\/login$/, CUSTOMER_READ])(
    'in two tabs one is in, in both of them, and the other ends at the server too: %s is slow',
    async (slow) => {
      localStorage.setItem(
        snapshotKey('canteen', '/'),
        JSON.stringify({ state: { ...emptySnapshot, language: 'en' }, version: 1 }),
      );
      const app = await renderApp('/offer', { seed, storage: localStorage });
      const { platform, server } = app;
      await expect.element(header.getByRole('link', { name: 'Sign in' })).toBeVisible();
      const other = otherTab(app);
      const { release } = await server.fault(slow, { hold: true }, 1);
      const here = expect(login(platform, credentials('jana'))).rejects.toMatchObject(ended);
      await expect.poll(async () => (await server.requests(slow)).length).toBe(1);
      await server.forgetRequests();
      const before = tokenIn(localStorage);
      const there = login(other, credentials('petr'));
      // The browser sends the same GET of the other tab once this one was answered.
      if (slow === CUSTOMER_READ) await expect.poll(() => tokenIn(localStorage)).not.toBe(before);
      else await there;
      await release();
      await there;
      await here;
      await expect.poll(async () => (await server.requests(/customer\/logout$/)).length).toBe(1);
      for (const tab of [platform, other]) {
        const { kept, atServer, name } = await whoIsIn(tab);
        expect(name).toBe('petr');
        expect(kept).toBe(atServer);
      }
    },
  );
});

test('an order that another tab cancels is gone here too', async () => {
  const app = await ordersOfJana();
  await act(otherTab(app), 'cancelOrder', { body: { orderId: app.server.ids['order'] ?? 0 } });
  await expect.element(page.getByText('No records to display')).toBeVisible();
});

test('an order that another tab paid by card is here too', async () => {
  const app = await ordersOfJana();
  const { snapshot } = otherTab(app);
  const cart = { customerId: String(app.server.ids['jana']), items: [{ id: 'salad' }] };
  snapshot.setState({ carts: [{ ...cart, openPayment: [{ id: 'broth' }] }] });
  await expect.poll(() => app.platform.snapshot.getState().carts).toHaveLength(1);
  await app.server.forgetRequests();
  snapshot.setState({ carts: [{ ...cart, openPayment: [] }] });
  await expect.poll(() => app.server.requests(/GET .*canteenorders/)).toHaveLength(1);
});

describe('a customer who leaves while they order', () => {
  const DIRECT = /POST .*canteenorder\/direct/;
  const question = page.getByRole('dialog', { name: 'Please confirm' });
  const orderBroth = page.getByRole('button', { name: /^Order, Beef broth/ });
  const asks = {
    status: 449,
    body: { success: false, error: { force: { message: 'Sure?', answers: ['yes'] } } },
  };

  /** The offer before jana, in a storage that other tabs share. */
  async function offerOfJana(): Promise<RenderedApp> {
    const state = { ...emptySnapshot, language: 'en' };
    localStorage.setItem(snapshotKey('canteen', '/'), JSON.stringify({ state, version: 1 }));
    onTestFinished(() => localStorage.clear());
    const app = await renderApp('/login', {
      seed: [kitchen, jana, petr, ...dishes.slice(0, 1)],
      storage: localStorage,
    });
    await signIn('jana');
    await expect.element(orderBroth).toBeEnabled();
    return app;
  }

  /** In another tab jana leaves, and petr comes. */
  async function exchangeCustomer(app: RenderedApp): Promise<void> {
    const tab = otherTab(app);
    await dropSession(tab);
    await login(tab, { userName: 'petr', password: PASSWORD });
    await expect.element(header.getByText('petr').last()).toBeVisible();
  }

  const isDone = (app: RenderedApp) => expect.poll(() => app.platform.underWay.getState()).toEqual([]);

  test('their question is not there for the next one', async () => {
    const app = await offerOfJana();
    await app.server.fault(DIRECT, { answer: asks }, 1);
    await userEvent.click(orderBroth);
    await expect.element(question).toBeVisible();
    await exchangeCustomer(app);
    await expect.element(question).not.toBeInTheDocument();
    await isDone(app);
    expect(await app.server.requests(DIRECT)).toHaveLength(1);
  });

  test('their order that waits for its first try is not made for the next one', async () => {
    const app = await offerOfJana();
    const token = storedSnapshot(localStorage).session.authentication.sessionToken;
    await app.server.fault(DIRECT, { answer: { status: 409, body: { success: false } } });
    await userEvent.click(orderBroth);
    await expect.poll(() => app.server.requests(DIRECT)).not.toHaveLength(0);
    await exchangeCustomer(app);
    await expect.poll(() => app.platform.underWay.getState(), { timeout: 8_000 }).toEqual([]);
    expect(new Set((await app.server.requests(DIRECT)).map(tokenOf))).toEqual(new Set([token]));
  });

  test('their order whose session is refused meanwhile is not made for the next one', async () => {
    const app = await offerOfJana();
    const held = await app.server.fault(DIRECT, { hold: true }, 1);
    await userEvent.click(orderBroth);
    await expect.poll(() => app.server.requests(DIRECT)).toHaveLength(1);
    await app.server.setClock('2026-11-21T09:00:00+01:00');
    await exchangeCustomer(app);
    await held.release();
    await isDone(app);
    expect(await app.server.requests(DIRECT)).toHaveLength(1);
    expect(page.getByRole('region', { name: 'Notifications' }).getByRole('paragraph').elements()).toEqual([]);
  });

  test('once their session is refused, the question is gone, and the login is there', async () => {
    const app = await offerOfJana();
    await app.server.fault(DIRECT, { answer: asks }, 1);
    await userEvent.click(orderBroth);
    await expect.element(question).toBeVisible();
    await app.server.setClock('2026-11-21T09:00:00+01:00');
    await app.platform.queries.invalidateQueries();
    await expect.element(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
    await expect.element(question).not.toBeInTheDocument();
    await isDone(app);
    expect(await app.server.requests(DIRECT)).toHaveLength(1);
  });
});
