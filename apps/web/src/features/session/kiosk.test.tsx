import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { logout } from '#platform/session/logout.ts';

import { PASSWORD, renderApp } from '../../../test/render-app.ts';

const jana = {
  make: 'customer',
  as: 'jana',
  with: { userName: 'jana', password: PASSWORD, firstName: 'Jana', lastName: 'Nováková' },
} as const;

/** A clock of the device that stands still until it is put forward. */
function deviceClock() {
  let now = Date.now();
  return { now: () => now, advance: (seconds: number) => (now += seconds * 1_000) };
}

test('on a kiosk nobody can ask to stay signed in, and everything is larger', async () => {
  const config = { kiosk: true, allowPermanentLogin: true, permanentLoginDays: 7 };
  await renderApp('/login', { config });
  await expect.element(page.getByRole('textbox', { name: 'User name' })).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toEqual([]);
  expect(getComputedStyle(document.documentElement).fontSize).toBe('20px');
  const submit = page.getByRole('main').getByRole('button', { name: 'Sign in' }).element();
  expect(submit.getBoundingClientRect().height).toBeGreaterThanOrEqual(60);
});

test('a guest who goes away from a kiosk leaves nothing behind: not the form, not the language', async () => {
  const clock = deviceClock();
  const { history, platform } = await renderApp('/login', {
    config: { kiosk: true, autoLogout: 30 },
    deviceNow: clock.now,
  });
  const userName = page.getByRole('textbox', { name: 'User name' });
  await userEvent.fill(userName, 'jana');
  platform.snapshot.setState({ language: 'en' });
  platform.sessionStatus.setState({ hasEnded: true });
  clock.advance(29);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(userName).toHaveValue('jana');
  clock.advance(2);
  await expect.poll(() => history.location.pathname, { timeout: 2_500 }).toBe('/offer/DAY');
  expect(platform.snapshot.getState().language).toBeUndefined();
  // C159: the session that ended was not the next guest's.
  expect(platform.sessionStatus.getState().hasEnded).toBe(false);
});

test.each([
  ['a session that ended', true],
  ['a page that was wanted', false],
])('C159 a kiosk that nobody touches forgets %s', async (_, isCustomer) => {
  const clock = deviceClock();
  const config = { kiosk: true, autoLogout: 30 };
  const { server } = await renderApp('/', { seed: [jana], config });
  if (isCustomer) await server.fault(/GET .*canteenorders/, { answer: { status: 401 } });
  const { history, platform } = await renderApp('/orders', {
    server,
    config,
    deviceNow: clock.now,
    ...(isCustomer && { as: 'jana' }),
  });
  await expect.element(page.getByRole('textbox', { name: 'User name' })).toBeVisible();
  expect(platform.sessionStatus.getState().hasEnded).toBe(isCustomer);
  expect(platform.snapshot.getState().wantedPath).toBe('/orders');
  clock.advance(31);
  await expect.poll(() => history.location.pathname, { timeout: 2_500 }).toBe('/offer/DAY');
  expect(platform.sessionStatus.getState().hasEnded).toBe(false);
  expect(platform.snapshot.getState().wantedPath).toBeUndefined();
});

test('a kiosk that slept shows the next guest nothing of the one before', async () => {
  const clock = deviceClock();
  const { history } = await renderApp('/login', {
    config: { kiosk: true, autoLogout: 30 },
    deviceNow: clock.now,
  });
  await userEvent.fill(page.getByRole('textbox', { name: 'User name' }), 'jana');
  // No timer has run meanwhile.
  clock.advance(600);
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await expect.poll(() => history.location.pathname, { timeout: 500 }).toBe('/offer/DAY');
});

test('a kiosk that loses the server at a logout is at the start again by itself', async () => {
  const { history, platform, server } = await renderApp('/orders', {
    seed: [jana],
    as: 'jana',
    config: { kiosk: true },
  });
  await expect.element(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await server.fault(/authenticate$/, { cut: true });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  logout(platform);
  await expect.element(page.getByText('Whoops, something went wrong')).toBeVisible();
  await server.forgetRequests();
  await vi.advanceTimersByTimeAsync(4_900);
  expect(await server.requests(/authenticate$/)).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  await expect.poll(async () => (await server.requests(/authenticate$/)).length).toBeGreaterThan(0);
  await server.clearFaults();
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.poll(() => platform.sessionStatus.getState().status).toBe('ready');
  await expect.poll(() => history.location.pathname).toBe('/offer/DAY');
  await expect.element(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
});
