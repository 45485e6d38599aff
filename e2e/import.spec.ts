import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { cancelOn, expect, expectAccessible, orderFirstDish, signInToMenu, test } from './fixtures.ts';
import { refectory } from './refectory.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Feeds of real canteens, where they stand beside the checkout; else our own sample. */
const realFeeds = join(root, '../shared/data/openmensa');
const ownSamples = join(root, 'apps/server/src/menu-import/samples');

function feedFile(): string {
  const folder = existsSync(realFeeds) ? realFeeds : ownSamples;
  const name = readdirSync(folder).find((file) => file.endsWith('.xml'));
  if (!name) throw new Error(`there is no feed in ${folder}`);
  return join(folder, name);
}

/** A Monday after all days of the demo's own menu. */
const START = '2027-01-18';

test('a menu imported while the demo runs can be ordered from', async ({ page, demo }) => {
  const imported = refectory(
    demo,
    'import-menu',
    feedFile(),
    '--canteen',
    'garden',
    '--start',
    START,
    '--publish',
  );
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
