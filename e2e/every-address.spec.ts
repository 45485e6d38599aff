import { readFileSync } from 'node:fs';

import { addresses } from '../apps/web/test/whole-app.ts';
import { expect, expectNoSidewaysScroll, signIn, test } from './fixtures.ts';
import { useLargeText } from './large-text.ts';

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

/** A guest who opens a page of the profile is sent to the sign-in page. */
const ofCustomers = (address: string) => address.startsWith('/profile/');
/** A customer who opens one of these addresses gets the menu, or the same page as a guest. */
const ofGuests = (address: string) =>
  /^\/(?:|offer|login|registration.*|forgotten-password|password-reset.*|pages.*|none.*)$/.test(address);

/** The modes, each with the addresses that a customer opens in it. The pages of the three modes are the same. */
const modes = [
  { base: '/', has: (address: string) => !ofGuests(address) },
  { base: '/shop/', has: (address: string) => ['/offer/DAY', '/cart', '/orders'].includes(address) },
  {
    base: '/webcare/',
    has: (address: string) => ['/profile/dashboard', '/profile/orders'].includes(address),
  },
];

test('CFG-54 API-55 every address is a page that needs no sideways scrolling at twice the size of text, and asks for specified and announced calls, the configuration, pictures and files of the application', async ({
  page,
  baseURL,
  observer,
}) => {
  if (process.env['THOROUGH']) test.slow();
  await useLargeText(page);
  // Places are reserved at the ordinary size of text.
  observer.expect(/^moved at /);
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
    if (origin !== baseURL || !isKnown) others.add(`${request.method()} ${request.url()}`);
  });
  const open = async (address: string) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    // A page says what it is still loading.
    const loading = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /^Loading/ });
    await expect(loading).toHaveCount(0);
    await expectNoSidewaysScroll(page);
  };

  for (const address of addresses.filter((one) => !ofCustomers(one))) {
    await open(address);
    await expect(page).toHaveTitle(/^Refectory \| ./);
  }
  called.clear();
  for (const { base, has } of modes) {
    await page.goto(`${base}login`);
    await signIn(page, 'jana');
    await expect(page).not.toHaveURL(/login$/);
    // The modes share their pages: `npm run test:full` opens each of them in every mode.
    for (const address of addresses.filter((one) => process.env['THOROUGH'] || has(one))) {
      const period = address === '/profile/transactions' ? '?period=ALLTIME' : '';
      await open(`${base}${address.slice(1)}${period}`);
      // A page that awaits nothing any more has made its calls.
      const call = callOfPage.get(address);
      if (call) await expect.poll(() => called.has(call), { message: `${call} of ${base}` }).toBe(true);
    }
  }
  expect([...others]).toEqual([]);
});
