import { fileURLToPath } from 'node:url';

import { cancelOn, expect, expectAccessible, orderFirstDish, signInToMenu, test } from './fixtures.ts';
import { refectory } from './refectory.ts';

const feed = fileURLToPath(
  new URL('../apps/server/src/menu-import/feeds/university-canteen.xml', import.meta.url),
);

/** A Monday after all days of the demo's own menu. */
const START = '2027-01-18';

test('a menu imported while the demo runs can be ordered from', async ({ page, demo }) => {
  const imported = refectory(demo, 'import-menu', feed, '--canteen', 'garden', '--start', START, '--publish');
  expect(imported.stderr).toBe('');
  expect(imported.status).toBe(0);

  await signInToMenu(page, 'firma');
  await page.getByRole('button', { name: /^Canteen:/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Garden bistro' }).click();
  await page.goto(`/offer/DAY?day=${START}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monday 18. January 2027');
  await expectAccessible(page);
  const { card } = await orderFirstDish(page);
  await cancelOn(card);
});
