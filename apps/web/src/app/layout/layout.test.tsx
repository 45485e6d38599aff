import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { dish, main } from '../../../test/offer-seeds.ts';
import { renderApp } from '../../../test/render-app.ts';
import { startTestServer } from '../../../test/test-server.ts';

/** Files of the first page that its dishes do without. */
const AFTER_THE_DISHES = /(footer-content|page-meta|menu-to-print)\.tsx/;

const fetched = () =>
  performance
    .getEntriesByType('resource')
    .filter(({ name }) => AFTER_THE_DISHES.test(new URL(name).pathname));

// Alone in its file, since a file that was fetched once is not fetched again.
test('what the dishes do without is fetched once they are there', async () => {
  performance.setResourceTimingBufferSize(10_000);
  const server = await startTestServer({ seed: [main, dish('Broth')] });
  const canteens = await server.fault(/GET .*canteens/, { hold: true }, 1);
  const menu = await server.fault(/GET .*menu/, { hold: true }, 1);
  const { platform } = await renderApp('/offer', { server });
  await canteens.release();
  await expect.poll(() => platform.queries.isFetching({ queryKey: ['getMenu'] })).toBe(1);
  expect(fetched()).toEqual([]);
  await menu.release();
  await expect.element(page.getByRole('heading', { name: 'Broth' })).toBeVisible();
  await expect.poll(() => fetched().length).toBe(3);
});
