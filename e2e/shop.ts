import type { Page } from '@playwright/test';

import { expect, nameOf, signIn } from './fixtures.ts';

/** The rows of the cart that is open. */
export const inCart = (page: Page) => page.getByRole('list', { name: 'Dishes' }).getByRole('article');
/** The button that orders what is in it. */
export const submit = (page: Page) =>
  page.getByRole('region', { name: 'Order' }).getByRole('button', { name: /CZK/ });

/** Signs in to the shop and puts the first dishes of its menu into the cart; gives their names. */
export async function fillCart(page: Page, userName: string, count: number): Promise<string[]> {
  await page.goto('/shop/login');
  await signIn(page, userName);
  await expect(page.getByLabel('Period')).toBeVisible();
  const dishes = page.getByRole('article').filter({ has: page.getByRole('button', { name: /^Order,/ }) });
  const names: string[] = [];
  for (let place = 0; place < count; place += 1) {
    const dish = dishes.nth(place);
    names.push(await nameOf(dish));
    await dish.getByRole('button', { name: /^Order,/ }).click();
    await expect(
      page.getByRole('banner').getByRole('link', { name: new RegExp(`${place + 1} items?$`) }),
    ).toBeVisible();
  }
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Cart:/ })
    .click();
  await expect(inCart(page)).toHaveCount(count);
  return names;
}
