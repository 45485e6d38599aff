import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';
import { fillCart, inCart, submit } from './shop.ts';

test(
  'a cart is filled, changed, checked and paid from the account',
  { tag: '@both' },
  async ({ page, observer }) => {
    // What is not filled in is told, since it is sent too soon on purpose.
    observer.expect(/^error at .*: The provided information is incorrect/);
    const [, second = '', third = ''] = await fillCart(page, 'karta', 3);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page
      .getByRole('button', { name: /^Remove,/ })
      .first()
      .click();
    await expect(inCart(page)).toHaveCount(2);
    await page.reload();
    await expect(inCart(page)).toHaveCount(2);

    await submit(page).click();
    await expect(page.getByText('Payment is required')).toBeVisible();
    await page.getByRole('radio', { name: 'From my account' }).check();
    const delivery = page.getByRole('radiogroup', { name: /Delivery/ }).getByRole('radio');
    if ((await delivery.count()) > 0) await delivery.first().check();
    await submit(page).click();
    await expect(page.getByRole('heading', { name: 'Thank you', level: 1 })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to your orders' }).click();
    for (const name of [second, third]) {
      const order = page.getByRole('article', { name, exact: true }).first();
      await expect(order).toBeVisible();
      await order.getByRole('button', { name: /^Cancel,/ }).click();
      await expect(order.getByRole('button', { name: /^Cancel,/ })).toHaveCount(0);
    }
  },
);
