import {
  cancelOn,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  orderFirstDish,
  signIn,
  signInToMenu,
  test,
} from './fixtures.ts';

const modes = [
  { base: '/', name: 'Refectory', key: 'refectory.canteen' },
  { base: '/shop/', name: 'Refectory Shop', key: 'refectory.shop/shop' },
  { base: '/webcare/', name: 'Refectory Webcare', key: 'refectory.webcare/webcare' },
];

test(
  'CFG-59 CFG-53 CFG-52 one start shows the three modes, each under its path with its own state',
  { tag: '@both' },
  async ({ page }) => {
    for (const { base, name, key } of modes) {
      await page.goto(`${base}login`);
      await expect(page).toHaveTitle(`${name} | Sign in`);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await expect(page.locator('meta[name="application-version"]')).toHaveAttribute('content', '1.19.18');
      await expect(page.getByTitle('Version 1.19.18')).toHaveText(name);
      expect(await page.evaluate((wanted) => localStorage.getItem(wanted), key)).toContain('"sessionToken"');
    }
    expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(modes.map(({ key }) => key));
  },
);

test('CFG-59 what is ordered in the canteen is in the order list of webcare', async ({ page }) => {
  await signInToMenu(page, 'karta');
  const { name, card } = await orderFirstDish(page);

  await page.goto('/webcare/profile/orders');
  await expect(page).toHaveURL(/\/webcare\/login$/);
  await signIn(page, 'karta');
  await expect(page).toHaveURL(/\/webcare\/profile\/orders$/);
  const row = page.getByRole('article', { name });
  await expect(row).toContainText('1×');
  await expect(row.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);

  await page.goto('/');
  await cancelOn(card);
});

test('CFG-59, part of CFG-02: an address without the slash at its end leads to the shop, where no dish is ordered at once', async ({
  page,
}) => {
  const orders: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('order')) orders.push(request.url());
  });
  await page.goto('/shop?x=1');
  await expect(page).toHaveURL(/\/shop\/offer\/DAY/);
  await page.getByRole('banner').getByRole('link', { name: 'Refectory Shop' }).click();
  await expect(page).toHaveURL(/\/shop\/offer\/DAY/);
  await page
    .getByRole('button', { name: /^Order,/ })
    .first()
    .click();
  const sheet = page.getByRole('dialog', { name: 'Sign in' });
  await signIn(page, 'karta', { place: sheet });
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(/\/shop\/offer\/DAY/);
  await page
    .getByRole('button', { name: /^Order,/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Added to the cart' }).click();
  await expect(page).toHaveURL(/\/shop\/cart$/);
  await expect(page.getByRole('list', { name: 'Dishes' }).getByRole('article')).toHaveCount(1);
  expect(orders).toEqual([]);
});
