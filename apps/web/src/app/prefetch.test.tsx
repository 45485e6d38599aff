import { afterEach, expect, test } from 'vitest';

import { dish, jana, main } from '../../test/offer-seeds.ts';
import { renderApp } from '../../test/render-app.ts';
import { startTestServer } from '../../test/test-server.ts';
import { prefetchWhenIdle } from './prefetch.ts';

/** Files that nothing on the first page needs. */
const LATER = /(login-page|dialog-stack|toast-region)\.tsx|keyed-call\.ts/;

const fetched = (files: RegExp) =>
  performance.getEntriesByType('resource').filter(({ name }) => files.test(new URL(name).pathname));

const setConnection = (connection: object) =>
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection });

/** Hands over what is to be done when the browser is idle. */
const whenIdle = () =>
  new Promise<() => void>((resolve) => {
    globalThis.requestIdleCallback = (run) => {
      resolve(() => run({ didTimeout: false, timeRemaining: () => 50 }));
      return 1;
    };
  });

const { requestIdleCallback } = globalThis;
afterEach(() => {
  Reflect.deleteProperty(navigator, 'connection');
  globalThis.requestIdleCallback = requestIdleCallback;
});

/** Opens the offer on a line, up to what happens when the browser is idle. */
async function openOn(connection: object): Promise<void> {
  setConnection(connection);
  const idle = whenIdle();
  const { platform } = await renderApp('/offer');
  prefetchWhenIdle(platform);
  (await idle)();
}

// One test, since a file that was fetched once is not fetched again.
test('on a line that is slow or paid for nothing is fetched ahead, and on any other what is likely next, when the menu is there', async () => {
  performance.setResourceTimingBufferSize(10_000);
  performance.clearResourceTimings();
  for (const connection of [{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])
    await openOn(connection);

  const changedAt = performance.now();
  setConnection({ saveData: false, effectiveType: '4g' });
  const server = await startTestServer({ seed: [main, dish('Broth')] });
  const canteens = await server.fault(/GET .*canteens/, { hold: true }, 1);
  const menu = await server.fault(/GET .*menu/, { hold: true }, 1);
  const idle = whenIdle();
  const { platform } = await renderApp('/offer', { server });
  prefetchWhenIdle(platform);
  await canteens.release();
  await expect.poll(() => platform.queries.isFetching({ queryKey: ['getMenu'] })).toBe(1);
  expect(platform.isFirstPageThere.getState()).toBe(false);
  expect(fetched(LATER)).toEqual([]);
  await menu.release();
  (await idle)();
  await expect.poll(() => fetched(LATER).length).toBe(4);
  for (const { name, startTime } of fetched(LATER)) expect(startTime, name).toBeGreaterThan(changedAt);
});

test('for a customer the pages of the menu come ahead: the orders, the profile that leads to its first page, and that page', async () => {
  performance.setResourceTimingBufferSize(10_000);
  performance.clearResourceTimings();
  setConnection({ saveData: false, effectiveType: '4g' });
  const { platform } = await renderApp('/offer', {
    seed: [main, dish('Broth'), jana],
    as: 'jana',
    config: { allowProfileDashboard: true },
  });
  prefetchWhenIdle(platform);
  const pages = ['orders-page.tsx', 'first-profile-page.ts', 'profile-frame.tsx', 'dashboard-page.tsx'];
  for (const page of pages)
    await expect.poll(() => fetched(new RegExp(page)), { message: page }).not.toEqual([]);
});
