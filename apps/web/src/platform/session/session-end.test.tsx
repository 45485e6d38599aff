import type { SeenRequest } from '@refectory/server/testing/faults';
import { createMemoryHistory } from '@tanstack/history';
import { money } from '@refectory/domain/money';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { createPlatform, type Platform } from '#platform/platform.ts';
import { forgetBrowserRun, isSameBrowserRun } from '#platform/storage/browser-run.ts';
import { emptySnapshot, snapshotKey } from '#platform/storage/snapshot.ts';

import { pretendDevice } from '../../../test/device.ts';
import { handMade } from '../../../test/hand-made-menu.ts';
import { PASSWORD, renderApp, storedSnapshot, type RenderedApp } from '../../../test/render-app.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';

const jana = {
  make: 'customer',
  as: 'jana',
  with: { userName: 'jana', password: PASSWORD, firstName: 'Jana', lastName: 'Nováková' },
} as const;
const petr = { make: 'customer', as: 'petr', with: { userName: 'petr', password: PASSWORD } } as const;
const broth = { make: 'offering', as: 'broth', with: { product: { name: { en: 'Beef broth' } } } } as const;
const order = { make: 'order', as: 'order', with: { customer: 'jana', offering: 'broth' } } as const;

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

const header = page.getByRole('banner');
const loginLink = header.getByRole('link', { name: 'Sign in' });
const loginHeading = page.getByRole('heading', { name: 'Sign in', level: 1 });
const nameOf = ({ method, path }: SeenRequest) => `${method} ${path.replace(/\?.*/, '')}`;
const tokenOf = ({ headers }: SeenRequest) => headers['x-asw-token'];
const tokenIn = (storage: Storage) => storedSnapshot(storage).session.authentication.sessionToken;

