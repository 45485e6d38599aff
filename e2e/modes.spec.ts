import { readFileSync } from 'node:fs';

import { addresses } from '../apps/web/test/whole-app.ts';
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
  await page.getByRole('link', { name: 'Added to the cart' }).click();
  await expect(page).toHaveURL(/\/shop\/cart$/);
  await expect(page.getByRole('list', { name: 'Dishes' }).getByRole('article')).toHaveCount(1);
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

/** The calls of the specification, and the additions to them. */
const specifiedCalls = new Set([
  ...[
    ...readFileSync(new URL('../docs/requirements/API.md', import.meta.url), 'utf8').matchAll(
      /^### API-(\d+) (GET|POST) ([\w/]+)/gm,
    ),
  ]
    .filter(([, number]) => Number(number) >= 10 && Number(number) <= 54)
    .map(([, , method, path]) => `${method} ${path}`),
  // The gateway of the configuration, where a payment is begun and asked after.
  'GET topup',
]);
/** What some of the pages read. */
const callOfPage = new Map([
  ['/offer/DAY', 'GET canteenmenu'],
  ['/orders', 'GET customer/canteenorders'],
  ['/profile/transactions', 'GET customer/account/transactions'],
  ['/profile/bills', 'GET customer/bills'],
]);
const announcedCalls = [
  'POST customer/logout',
  'POST customer/register/state',
  'POST customer/password/reset/state',
  'POST customer/email/change/finish',
  'GET live',
  'GET status',
];

test('CFG-54 API-55 a run over every page in every mode asks for specified and announced calls, the configuration, pictures and files of the application', async ({
  page,
  demo,
  observer,
}, { project }) => {
  test.skip(project.name !== 'desk', 'What is asked for does not depend on the device.');
  // A hundred pages, one after the other.
  test.setTimeout(300_000);
  // These finish something as they open, of which the server knows nothing here.
  observer.expect(
    /^error at \/(?:shop\/|webcare\/)?(?:pairing|pairingconfirm|pairingreject|card-\w+|email-change)\//,
  );
  const others = new Set<string>();
  const called = new Set<string>();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    const call = /^\/(?:api|payments)\/(.+)$/.exec(pathname)?.[1];
    const isFile =
      request.resourceType() === 'document' ||
      /^\/(?:(?:shop|webcare)\/)?(?:assets\/|files\/|plates\/|config\.json$|favicon)/.test(pathname);
    const name = `${request.method()} ${call}`;
    if (call !== undefined) called.add(name);
    const isKnown = call === undefined ? isFile : specifiedCalls.has(name) || announcedCalls.includes(name);
    if (origin !== demo.address || !isKnown) others.add(`${request.method()} ${request.url()}`);
  });
  const open = async (address: string) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  };
  // A guest has pages of their own, such as the form of a new password.
  for (const address of addresses) {
    await open(address);
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  }
  called.clear();
  for (const { base } of modes) {
    await page.goto(`${base}login`);
    await signIn(page, 'eva');
    await expect(page).not.toHaveURL(/login$/);
    for (const address of addresses) {
      await open(`${base}${address.slice(1)}`);
      // What a page reads it has asked for once nothing on it is awaited any more.
      const call = callOfPage.get(address);
      if (call) await expect.poll(() => called.has(call), { message: `${call} of ${base}` }).toBe(true);
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    }
  }
  expect([...others]).toEqual([]);
});
