import { idleSeconds } from '@refectory/domain/session-end';
import { createMemoryHistory } from '@tanstack/history';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { createPlatform } from '#platform/platform.ts';
import { login } from '#platform/session/login.ts';
import { emptySnapshot, snapshotKey } from '#platform/storage/snapshot.ts';

import { PASSWORD, renderApp, storedSnapshot } from '../../../test/render-app.ts';
import { watchIdle } from './watch-idle.ts';

const jana = {
  make: 'customer',
  as: 'jana',
  with: { userName: 'jana', password: PASSWORD, firstName: 'Jana' },
} as const;
const broth = { make: 'offering', as: 'broth', with: { product: { name: { en: 'Beef broth' } } } } as const;

const header = page.getByRole('banner');
const loginLink = header.getByRole('link', { name: 'Sign in' });
const warning = page.getByRole('timer');
const stay = page.getByRole('button', { name: 'Stay signed in' });

/** A clock of the device that stands still until it is put forward. */
function deviceClock() {
  let now = Date.now();
  return { now: () => now, advance: (seconds: number) => (now += seconds * 1000) };
}

/** The offer before jana with a clock that can be put forward. */
async function renderIdle(
  config: Readonly<Record<string, unknown>>,
  options: Parameters<typeof renderApp>[1] = {},
) {
  const clock = deviceClock();
  const app = await renderApp('/offer', {
    seed: [jana, broth],
    as: 'jana',
    config,
    deviceNow: clock.now,
    ...options,
  });
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  // The watch has begun: whoever opens the page does something.
  if (idleSeconds(app.platform.settings) > 0)
    await expect.poll(() => storedSnapshot(app.storage).session.lastActivityTime).toBeTruthy();
  return { clock, ...app };
}

const isLoggedIn = (storage: Storage) => storedSnapshot(storage).session.auth;

/** The pointer moves over the page. */
const move = () => document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));

test('AUTH-11 AUTH-12 API-60 without activity the customer is logged out at the start, and at the server, within a second', async () => {
  const app = await renderIdle({ autoLogout: true, autoLogoutIdle: 5 });
  app.platform.snapshot.setState(({ session }) => ({
    session: { ...session, capabilities: { logout: true } },
  }));
  const token = storedSnapshot(app.storage).session.authentication.sessionToken;
  app.clock.advance(4);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(isLoggedIn(app.storage)).toBe(true);
  app.clock.advance(1);
  await expect.element(loginLink, { timeout: 1_500 }).toBeVisible();
  expect(app.history.location.pathname).toBe('/offer/DAY');
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect.element(toasts.getByText(/^You were signed out/)).toBeVisible();
  const told = await app.server.requests(/customer\/logout/);
  expect(told.map(({ method, body, headers }) => [method, body, headers['x-asw-token']])).toEqual([
    ['POST', '', token],
  ]);
});

test('why the customer was signed out stays to be read, until they sign in again', async () => {
  const { clock, platform } = await renderIdle({ autoLogout: true, autoLogoutIdle: 5 });
  clock.advance(5);
  await expect.element(loginLink, { timeout: 1_500 }).toBeVisible();
  const reason = page.getByRole('region', { name: 'Notifications' }).getByText(/^You were signed out/);
  await expect.element(reason).toBeVisible();
  // One that does not stay comes after it and goes before it.
  const passing = page.getByRole('region', { name: 'Notifications' }).getByText('This day is over.');
  platform.toasts.add({ messageKey: 'This day is over.', isFromServer: true });
  await expect.element(passing).toBeVisible();
  await expect.element(passing, { timeout: 5_000 }).not.toBeInTheDocument();
  await expect.element(reason).toBeVisible();
  await login(platform, { userName: 'jana', password: PASSWORD });
  await expect.element(reason).not.toBeInTheDocument();
});

test('at a kiosk nobody stays to read why: it goes by itself', async () => {
  const { clock } = await renderIdle({ autoLogout: true, autoLogoutIdle: 5, kiosk: true });
  clock.advance(5);
  const reason = page.getByRole('region', { name: 'Notifications' }).getByText(/^You were signed out/);
  await expect.element(reason).toBeVisible();
  await expect.element(reason, { timeout: 5_000 }).not.toBeInTheDocument();
});

