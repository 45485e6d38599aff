import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';

import { renderApp, storageWith } from '../../../test/render-app.ts';
import { memoryStorage } from '../../../test/storage.ts';
import { browserStorage, emptySnapshot, openSnapshot, snapshotKey } from './snapshot.ts';

const KEY = snapshotKey('canteen', '/');
const guest = emptySnapshot.session;
const stored = (state: unknown, version: unknown = 1) => JSON.stringify({ state, version });

const hostile: Readonly<Record<string, string>> = {
  'no JSON': '{"state":',
  'JSON of another kind': '[1,2,3]',
  null: 'null',
  'no state': JSON.stringify({ version: 1 }),
  'parts of other types': stored({ session: 'jana', selection: [], pendingKeys: {} }),
  'a language of nobody': stored({ ...emptySnapshot, language: 'xx' }),
  'a login without a session': stored({ ...emptySnapshot, session: { ...guest, auth: true } }),
  'a token no header can carry': stored({
    ...emptySnapshot,
    session: { ...guest, authentication: { sessionToken: 'žeton\r\nX-Evil: 1' } },
  }),
  'a key no header can carry': stored({
    ...emptySnapshot,
    pendingKeys: [{ customerId: '1', intent: 'x', key: '\n' }],
  }),
  'a poisoned prototype': '{"state":{"__proto__":{"auth":true},"session":{"auth":"yes"}},"version":1}',
};

const chosen = { ...emptySnapshot, language: 'cs', selection: { canteenId: 3, periodSelected: 'WEEK' } };

test.each([
  ['a later one', stored(chosen, 2)],
  ['an earlier one', stored(chosen, 0)],
  ['one that is no number', stored(chosen, '1')],
  ['none', JSON.stringify({ state: chosen })],
])('CFG-52 a state of another format version is dropped: %s', (_, text) => {
  expect(openSnapshot(KEY, memoryStorage({ [KEY]: stored(chosen) })).getState()).toEqual(chosen);
  expect(openSnapshot(KEY, memoryStorage({ [KEY]: text })).getState()).toEqual(emptySnapshot);
});

test.each(Object.entries(hostile))('part of DATA-19: a stored state that is %s is dropped', (_, text) => {
  const store = openSnapshot(KEY, memoryStorage({ [KEY]: text }));
  expect(store.getState()).toEqual(emptySnapshot);
  store.setState({ language: 'pl' });
  expect(store.getState().language).toBe('pl');
});

test('part of DATA-19: with any of them the application starts as for a browser that was never here', async () => {
  const first = await renderApp('/login');
  await expect.element(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  first.platform.snapshot.setState({ language: 'en' });
  for (const text of [hostile['no JSON'], hostile['a token no header can carry'], hostile['no state']]) {
    const storage = memoryStorage({ [KEY]: text ?? '' });
    const { platform } = await renderApp('/login', { server: first.server, storage });
    expect(platform.sessionStatus.getState().status).toBe('ready');
    expect(storage.getItem(KEY)).toContain('"sessionToken"');
  }
});

test('part of DATA-19: a canteen, a time span and an address that make no sense do no harm', async () => {
  const storage = storageWith({
    language: 'en',
    selection: { canteenId: 999_999 },
    wantedPath: 'javascript:alert(1)',
    session: { ...guest, timespan: 'custom' },
  });
  const seed = [{ make: 'offering', with: { product: { name: { en: 'Beef broth' } } } }] as const;
  await renderApp('/', { seed, storage });
  await expect.element(page.getByRole('radio', { name: 'Custom' })).toBeChecked();
  await expect.element(page.getByText('Beef broth')).toBeVisible();
});

const anyNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(-1, 0, 8.64e15 + 1),
);
const odd = fc.record({
  session: fc.record(
    {
      auth: fc.boolean(),
      authentication: fc.constant({ sessionToken: 'nobody' }),
      keepLogged: fc.boolean(),
      loggedInAt: anyNumber,
      lastActivityTime: anyNumber,
      lastCommentTimestamp: anyNumber,
      timespan: fc.constantFrom('day', 'week', 'custom'),
      terms: fc.record({ hash: fc.string(), version: fc.string() }),
      customerId: fc.string(),
      idempotency: fc.boolean(),
    },
    { requiredKeys: ['auth', 'authentication', 'keepLogged'] },
  ),
  selection: fc.record({ canteenId: anyNumber }, { requiredKeys: [] }),
  wantedPath: fc.oneof(fc.webPath(), fc.string({ unit: 'binary' }), fc.constantFrom('//evil.example', '/%')),
  pendingKeys: fc.array(fc.record({ customerId: fc.string(), intent: fc.string(), key: fc.constant('k') })),
});

test('part of DATA-19: with a state of odd values the application starts all the same', async () => {
  let app = await renderApp('/', { seed: [{ make: 'offering' }] });
  for (const state of fc.sample(odd, 12)) {
    app.storage.setItem(KEY, stored({ ...state, language: 'en' }));
    app = await app.reload();
    await expect.element(page.getByRole('main')).toBeVisible();
    expect(app.platform.sessionStatus.getState().status, JSON.stringify(state)).toBe('ready');
  }
});

