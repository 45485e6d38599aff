import { idleSeconds } from '@refectory/domain/session-end';
import { createMemoryHistory } from '@tanstack/history';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { createPlatform } from '#platform/platform.ts';
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

test('AUTH-11 AUTH-12 without activity the customer is logged out at the start, and at the server, within a second', async () => {
  const app = await renderIdle({ autoLogout: true, autoLogoutIdle: 5 });
  app.platform.snapshot.setState(({ session }) => ({
    session: { ...session, capabilities: { logout: true } },
  }));
  const token = storedSnapshot(app.storage).session.authentication.sessionToken;
  app.clock.advance(3);
  expect(isLoggedIn(app.storage)).toBe(true);
  app.clock.advance(2);
  await expect.element(loginLink, { timeout: 1_500 }).toBeVisible();
  expect(app.history.location.pathname).toBe('/offer/DAY');
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect.element(toasts.getByText(/^You were signed out/)).toBeVisible();
  const [told] = await app.server.requests(/customer\/logout/);
  expect(told?.headers['x-asw-token']).toBe(token);
});

test.each([
  ['enabled without a number', { autoLogout: true }, true],
  ['of 0 seconds', { autoLogout: true, autoLogoutIdle: 0 }, false],
  ['of 0 seconds in the switch', { autoLogout: 0 }, false],
  ['disabled', { autoLogout: false }, false],
])('CFG-18, part of LIMIT-09: automatic logout %s after ten idle minutes', async (_, config, isOver) => {
  const { clock, storage } = await renderIdle(config);
  if (isOver) {
    clock.advance(58);
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
  [60, 39, 41],
  [10, 4, 6],
])(
  'AUTH-25 LIMIT-27 of %d idle seconds the warning is there not after %d but after %d, and activity takes it away',
  async (idle, before, after) => {
    const { clock, storage } = await renderIdle({ autoLogout: idle });
    clock.advance(before);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(warning.elements()).toEqual([]);
    clock.advance(after - before);
    await expect.element(warning).toHaveTextContent(/^You will be signed out in \d+ seconds?$/);
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

test('LIMIT-08 the session is checked once a second where it ends by itself, and not at all elsewhere', async () => {
  const { platform } = await renderIdle({ autoLogout: false });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const [autoLogout, checks] of [
    [60, 3],
    [0, 0],
  ] as const) {
    const warn = vi.fn<(secondsLeft: number | undefined) => void>();
    const settings = { ...platform.settings, autoLogout };
    const watched = watchIdle({ ...platform, settings }, warn, () => false);
    warn.mockClear();
    vi.advanceTimersByTime(3_000);
    expect(warn).toHaveBeenCalledTimes(checks);
    watched.stop();
  }
});

test('a permanent login does not end by being idle, but with its days', async () => {
  const config = { autoLogout: 60, allowPermanentLogin: true, permanentLoginDays: 1 };
  const clock = deviceClock();
  const app = await renderApp('/login', { seed: [jana, broth], config, deviceNow: clock.now });
  await userEvent.fill(page.getByRole('textbox', { name: 'User name' }), 'jana');
  await userEvent.fill(page.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
  await userEvent.click(page.getByRole('checkbox'));
  await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Sign in' }));
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  clock.advance(600);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(isLoggedIn(app.storage)).toBe(true);
  const { loggedInAt = 0 } = storedSnapshot(app.storage).session;
  const aDayLater = { ...app.platform.clock, now: () => loggedInAt + 24 * 60 * 60 * 1000 };
  const watched = watchIdle(
    { ...app.platform, clock: aDayLater },
    () => {},
    () => false,
  );
  onTestFinished(watched.stop);
  await expect.element(loginLink).toBeVisible();
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
  const other = watchIdle(
    otherTab,
    () => {},
    () => false,
  );
  onTestFinished(other.stop);
  clock.advance(41);
  await expect.element(warning).toBeVisible();
  other.stay();
  await expect.element(warning).not.toBeInTheDocument();
  clock.advance(60);
  await expect.element(loginLink, { timeout: 2_500 }).toBeVisible();
  await expect.poll(() => otherTab.snapshot.getState().session.auth, { timeout: 2_500 }).toBe(false);
});
