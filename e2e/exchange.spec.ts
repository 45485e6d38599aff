import { writeFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { expect, expectAccessible, expectNoSidewaysScroll, signInToMenu, test } from './fixtures.ts';
import { refectory } from './refectory.ts';

const DAY = '2026-11-24';
const DISH = 'Last bowl of soup';
const menu = {
  days: [{ date: DAY, dishes: [{ name: DISH, group: 'Soups', price: 39, portions: 1 }] }],
};

test('OFFER-40 ORD-18 C28 an order passes from one person to another, and both see the dish, the order and the money', async ({
  page: jana,
  demo,
  browser,
  baseURL,
}, testInfo) => {
  // A canteen of its own, in which it is too late to cancel and not to order.
  const key = `swaps-${testInfo.project.name}`;
  const manage = (...args: string[]) => {
    const { status, stderr } = refectory(demo, ...args);
    expect([status, stderr]).toEqual([0, '']);
  };
  const file = testInfo.outputPath('menu.json');
  writeFileSync(file, JSON.stringify(menu));
  manage('canteen', 'add', key, '--name', key);
  manage(
    'canteen',
    'cut-off',
    key,
    '--cancel',
    '1 day before 14:00',
    '--order',
    '13:00',
    '--exchange',
    '12:30',
  );
  manage('import-menu', file, '--canteen', key, '--publish');

  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const eva = await context.newPage();
  const open = async (page: Page, userName: string) => {
    await signInToMenu(page, userName);
    await page.getByRole('button', { name: /^Canteen:/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: key }).click();
    await page.goto(`/offer/DAY?day=${DAY}`);
    return page.getByRole('article', { name: DISH, exact: true });
  };
  const balanceOf = (page: Page) =>
    page
      .getByRole('banner')
      .getByText(/^CZK [\d,]+\.\d\d$/)
      .first()
      .innerText();

  const janas = await open(jana, 'jana');
  const evas = await open(eva, 'eva');
  const before = await balanceOf(jana);
  await janas.getByRole('button', { name: /^Order,/ }).click();
  await expect(evas.getByRole('button', { name: 'Sold out' })).toBeDisabled();

  await janas.getByRole('button', { name: /^For exchange,/ }).click();
  await jana.getByRole('dialog').getByRole('button', { name: 'Give it up' }).click();
  await expect(janas.getByText('offered for exchange')).toBeVisible();
  await expect(evas.getByRole('button', { name: /^Exchange,/ })).toBeEnabled();
  await expectAccessible(jana);
  await expectAccessible(eva);

  await evas.getByRole('button', { name: /^Exchange,/ }).click();
  await expect(evas.getByText('Ordered', { exact: true })).toBeVisible();
  await expect(jana.getByText('Somebody took your portion from the exchange')).toBeVisible();
  await expect(janas.getByText('Ordered', { exact: true })).toBeHidden();
  await expect.poll(() => balanceOf(jana)).toBe(before);

  await jana.goto('/orders');
  const given = jana.getByRole('article', { name: DISH, exact: true });
  await expect(given).toContainText('taken by somebody else');
  await expect(given).toContainText('CZK 39.00 given back');
  await expectAccessible(jana);
  await expectNoSidewaysScroll(jana);
  await eva.goto('/orders');
  const got = eva.getByRole('article', { name: DISH, exact: true });
  await expect(got).toContainText('from the exchange');
  await expect(got.getByRole('button', { name: /^For exchange,/ })).toBeEnabled();
  await context.close();

  manage('check-ledger');
});