async function signIn(userName: string, { isKept = false } = {}): Promise<void> {
  await userEvent.fill(page.getByRole('textbox', { name: 'User name' }), userName);
  await userEvent.fill(page.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
  if (isKept) await userEvent.click(page.getByRole('checkbox', { name: 'Keep me signed in' }));
  await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Sign in' }));
  await expect.element(loginHeading).not.toBeInTheDocument();
}

async function confirmSignOut(): Promise<void> {
  await userEvent.click(header.getByRole('button', { name: 'Sign out' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
}

/** A clock of the device that can be put forward. */
function deviceClock() {
  let ahead = 0;
  return { now: () => Date.now() + ahead, advance: (ms: number) => (ahead += ms) };
}

test('AUTH-07 CFG-13 remember-me is offered where it is allowed, not ticked at first, and is part of the session', async () => {
  const config = { allowPermanentLogin: true, permanentLoginDays: 7 };
  const app = await renderApp('/login', { seed: [jana, petr], config });
  await expect.element(page.getByRole('checkbox', { name: 'Keep me signed in' })).not.toBeChecked();
  await signIn('jana');
  expect(storedSnapshot(app.storage).session.keepLogged).toBe(false);
  await confirmSignOut();
  await userEvent.click(loginLink);
  await signIn('petr', { isKept: true });
  expect(storedSnapshot(app.storage).session.keepLogged).toBe(true);

  const { loggedInAt = 0 } = storedSnapshot(app.storage).session;
  const reopened = async (deviceTime: number) => {
    const { server, storage } = app;
    await renderApp('/offer', { server, storage, config, deviceNow: () => deviceTime, browserRun: 'new' });
    return storedSnapshot(storage).session.auth;
  };
  expect(await reopened(loggedInAt + 7 * DAY - HOUR)).toBe(true);
  expect(await reopened(loggedInAt + 7 * DAY)).toBe(false);
});

test('CFG-13 AUTH-07 remember-me is not offered where it is not allowed', async () => {
  await renderApp('/login', { seed: [jana] });
  await expect.element(page.getByRole('textbox', { name: 'User name' })).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toEqual([]);
});

test('CFG-08 remember-me without a number of days says that the configuration is wrong, and the login goes on without it', async () => {
  const app = await renderApp('/login', { seed: [jana], config: { allowPermanentLogin: true } });
  await expect.element(page.getByText('Invalid parameters configuration, contact support.')).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toEqual([]);
  await signIn('jana');
  expect(storedSnapshot(app.storage).session.keepLogged).toBe(false);
});

test('API-61 AUTH-07 a login with remember-me asks an announcing server for a long session by a header; any other does not', async () => {
  const config = { allowPermanentLogin: true, permanentLoginDays: 7 };
  const app = await renderApp('/login', { seed: [jana, petr], config });
  const announcing = (capabilities: object) =>
    app.platform.snapshot.setState(({ session }) => ({ session: { ...session, capabilities } }));
  const askedFor = async () => {
    const [asked] = await app.server.requests(/customer\/login/);
    expect(asked?.body).toBe('');
    await app.server.forgetRequests();
    return asked?.headers['x-asw-keep-logged'];
  };
  for (const [capabilities, isKept, header1] of [
    [{}, true, undefined],
    [{ keepLogged: true }, false, undefined],
    [{ keepLogged: true }, true, '1'],
  ] as const) {
    announcing(capabilities);
    await signIn('jana', { isKept });
    expect(await askedFor()).toBe(header1);
    await confirmSignOut();
    await expect.poll(() => tokenIn(app.storage)).toBeTruthy();
    await userEvent.click(loginLink);
  }
});

test('AUTH-10 AUTH-21 API-60 a permanent login that is over at the start is gone before a customer call is made', async () => {
  let deviceTime = Date.now();
  const config = { allowPermanentLogin: true, permanentLoginDays: 7, autoLogout: true };
  const first = await renderApp('/login', { seed: [jana, broth], config, deviceNow: () => deviceTime });
  await signIn('jana', { isKept: true });
  const { loggedInAt = 0 } = storedSnapshot(first.storage).session;
  await userEvent.click(header.getByRole('link', { name: 'Orders' }));

  deviceTime = loggedInAt + 6 * DAY;
  const second = await first.reload();
  await expect.element(header.getByText('Jana Nováková').last()).toBeVisible();
  deviceTime = loggedInAt + 8 * DAY;
  const third = await second.reload();
  await expect.element(loginHeading).toBeVisible();
  expect(third.history.location.pathname).toBe('/login');
  expect((await third.server.requests()).map(nameOf)).toEqual(['POST /api/authenticate']);
});

test('AUTH-11 AUTH-21 an idle time that is over at the start ends the session before a customer call is made', async () => {
  const clock = deviceClock();
  const config = { autoLogout: true, autoLogoutIdle: 60 };
  const app = await renderApp('/login', { seed: [jana], config, deviceNow: clock.now });
  await signIn('jana');
  clock.advance(59_000);
  const again = await app.reload();
  await expect.element(header.getByText('Jana Nováková').last()).toBeVisible();
  again.history.push('/orders');
  await expect.element(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  clock.advance(61_000);
  const last = await again.reload();
  await expect.element(loginHeading).toBeVisible();
  expect((await last.server.requests()).map(nameOf)).toEqual(['POST /api/authenticate']);
});

test('AUTH-29 without remember-me a session ends with the browser, whose cookie tells nothing', async () => {
  const config = { allowPermanentLogin: true, permanentLoginDays: 7 };
  const app = await renderApp('/login', { seed: [jana], browserRun: 'new', config });
  await signIn('jana');
  // No expiry: it is gone with the browser.
  expect(await cookieStore.get('refectory-alive')).toMatchObject({
    value: '1',
    expires: null,
    sameSite: 'strict',
    path: '/',
  });
  const again = await app.reload();
  await expect.element(header.getByText('Jana Nováková').last()).toBeVisible();
  // Another application of the same host is none of it.
  expect(isSameBrowserRun('/')).toBe(true);
  expect(isSameBrowserRun('/shop/')).toBe(false);

  forgetBrowserRun('/');
  const later = await again.reload();
  await expect.element(loginLink).toBeVisible();
  expect(storedSnapshot(later.storage).session.auth).toBe(false);

  await userEvent.click(loginLink);
  await signIn('jana', { isKept: true });
  forgetBrowserRun('/');
  const kept = await later.reload();
  await expect.element(header.getByText('Jana Nováková').last()).toBeVisible();

  await confirmSignOut();
  await userEvent.click(loginLink);
  await signIn('jana');
  const { server, storage } = kept;
  await renderApp('/profile', { server, storage, config, browserRun: 'left' });
  await expect.element(header.last().getByText('Jana Nováková').last()).toBeVisible();
});

test('NAV-03 signing out leaves the page at once: nothing is asked with the old session, and nothing twice', async () => {
  const app = await renderApp('/orders', { seed: [jana, broth, order], as: 'jana' });
  await expect.element(page.getByRole('button', { name: /^Cancel, Beef broth/ })).toBeVisible();
  const held = await app.server.fault(/authenticate/, { hold: true });
  await app.server.forgetRequests();
  await confirmSignOut();
  await expect.poll(() => app.history.location.pathname).toBe('/offer/DAY');
  expect(page.getByRole('heading', { name: 'Orders' }).elements()).toEqual([]);
  await held.release();
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  expect((await app.server.requests(/\/api\/(?!live)/)).map(nameOf)).toEqual([
    'POST /api/authenticate',
    'GET /api/canteens',
    'GET /api/canteenmenu',
  ]);
  expect(page.getByRole('region', { name: 'Notifications' }).getByRole('paragraph').elements()).toEqual([]);
});

test('NAV-03 where guests are not allowed, signing out leads to the login', async () => {
  const app = await renderApp('/orders', {
    seed: [jana, broth, order],
    as: 'jana',
    config: { allowGuests: false },
  });
  await expect.element(page.getByRole('button', { name: /^Cancel, Beef broth/ })).toBeVisible();
  await confirmSignOut();
  await expect.element(loginHeading).toBeVisible();
  expect(app.history.location.pathname).toBe('/login');
});

test.each([
  ['announces it', { logout: true }, 1],
  ['does not announce it', {}, 0],
])(
  'API-60 a server that %s is told of the logout with the session that ended',
  async (_, announced, calls) => {
    const app = await renderApp('/login', { seed: [jana] });
    await signIn('jana');
    app.platform.snapshot.setState(({ session }) => ({ session: { ...session, capabilities: announced } }));
    const token = tokenIn(app.storage);
    await app.server.fault(/customer\/logout/, { answer: { status: 500 } });
    await app.server.forgetRequests();
    await confirmSignOut();
    await expect.element(loginLink).toBeVisible();
    await expect.poll(() => tokenIn(app.storage)).toBeTruthy();
    const told = await app.server.requests(/customer\/logout/);
    expect(told).toHaveLength(calls);
    for (const { method, body, headers } of told)
      expect([method, body, headers['x-asw-token']]).toEqual(['POST', '', token]);
    expect(page.getByRole('region', { name: 'Notifications' }).getByRole('paragraph').elements()).toEqual([]);
  },
);

test('API-60 a session that the server refused is not ended there once more', async () => {
  const app = await renderApp('/offer', { seed: [jana, broth], as: 'jana' });
  app.platform.snapshot.setState(({ session }) => ({
    session: { ...session, capabilities: { logout: true } },
  }));
  await app.server.fault(/canteenorders/, { answer: { status: 401, body: { success: false } } });
  await app.platform.queries.invalidateQueries();
  await expect.element(loginHeading).toBeVisible();
  await expect.poll(() => tokenIn(app.storage)).toBeTruthy();
  expect(await app.server.requests(/customer\/logout/)).toEqual([]);
});

test('ERR-17 a call that is answered 403 says Unauthorized, and the customer stays', async () => {
  const app = await renderApp('/offer', { seed: [jana, broth], as: 'jana' });
  await app.server.fault(/canteenorders/, { answer: { status: 403, body: { success: false } } });
  await userEvent.click(header.getByRole('link', { name: 'Orders' }));
  await expect
    .element(page.getByRole('region', { name: 'Notifications' }).getByText('Unauthorized'))
    .toBeVisible();
  expect(app.history.location.pathname).toBe('/orders');
  expect(storedSnapshot(app.storage).session.auth).toBe(true);
});

test('AUTH-23 a customer whose token is refused is told, logged out, and back on the page after a login', async () => {
  const app = await renderApp('/orders', { seed: [jana, broth, order], as: 'jana' });
  await expect.element(page.getByRole('button', { name: /^Cancel, Beef broth/ })).toBeVisible();
  app.platform.snapshot.setState(({ session }) => ({
    session: { ...session, authentication: { sessionToken: 'nobody' } },
  }));
  await app.platform.queries.invalidateQueries();
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect.element(toasts.getByText('Unauthorized', { exact: true })).toBeVisible();
  await expect.element(loginHeading).toBeVisible();
  await signIn('jana');
  await expect.element(page.getByRole('button', { name: /^Cancel, Beef broth/ })).toBeVisible();
  expect(app.history.location.pathname).toBe('/orders');
});

test('C159 the login says that the server ended a session, until somebody came in, and not after a sign-out', async () => {
  const app = await renderApp('/orders', { seed: [jana, broth, order], as: 'jana' });
  const ended = page.getByText('Your session has ended. Sign in again.');
  const isTold = async (is: boolean) => {
    await expect.element(loginHeading).toBeVisible();
    await expect.poll(() => ended.elements()).toHaveLength(is ? 1 : 0);
  };
  await expect.element(page.getByRole('button', { name: /^Cancel, Beef broth/ })).toBeVisible();
  app.platform.snapshot.setState(({ session }) => ({
    session: { ...session, authentication: { sessionToken: 'nobody' } },
  }));
  await app.platform.queries.invalidateQueries();
  await isTold(true);
  // Looked at the menu meanwhile.
  await userEvent.click(header.getByRole('link', { name: 'Menu' }));
  await userEvent.click(loginLink);
  await isTold(true);
  await signIn('jana');
  await confirmSignOut();
  await userEvent.click(loginLink);
  await isTold(false);
});

test.each([
  ['bills', { allowBills: true }, '/profile/bills'],
  ['bills', { allowBills: false, allowProfileEdit: true }, '/offer/DAY'],
  ['nonsense', { allowBills: true }, '/offer/DAY'],
  ['pairing', { allowPairingManagement: true }, '/offer/DAY'],
])(
  'NAV-32 CFG-46 with the homepage %s and %j a login leads to %s',
  async (loggedInHomepage, allowed, address) => {
    const app = await renderApp('/login', { seed: [jana], config: { loggedInHomepage, ...allowed } });
    await signIn('jana');
    await expect.poll(() => app.history.location.pathname).toBe(address);
  },
);

test('NAV-31 NAV-32 a login leads to the page that was wanted before it, also where there is a homepage', async () => {
  const config = { loggedInHomepage: 'edit', allowBills: true, allowProfileEdit: true };
  const app = await renderApp('/profile/bills', { seed: [jana], config });
  await signIn('jana');
  await expect.element(page.getByRole('heading', { name: 'Bills', level: 1 })).toBeVisible();
  expect(app.history.location.pathname).toBe('/profile/bills');
  await confirmSignOut();
  await userEvent.click(loginLink);
  await signIn('jana');
  await expect.poll(() => app.history.location.pathname).toBe('/profile/edit');
});

test.each([
  [true, 'cs'],
  [false, 'pl'],
])(
  'I18N-14 with a card reader %s the next customer of a Czech browser on which Polish was chosen finds %s',
  async (allowCardLogin, language) => {
    await pretendDevice({ languages: 'cs' });
    const app = await renderApp('/offer', {
      seed: [jana, petr],
      as: 'jana',
      config: { allowCardLogin, cardReaderUrl: 'ws://localhost/reader' },
    });
    await userEvent.selectOptions(header.getByRole('combobox', { name: 'Language' }), 'pl');
    await userEvent.click(header.getByRole('button', { name: 'Wyloguj się' }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Tak' }));
    await expect.poll(() => storedSnapshot(app.storage).session.auth).toBe(false);
    await expect.poll(() => document.documentElement.lang).toBe(language);
    await login(app.platform, { userName: 'petr', password: PASSWORD });
    await expect.element(header.getByText('petr').last()).toBeVisible();
    expect(document.documentElement.lang).toBe(language);
  },
);

test('part of I18N-14: where cards are read a logout forgets the language, and elsewhere it stays', async () => {
  for (const [allowCardLogin, language] of [
    [true, undefined],
    [false, 'en'],
  ] as const) {
    const app = await renderApp('/offer', {
      seed: [jana],
      as: 'jana',
      config: { allowCardLogin, cardReaderUrl: 'ws://localhost/reader' },
    });
    logout(app.platform);
    await expect.poll(() => tokenIn(app.storage)).toBeTruthy();
    expect(storedSnapshot(app.storage).language).toBe(language);
    app.platform.snapshot.setState({ language: 'en' });
  }
});

test.each([
  [undefined, 'pl'],
  ['cs', 'cs'],
] as const)(
  'part of I18N-12 I18N-14: where %s was chosen here and Polish elsewhere, the language after a login is %s',
  async (chosen, language) => {
    const app = await renderApp('/login', { seed: [jana] });
    const additionalData = [{ variableId: 'language', value: 'pl' }];
    await app.server.fault(/GET .*\/customer$/, { answer: handMade({ id: 1, additionalData }) });
    app.platform.snapshot.setState({ language: chosen });
    await login(app.platform, { userName: 'jana', password: PASSWORD });
    expect(storedSnapshot(app.storage).session.auth).toBe(true);
    await expect.poll(() => document.documentElement.lang).toBe(language);
    expect(storedSnapshot(app.storage).language).toBe(language);
  },
);

test('AUTH-20 a login in the dialog of a guest who orders closes it, and the page stays the offer', async () => {
  const app = await renderApp('/offer', { seed: [jana, broth] });
  await userEvent.click(page.getByRole('button', { name: /^Order, Beef broth/ }));
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await userEvent.fill(dialog.getByRole('textbox', { name: 'User name' }), 'jana');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
  await userEvent.click(dialog.getByRole('button', { name: 'Sign in' }));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(header.getByText('Jana Nováková').last()).toBeVisible();
  expect(app.history.location.pathname).toBe('/offer/DAY');
  expect(await app.server.requests(/canteenorder\/direct/)).toEqual([]);
});

test('AUTH-09 DATA-19 the session holds what a customer did, and after a logout only what is kept for them', async () => {
  const settings = { allowGuestComments: true, commentDelayTime: 1 };
  const app = await renderApp('/login', {
    seed: [jana, broth, { make: 'terms', with: { texts: { en: '<p>Terms</p>' }, isBinding: true } }],
    settings,
    config: { ...settings, autoLogout: 600 },
  });
  await signIn('jana');
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Accept' }));
  await userEvent.click(page.getByText('Week', { exact: true }));
  await expect.poll(() => storedSnapshot(app.storage).session.timespan).toBe('week');
  app.history.push('/profile/comment');
  await userEvent.fill(page.getByRole('textbox', { name: 'Your comment' }), 'Thank you');
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  await expect.poll(() => storedSnapshot(app.storage).session.lastCommentTimestamp).toBeTruthy();
  const { session } = storedSnapshot(app.storage);
  const { loggedInAt = 0, lastActivityTime = 0, lastCommentTimestamp = 0, authentication } = session;
  expect(session).toMatchObject({
    auth: true,
    keepLogged: false,
    timespan: 'week',
    terms: { version: '1', hash: expect.stringMatching(/^\S{10,}$/) as string },
  });
  expect(Object.keys(session).toSorted()).toEqual([
    'auth',
    'authentication',
    'capabilities',
    'customerId',
    'keepLogged',
    'lastActivityTime',
    'lastCommentTimestamp',
    'loggedInAt',
    'terms',
    'timespan',
  ]);
  expect(authentication.sessionToken).toMatch(/^\S{20,}$/);
  expect(lastActivityTime).toBeGreaterThanOrEqual(loggedInAt);
  for (const time of [loggedInAt, lastActivityTime]) expect(Date.now() - time).toBeLessThan(60_000);
  expect(Math.abs(app.platform.clock.now() - lastCommentTimestamp)).toBeLessThan(60_000);
  expect(JSON.stringify(storedSnapshot(app.storage))).not.toContain(PASSWORD);

  const begun = { customerId: String(app.server.ids['jana']), paymentId: 'p', amount: money(1), begunAt: 1 };
  app.platform.snapshot.setState({ begunTopUps: [begun], awaitedPayments: [begun] });
  expect(storedSnapshot(app.storage).begunTopUps).toEqual([begun]);

  await confirmSignOut();
  await expect.poll(() => tokenIn(app.storage)).toBeTruthy();
  const { lastComments, acceptedTerms, ...left } = storedSnapshot(app.storage);
  const customerId = String(app.server.ids['jana']);
  expect(lastComments).toEqual([{ customerId, lastCommentTimestamp }]);
  expect(acceptedTerms).toEqual([{ customerId, terms: session.terms }]);
  expect(Object.keys(left.session).toSorted()).toEqual([
    'auth',
    'authentication',
    'capabilities',
    'keepLogged',
  ]);
  const { session: guest, ...rest } = left;
  expect(rest).toEqual({
    language: 'en',
    selection: { periodSelected: 'WEEK' },
    pendingKeys: [],
    carts: [],
    awaitedPayments: [begun],
    owedOrders: [],
    begunTopUps: [],
    toldTakings: [{ customerId, takings: [] }],
  });
  expect(guest).toMatchObject({ auth: false, keepLogged: false });
  const own = [authentication.sessionToken ?? 'no token', String(loggedInAt), String(lastActivityTime)];
  for (const trace of own) expect(JSON.stringify(left)).not.toContain(trace);
});

test('part of AUTH-09: after a logout nothing of the session is left but what is kept for its owner', async () => {
  const app = await renderApp('/login', { seed: [jana] });
  await signIn('jana');
  const known = { lastCommentTimestamp: 7, terms: { hash: 'h', version: '1' } } as const;
  app.platform.snapshot.setState(({ session }) => ({ session: { ...session, ...known } }));
  const { session } = storedSnapshot(app.storage);
  expect(session).toMatchObject({ auth: true, keepLogged: false, ...known });
  for (const time of [session.loggedInAt, session.lastActivityTime]) expect(time).toBeGreaterThan(0);
  expect(JSON.stringify(storedSnapshot(app.storage))).not.toContain(PASSWORD);
  await confirmSignOut();
  await expect.poll(() => tokenIn(app.storage)).toBeTruthy();
  const left = storedSnapshot(app.storage);
  expect(Object.keys(left.session).toSorted()).toEqual([
    'auth',
    'authentication',
    'capabilities',
    'keepLogged',
  ]);
  const customerId = String(app.server.ids['jana']);
  expect(left.lastComments).toEqual([{ customerId, lastCommentTimestamp: 7 }]);
  expect(left.acceptedTerms).toEqual([{ customerId, terms: known.terms }]);
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
    deviceNow: Date.now,
  });
}

/** The application in a storage that other tabs share. */
async function renderShared(path: string, options: Parameters<typeof renderApp>[1]): Promise<RenderedApp> {
  const state = { ...emptySnapshot, language: 'en' };
  localStorage.setItem(snapshotKey('canteen', '/'), JSON.stringify({ state, version: 1 }));
  onTestFinished(() => localStorage.clear());
  return renderApp(path, { ...options, storage: localStorage });
}

test('AUTH-28 a logout in another tab takes the profile off this one within a second, and its token is not sent again', async () => {
  const app = await renderShared('/profile/vouchers', {
    seed: [jana],
    config: { allowVouchersReport: true, allowGuests: false },
  });
  await signIn('jana');
  await expect.element(page.getByRole('heading', { name: 'Vouchers', level: 1 })).toBeVisible();
  await expect.element(header.getByText('Jana Nováková').last()).toBeVisible();
  // The last thing that a login reads.
  await expect.poll(() => app.server.requests(/customer\/terms/)).toHaveLength(1);
  const oldToken = tokenIn(localStorage);
  const tab = otherTab(app);
  await app.server.forgetRequests();
  logout(tab);
  await expect.element(loginHeading, { timeout: 1_000 }).toBeVisible();
  expect(app.history.location.pathname).toBe('/login');
  expect(document.body.innerText).not.toContain('Jana');
  // But for the logout itself, by which the tab that logged out ends it.
  const others = await app.server.requests(/^(?!.*customer\/logout)/);
  expect(others.map(tokenOf)).not.toContain(oldToken);
});

test('a language that is chosen in another tab holds in this one within a second', async () => {
  const app = await renderShared('/offer', { seed: [broth] });
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  otherTab(app).snapshot.setState({ language: 'cs' });
  await expect.element(header.getByRole('link', { name: 'Přihlásit se' }), { timeout: 1_000 }).toBeVisible();
});

test('what a customer asked for just before they signed out is not asked for as a guest', async () => {
  const { platform, server } = await renderApp('/orders', { seed: [jana, broth, order], as: 'jana' });
  await expect.element(page.getByRole('article', { name: 'Beef broth' })).toBeVisible();
  await server.forgetRequests();
  const asked = platform.call('listVouchers', undefined);
  logout(platform);
  await expect(asked).rejects.toMatchObject({ failure: { kind: 'session-ended' } });
  await expect.element(loginLink).toBeVisible();
  expect(await server.requests(/vouchers/)).toEqual([]);
});