test.each([
  ['without a number', { autoLogout: true }, 60],
  ['of 120 seconds', { autoLogout: true, autoLogoutIdle: 120 }, 120],
  ['of 120 seconds in the switch', { autoLogout: 120 }, 120],
  ['of 0 seconds', { autoLogout: true, autoLogoutIdle: 0 }, undefined],
  ['of 0 seconds in the switch', { autoLogout: 0 }, undefined],
  ['switched off', { autoLogout: false }, undefined],
])('CFG-18 LIMIT-09 AUTH-12 automatic logout %s', async (_, config, seconds) => {
  const { clock, storage } = await renderIdle(config);
  if (seconds !== undefined) {
    clock.advance(seconds - 2);
    await expect.element(warning).toBeVisible();
    expect(isLoggedIn(storage)).toBe(true);
    clock.advance(2);
    await expect.element(loginLink, { timeout: 1_500 }).toBeVisible();
    return;
  }
  clock.advance(600);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(isLoggedIn(storage)).toBe(true);
  expect(warning.elements()).toEqual([]);
});

test.each([
  [60, 39, 40],
  [10, 4, 5],
])(
  'AUTH-25 LIMIT-27 of %d idle seconds the warning is there not after %d but after %d, and activity takes it away',
  async (idle, before, after) => {
    const { clock, storage } = await renderIdle({ autoLogout: idle });
    clock.advance(before);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(warning.elements()).toEqual([]);
    clock.advance(after - before);
    const left = () => Number(/\d+/.exec(warning.element().textContent)?.[0]);
    await expect.element(warning).toHaveTextContent(/^You will be signed out in \d+ seconds?$/);
    expect(left()).toBe(idle - after);
    clock.advance(1);
    await expect.poll(left).toBe(idle - after - 1);
    const notice = page.getByRole('region', { name: /^You will be signed out soon/ });
    expect(notice.getByRole('button').elements()).toHaveLength(1);
    await expect.element(page.getByRole('alert')).toHaveTextContent(/^You will be signed out soon/);
    expect(page.getByRole('dialog').elements()).toEqual([]);
    // The page can be used beside it, which is activity.
    await userEvent.fill(page.getByRole('searchbox'), 'broth');
    await expect.element(warning).not.toBeInTheDocument();
    expect(isLoggedIn(storage)).toBe(true);
    clock.advance(after);
    await expect.element(warning).toBeVisible();
    await userEvent.click(stay);
    await expect.element(warning).not.toBeInTheDocument();
    clock.advance(before);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(warning.elements()).toEqual([]);
    expect(isLoggedIn(storage)).toBe(true);
  },
);

test('a press on the warning beside its button is activity, and takes it away when it ends', async () => {
  const { clock, storage } = await renderIdle({ autoLogout: 60 });
  clock.advance(45);
  const text = page.getByText('Nothing has happened here for a while.', { exact: true });
  await expect.element(text).toBeVisible();
  text.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await expect.element(text).toBeVisible();
  await userEvent.click(text);
  await expect.element(text).not.toBeInTheDocument();
  clock.advance(30);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(isLoggedIn(storage)).toBe(true);
});

test('over an open dialog the warning can be pressed, and the dialog stays', async () => {
  const { clock, storage, platform } = await renderIdle({ autoLogout: 60 });
  void platform.dialogs.open('info', { title: 'Long text', text: 'Something to read' });
  const dialog = page.getByRole('dialog', { name: 'Long text' });
  await expect.element(dialog).toBeVisible();
  clock.advance(45);
  await expect.element(warning).toBeVisible();
  await userEvent.click(stay);
  await expect.element(warning).not.toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
  clock.advance(30);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(isLoggedIn(storage)).toBe(true);
});

test('activity that comes when the time is up comes too late', async () => {
  const { clock, storage } = await renderIdle({ autoLogout: 60 });
  clock.advance(61);
  move();
  expect(isLoggedIn(storage)).toBe(false);
});

