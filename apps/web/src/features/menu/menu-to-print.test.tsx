import { page } from 'vitest/browser';
import { expect, test } from 'vitest';

import { dish, main } from '../../../test/offer-seeds.ts';
import { renderApp } from '../../../test/render-app.ts';

test.each([
  ['2026-12-07', '2026-12-31', '7. December – 31. December 2026'],
  ['2026-12-14', '2027-01-03', '14. December 2026 – 3. January 2027'],
  ['2026-12-31', '2026-12-31', '31. December 2026'],
])('a custom span from %s to %s is headed by its days: %s', async (start, end, heading) => {
  await renderApp(`/offer/TIMESPAN?start=${start}&end=${end}`, {
    seed: [main, dish('Broth', { day: start }), dish('Stew', { day: end, position: 1 })],
  });
  await expect.element(page.getByRole('article', { name: 'Stew' })).toBeVisible();
  // The sheet is for paper: on the screen it is there and not shown. Its code comes after the page.
  const headings = () => page.getByText(heading, { exact: true }).elements();
  const print = () => {
    globalThis.dispatchEvent(new Event('beforeprint'));
    return headings();
  };
  await expect.poll(print).toHaveLength(1);
  globalThis.dispatchEvent(new Event('afterprint'));
  expect(headings()).toEqual([]);
});