test('part of DATA-19: where storage is denied or full, memory serves until the page is left', async () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const storage = memoryStorage();
  Object.assign(storage, { getItem: denied, setItem: denied, removeItem: denied });
  for (const refusing of [storage, undefined]) {
    const store = openSnapshot(KEY, refusing);
    store.setState({ language: 'sk' });
    expect(store.getState()).toEqual({ ...emptySnapshot, language: 'sk' });
  }
  const { server } = await renderApp('/login', { storage });
  await expect.element(page.getByRole('main')).toBeVisible();
  expect(await server.requests(/authenticate/)).toHaveLength(1);
});

test('part of DATA-19: a state that finds no room leaves no older one behind', () => {
  const storage = memoryStorage();
  openSnapshot(KEY, storage).setState({ language: 'sk', wantedPath: '/orders' });
  const full = {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  const store = openSnapshot(KEY, Object.assign(storage, full));
  store.setState({ wantedPath: undefined });
  expect(store.getState()).toMatchObject({ language: 'sk', wantedPath: undefined });
  expect(openSnapshot(KEY, storage).getState()).toEqual(emptySnapshot);
});

const whole = {
  ...emptySnapshot,
  session: { ...guest, auth: true, authentication: { sessionToken: 'mine' }, customerId: '7' },
  language: 'cs',
  selection: { canteenId: 3, periodSelected: 'WEEK' },
  pendingKeys: [{ customerId: '7', intent: 'order', key: 'k1' }],
  toldTakings: [{ customerId: '7', takings: [4] }],
} as const;

test.each([
  ['session', { session: { auth: 'yes' } }, { session: emptySnapshot.session }],
  ['language', { language: 'xx' }, { language: undefined }],
  ['selection', { selection: [] }, { selection: {} }],
  ['pendingKeys', { pendingKeys: 'none' }, { pendingKeys: [] }],
  [
    'one of the pendingKeys',
    { pendingKeys: [...whole.pendingKeys, { customerId: '7', intent: 'x', key: '\n' }] },
    {},
  ],
  ['toldTakings', { toldTakings: [{ customerId: 7 }] }, { toldTakings: [] }],
  ['nothing but a part of a later version', { favourites: [1] }, {}],
])('part of DATA-19: where %s cannot be read, nothing else is lost', (_, damage, left) => {
  const storage = memoryStorage({ [KEY]: stored({ ...whole, ...damage }) });
  expect(openSnapshot(KEY, storage).getState()).toEqual({ ...whole, ...left });
});

test('C3 a tab that settles a key does not bring back the session that another tab has just ended', () => {
  const storage = memoryStorage({ [KEY]: stored(whole) });
  const [one, other] = [openSnapshot(KEY, storage), openSnapshot(KEY, storage)];
  const told: unknown[] = [];
  onTestFinished(one.onOtherTab((now, before) => told.push([now.session.auth, before.session.auth])));
  other.setState({ session: guest });
  one.setState(({ pendingKeys }) => ({ pendingKeys: pendingKeys.filter(({ key }) => key !== 'k1') }));
  const { session, pendingKeys } = openSnapshot(KEY, storage).getState();
  expect(session).toEqual(guest);
  expect(pendingKeys).toEqual([]);
  expect(one.getState().session.auth).toBe(false);
  expect(told).toEqual([[false, true]]);
});

test('C2 of two tabs that begin an order at once each finds both keys kept', () => {
  const storage = memoryStorage();
  const tabs = [openSnapshot(KEY, storage), openSnapshot(KEY, storage)];
  for (const [index, tab] of tabs.entries())
    tab.setState(({ pendingKeys }) => ({
      pendingKeys: [...pendingKeys, { customerId: '7', intent: `order ${index}`, key: `k${index}` }],
    }));
  const keys = openSnapshot(KEY, storage)
    .getState()
    .pendingKeys.map(({ key }) => key);
  expect(keys).toEqual(['k0', 'k1']);
});

test('C3 a page that the browser had put aside takes over what other tabs wrote meanwhile', () => {
  const storage = memoryStorage();
  const store = openSnapshot(KEY, storage);
  const told: unknown[] = [];
  onTestFinished(store.onOtherTab((now, before) => told.push([now.language, before.language])));
  openSnapshot(KEY, storage).setState({ language: 'pl' });
  globalThis.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect(store.getState().language).toBeUndefined();
  globalThis.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(store.getState().language).toBe('pl');
  expect(told).toEqual([['pl', undefined]]);
});

test('the key of the state names the mode, and the base path where there is one', () => {
  expect(snapshotKey('canteen', '/')).toBe('refectory.canteen');
  expect(snapshotKey('shop', '/shop/')).toBe('refectory.shop/shop');
  expect(browserStorage()).toBe(localStorage);
});