test('AUTH-13 LIMIT-07 activity is written down once in ten seconds, and the newest of it counts', async () => {
  const { clock, storage } = await renderIdle({ autoLogout: 60 });
  const written = new Set<number | undefined>();
  for (let second = 0; second < 25; second += 1) {
    clock.advance(1);
    move();
    written.add(storedSnapshot(storage).session.lastActivityTime);
  }
  const times = [...written].map(Number);
  expect(times.length).toBeGreaterThanOrEqual(3);
  for (const [index, time] of times.entries())
    if (index > 0) expect(time - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(10_000);
  clock.advance(39);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(warning.elements()).toEqual([]);
  expect(isLoggedIn(storage)).toBe(true);
});

test('AUTH-13 LIMIT-07 what happens within ten seconds of a note is noted at their end, and only then', async () => {
  const { clock, storage } = await renderIdle({ autoLogout: 60 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const noted = () => storedSnapshot(storage).session.lastActivityTime ?? 0;
    /** The clock and the timers go on together. */
    const pass = (seconds: number) => {
      clock.advance(seconds);
      vi.advanceTimersByTime(seconds * 1000);
    };
    const begin = noted();
    pass(12);
    move();
    expect(noted() - begin).toBe(12_000);
    pass(1);
    move();
    pass(3);
    move();
    pass(5);
    expect(noted() - begin).toBe(12_000);
    pass(0.999);
    expect(noted() - begin).toBe(12_000);
    pass(0.001);
    // The newest activity of the window, not the moment it is noted at.
    expect(noted() - begin).toBe(16_000);
    pass(30);
    expect(noted() - begin).toBe(16_000);
  } finally {
    vi.useRealTimers();
  }
});

test('AUTH-25 whatever people do while they read takes the warning away, and the time begins anew', async () => {
  const { clock, storage } = await renderIdle({ autoLogout: 60 });
  const activities: readonly Event[] = [
    new PointerEvent('pointermove', { bubbles: true }),
    new PointerEvent('pointerdown', { bubbles: true }),
    new KeyboardEvent('keydown', { bubbles: true, key: 'Shift' }),
    new Event('touchstart', { bubbles: true }),
    new Event('touchmove', { bubbles: true }),
    new WheelEvent('wheel', { bubbles: true }),
    new Event('scroll', { bubbles: true }),
  ];
  for (const activity of activities) {
    clock.advance(45);
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(warning, { message: `before ${activity.type}` }).toBeVisible();
    page.getByRole('main').element().dispatchEvent(activity);
    await expect.element(warning, { message: `after ${activity.type}` }).not.toBeInTheDocument();
    clock.advance(39);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(warning.elements()).toEqual([]);
    expect(isLoggedIn(storage)).toBe(true);
    move();
  }
});

test('AUTH-22 signing out by hand asks in a dialog that only its buttons close; being logged out for being idle does not', async () => {
  const app = await renderIdle({ autoLogout: 60 });
  const announce = () =>
    app.platform.snapshot.setState(({ session }) => ({
      session: { ...session, capabilities: { ...session.capabilities, logout: true } },
    }));
  const signOut = header.getByRole('button', { name: 'Sign out' });
  const dialog = page.getByRole('dialog', { name: 'Sign out?' });
  await userEvent.click(signOut);
  await expect.element(dialog).toBeVisible();
  for (let time = 0; time < 3; time += 1) await userEvent.keyboard('{Escape}');
  await userEvent.click(dialog, { position: { x: 1, y: -20 }, force: true });
  await expect.element(dialog).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'No' }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(isLoggedIn(app.storage)).toBe(true);

  announce();
  await userEvent.click(signOut);
  await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
  await expect.element(loginLink).toBeVisible();
  expect(app.history.location.pathname).toBe('/offer/DAY');
  await expect.poll(() => app.server.requests(/POST .*customer\/logout$/)).toHaveLength(1);

  await userEvent.click(loginLink);
  await userEvent.fill(page.getByRole('textbox', { name: 'User name' }), 'jana');
  await userEvent.fill(page.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
  await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Sign in' }));
  await expect.element(signOut).toBeVisible();
  const opened: string[] = [];
  app.platform.dialogs.subscribe((open) => opened.push(...open.map(({ type }) => type)));
  await expect.poll(() => storedSnapshot(app.storage).session.lastActivityTime).toBeTruthy();
  app.clock.advance(61);
  await expect.element(loginLink, { timeout: 2_500 }).toBeVisible();
  expect(opened).toEqual([]);
});

test('LIMIT-08 AUTH-12 the session is checked once a second where it ends by itself, and not at all elsewhere', async () => {
  const { platform } = await renderIdle({ autoLogout: false });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const [autoLogout, isChecked] of [
    [60, true],
    [0, false],
  ] as const) {
    const warn = vi.fn<(secondsLeft: number | undefined) => void>();
    const settings = { ...platform.settings, autoLogout };
    const stop = watchIdle({ ...platform, settings }, warn, () => false);
    warn.mockClear();
    for (const [ms, checks] of [
      [999, 0],
      [1, 1],
      [999, 1],
      [1, 2],
    ] as const) {
      vi.advanceTimersByTime(ms);
      expect(warn).toHaveBeenCalledTimes(isChecked ? checks : 0);
    }
    stop();
  }
});

test('AUTH-10 API-60 LIMIT-24 a permanent login does not end by being idle, but with its days, and the server is not told', async () => {
  const config = { autoLogout: 60, allowPermanentLogin: true, permanentLoginDays: 1 };
  const clock = deviceClock();
  const app = await renderApp('/login', { seed: [jana, broth], config, deviceNow: clock.now });
  await userEvent.fill(page.getByRole('textbox', { name: 'User name' }), 'jana');
  await userEvent.fill(page.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
  await userEvent.click(page.getByRole('checkbox'));
  await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Sign in' }));
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  for (const seconds of [600, 24 * 60 * 60 - 601]) {
    clock.advance(seconds);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(isLoggedIn(app.storage)).toBe(true);
  }
  clock.advance(1);
  await expect.element(loginLink).toBeVisible();
  const told = page.getByRole('region', { name: 'Notifications' });
  await expect.element(told.getByText(/^You were signed out, since the time .* is over\.$/)).toBeVisible();
  // A guest's session begins after whatever the server is told of the one before.
  await expect.poll(() => storedSnapshot(app.storage).session.authentication.sessionToken).toBeTruthy();
  expect(await app.server.requests(/customer\/logout/)).toEqual([]);
});

test('two tabs share the newest activity, and end together', async () => {
  const state = { ...emptySnapshot, language: 'en' };
  localStorage.setItem(snapshotKey('canteen', '/'), JSON.stringify({ state, version: 1 }));
  const clock = deviceClock();
  const config = { autoLogout: 60 };
  const app = await renderApp('/login', {
    seed: [jana, broth],
    config,
    deviceNow: clock.now,
    storage: localStorage,
  });
  await userEvent.fill(page.getByRole('textbox', { name: 'User name' }), 'jana');
  await userEvent.fill(page.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
  await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Sign in' }));
  await expect.element(page.getByText('Beef broth')).toBeVisible();

  const frame = document.createElement('iframe');
  document.body.append(frame);
  onTestFinished(() => {
    localStorage.clear();
    frame.remove();
  });
  const otherTab = createPlatform({
    settings: app.platform.settings,
    storage: frame.contentWindow?.localStorage,
    basePath: '/',
    browserLanguages: ['en'],
    history: createMemoryHistory({ initialEntries: ['/'] }),
    deviceNow: clock.now,
  });
  const stop = watchIdle(
    otherTab,
    () => {},
    () => false,
  );
  onTestFinished(stop);
  clock.advance(41);
  await expect.element(warning).toBeVisible();
  // What the other tab tells of: an event in this document would be one of both.
  const channel = new BroadcastChannel(`${snapshotKey('canteen', '/')}.activity`);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it is heard on this origin alone
  channel.postMessage(clock.now());
  channel.close();
  await expect.element(warning).not.toBeInTheDocument();
  clock.advance(60);
  await expect.element(loginLink, { timeout: 2_500 }).toBeVisible();
  await expect.poll(() => otherTab.snapshot.getState().session.auth, { timeout: 2_500 }).toBe(false);
});
