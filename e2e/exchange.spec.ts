import type { Page } from '@playwright/test';

import { addExchangeCanteen } from './exchange-canteen.ts';
import {
  balanceOf,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  signInToMenu,
  test,
} from './fixtures.ts';

const DAY = '2026-11-24';

test('OFFER-40 ORD-18 C28 an order passes from one person to another, and both see the dish, the order and the money', async ({
  page: giver,
  otherPage: taker,
  demo,
}) => {
  // In a canteen of its own, where it is too late to cancel an order and not too late to order.
  const key = 'swaps';
  const dish = `Last bowl of ${key}`;
  addExchangeCanteen(demo, { key, name: key, day: DAY, dish, portions: 1 });

  const open = async (page: Page, userName: string) => {
    await signInToMenu(page, userName);
    await page.getByRole('button', { name: /^Canteen:/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: key }).click();
    await page.goto(`/offer/DAY?day=${DAY}`);
    return page.getByRole('article', { name: dish, exact: true });
  };
  const given = await open(giver, 'firma');
  const wanted = await open(taker, 'eva');
  const before = await balanceOf(giver).textContent();
  await given.getByRole('button', { name: /^Order,/ }).click();
  await expect(wanted.getByRole('button', { name: 'Sold out' })).toBeDisabled();

  await given.getByRole('button', { name: /^For exchange,/ }).click();
  await giver.getByRole('dialog').getByRole('button', { name: 'Offer the portion' }).click();
  await expect(given.getByText('offered for exchange')).toBeVisible();
  await expect(wanted.getByRole('button', { name: /^Exchange,/ })).toBeEnabled();
  await expectAccessible(giver);
  await expectAccessible(taker);

  await wanted.getByRole('button', { name: /^Exchange,/ }).click();
  const asked = taker.getByRole('dialog', { name: 'Take from the exchange?' });
  await expect(asked).toContainText(dish);
  await expectAccessible(taker);
  await asked.getByRole('button', { name: 'Take it for CZK 39.00' }).click();
  await expect(wanted.getByText('Ordered', { exact: true })).toBeVisible();
  await expect(giver.getByText('Somebody took your portion from the exchange')).toBeVisible();
  await expect(given.getByText('Ordered', { exact: true })).toBeHidden();
  await expect(balanceOf(giver)).toHaveText(before ?? '');

  await giver.goto('/orders');
  const taken = giver.getByRole('article', { name: dish, exact: true });
  await expect(taken).toContainText('taken by somebody else');
  await expect(taken).toContainText('CZK 39.00 refunded');
  await expectAccessible(giver);
  await expectNoSidewaysScroll(giver);
  await taker.goto('/orders');
  const got = taker.getByRole('article', { name: dish, exact: true });
  await expect(got).toContainText('from the exchange');
  await expect(got.getByRole('button', { name: /^For exchange,/ })).toBeEnabled();
});
