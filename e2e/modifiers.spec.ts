import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

import type { Demo } from './demo.ts';
import {
  balanceOf,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  signIn,
  signInToMenu,
  test,
} from './fixtures.ts';
import { refectory } from './refectory.ts';
import { inCart, submit } from './shop.ts';

const menu = fileURLToPath(new URL('../apps/server/src/menu-import/samples/week.json', import.meta.url));
/** A Monday after all days of the demo's own menu. */
const START = '2027-01-25';
/** A dish of the file: students pay CZK 119.00, and choose dumplings and extras with it. */
const DISH = 'Svíčková na smetaně, knedlík';

/** Puts the menu of the file on sale; once more changes nothing. */
function publish(demo: Demo): void {
  const to = ['--canteen', 'garden', '--start', START, '--publish'];
  const imported = refectory(demo, 'import-menu', menu, ...to);
  expect(imported.stderr).toBe('');
  expect(imported.status).toBe(0);
}

/** Opens the day of the menu, and what can be chosen with its dish. */
async function choose(page: Page, mode: '' | '/shop') {
  await page.getByRole('button', { name: /^Canteen:/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Garden bistro' }).click();
  await page.goto(`${mode}/offer/DAY?day=${START}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monday 25. January 2027');
  await page
    .getByRole('article', { name: DISH })
    .getByRole('button', { name: /^Order,/ })
    .click();
  return page.getByRole('dialog', { name: DISH });
}

async function expectOrdered(page: Page, chosen: string, price: string) {
  const order = page.getByRole('article', { name: DISH });
  await expect(order).toContainText(chosen);
  await expect(order).toContainText(price);
  await order.getByRole('button', { name: /^Cancel,/ }).click();
  await expect(order).toHaveCount(0);
}

test('what is chosen with a dish is put into the cart, paid from the account, and told with the order', async ({
  page,
  demo,
  observer,
}) => {
  // What has to be chosen is told, since it is left out on purpose.
  observer.expect(/^error at .*: Choose one/);
  publish(demo);
  await page.goto('/shop/login');
  await signIn(page, 'eva');
  await expect(page.getByLabel('Period')).toBeVisible();
  const before = await balanceOf(page).textContent();
  const dialog = await choose(page, '/shop');
  const add = dialog.getByRole('button', { name: /CZK/ });
  await expect(add).toHaveText(/119\.00/);
  await add.click();
  await expect(dialog.getByRole('radio', { name: 'bread' })).toBeFocused();
  await dialog.getByRole('radio', { name: /^Carlsbad/ }).check();
  await dialog.getByRole('checkbox', { name: /^cranberries/ }).check();
  await expect(add).toHaveText(/143\.90/);
  await expectAccessible(page);
  await add.click();
  await expect(dialog).toBeHidden();

  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Cart:/ })
    .click();
  await expect(inCart(page)).toContainText('Carlsbad, cranberries');
  await expect(inCart(page)).toContainText('CZK 143.90');
  await expectNoSidewaysScroll(page);
  await page.getByRole('radio', { name: 'From my account' }).check();
  const delivery = page.getByRole('radiogroup', { name: /Delivery/ }).getByRole('radio');
  if ((await delivery.count()) > 0) await delivery.first().check();
  await expect(submit(page)).toHaveText(/143\.90/);
  await submit(page).click();
  await expect(page.getByRole('heading', { name: 'Thank you', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Go to your orders' }).click();
  await expect(balanceOf(page)).not.toHaveText(before ?? '');
  await expectAccessible(page);
  await expectOrdered(page, 'Carlsbad, cranberries', 'CZK 143.90');
  await expect(balanceOf(page)).toHaveText(before ?? '');
});

test('what is chosen with a dish is ordered at once in the canteen', async ({ page, demo }) => {
  publish(demo);
  await signInToMenu(page, 'eva');
  const dialog = await choose(page, '');
  await dialog.getByRole('radio', { name: 'bread' }).check();
  await dialog.getByRole('button', { name: /119\.00/ }).click();
  await expect(dialog).toBeHidden();
  await expect(
    page.getByRole('article', { name: DISH }).first().getByText('Ordered', { exact: true }),
  ).toBeVisible();
  await page.goto('/orders');
  await expectOrdered(page, 'bread', 'CZK 119.00');
});
