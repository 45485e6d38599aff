import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { at, expect, expectAccessible, signIn, test } from './fixtures.ts';

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

function refectory(...args: string[]) {
  return spawnSync(process.execPath, [join(root, 'apps/server/bin/refectory.js'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, REFECTORY_DATA: process.env['E2E_DATA'] ?? '' },
  });
}

/** A Monday after all days of the demo's own menu. */
const START = '2027-01-18';

test('a menu imported while the demo runs can be ordered from', async ({ page }) => {
  const imported = refectory('import-menu', feedFile(), '--canteen', 'garden', '--start', START, '--publish');
  expect(imported.stderr).toBe('');
  expect(imported.status).toBe(0);

  await page.goto(at('/login'));
  await signIn(page, 'firma');
  await expect(page).toHaveURL(/\/offer\/DAY/);
  await page.getByRole('combobox', { name: 'Canteen' }).selectOption({ label: 'Garden bistro' });
  await page.goto(at(`/offer/DAY?day=${START}`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monday 18. January 2027');
  await expectAccessible(page);
  const dish = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Order,/ }) })
    .first();
  const name = await dish.getByRole('heading').innerText();
  await dish.getByRole('button', { name: /^Order,/ }).click();
  const mine = page.getByRole('article', { name, exact: true }).first();
  await expect(mine.getByText('Ordered', { exact: true })).toBeVisible();
  await mine.getByRole('button', { name: /^Cancel,/ }).click();
  await expect(mine.getByText('Ordered', { exact: true })).toBeHidden();
});
