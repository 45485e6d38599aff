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

test('CFG-59 CFG-53 CFG-52 one start shows the three modes, each under its path with its own state', async ({
  page,
}) => {
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
});

test('CFG-59 an address without the slash at its end leads to the application', async ({ page }) => {
  await page.goto('/shop?x=1');
  await expect(page).toHaveURL(/\/shop\/offer\/DAY/);
  await page.getByRole('banner').getByRole('link', { name: 'Refectory Shop' }).click();
  await expect(page).toHaveURL(/\/shop\/offer\/DAY/);
});

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

test('part of CFG-02: in the shop no dish is ordered at once', async ({ page }) => {
  const orders: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('order')) orders.push(request.url());
  });
  await page.goto('/shop/');
  await expect(page).toHaveURL(/\/shop\/offer\/DAY/);
  await page
    .getByRole('button', { name: /^Order,/ })
    .first()
    .click();
  const sheet = page.getByRole('dialog', { name: 'Sign in' });
  await sheet.getByLabel('User name', { exact: true }).fill('karta');
  await sheet.getByLabel('Password', { exact: true }).fill('refectory');
  await sheet.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(/\/shop\/offer\/DAY/);
  await page
    .getByRole('button', { name: /^Order,/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/shop\/cart$/);
  await expect(page.getByText(/Not here yet/)).toBeVisible();
  expect(orders).toEqual([]);
});

test('CFG-54 nothing is measured: every request goes to the application or its API', async ({
  page,
  demo,
}) => {
  const others: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    const isOwn =
      /^\/(?:$|assets\/|plates\/|api\/(?:authenticate|canteens|canteenmenu|customer)|favicon|offer|login|orders)/;
    if (origin !== demo.address || !isOwn.test(pathname)) others.push(request.url());
  });
  await signInToMenu(page, 'karta');
  await page.goto('/orders');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(others).toEqual([]);
});
