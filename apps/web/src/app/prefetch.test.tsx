import { afterEach, expect, test } from 'vitest';

import { renderApp } from '../../test/render-app.ts';
import { prefetchWhenIdle } from './prefetch.ts';

/** Files that nothing on the first page needs. */
const LATER = /(login-page|dialog-stack|toast-region)\.tsx|keyed-call\.ts/;

const filesOfLater = () =>
  performance.getEntriesByType('resource').filter(({ name }) => LATER.test(new URL(name).pathname));

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
test('on a line that is slow or paid for nothing is fetched ahead, and on any other what is likely next', async () => {
  performance.setResourceTimingBufferSize(10_000);
  performance.clearResourceTimings();
  for (const connection of [{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])
    await openOn(connection);

  const changedAt = performance.now();
  await openOn({ saveData: false, effectiveType: '4g' });
  await expect.poll(() => filesOfLater().length).toBe(4);
  for (const { name, startTime } of filesOfLater()) expect(startTime, name).toBeGreaterThan(changedAt);
});
