import type { Page, Request } from '@playwright/test';

import {
  cancelOn,
  expect,
  expectAccessible,
  firstDish,
  nameOf,
  orderFirstDish,
  signInToMenu,
  test,
  testOnDemo,
} from './fixtures.ts';

const ordersPage = /\/assets\/orders-page-.*\.js/;
const noConnection = /^error at .*: The connection to the canteen was lost\./;
const orders = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Orders' });

/** On the menu, signed in, with the page of the orders not fetched: whatever answers its address does so from now on. */
async function onMenuWithout(page: Page, answer: (asked: number) => 'fail' | 404 | 'ok'): Promise<void> {
  let asked = 0;
  await page.route(ordersPage, async (route) => {
    asked += 1;
    const says = answer(asked);
    if (says === 'fail') await route.abort('internetdisconnected');
    else if (says === 404) await route.fulfill({ status: 404, body: 'There is nothing at this address.' });
    else await route.continue();
  });
  await signInToMenu(page, 'eva');
}

/** Opens the offer as a customer, and waits for the page that is fetched last of all for later, with all that it imports. */
async function onMenuWithAll(page: Page): Promise<void> {
  const last = page.waitForEvent('requestfinished', (request) => ordersPage.test(request.url()));
  await onMenuWithout(page, () => 'ok');
  const address = (await last).url();
  // Its own file may be there before those that it imports, some of which the browser has not even asked for.
  await page.evaluate(`import(${JSON.stringify(address)}).then(() => undefined)`);
  await expect(page.getByRole('article').first()).toBeVisible();
}

/** Does something in the header's menu, which on a phone is folded, and folds after each press elsewhere and each page. */
const inMenu = (page: Page, act: (options: { readonly timeout: number }) => Promise<unknown>) =>
  expect(async () => {
    const banner = page.getByRole('banner');
    if (!(await banner.getByRole('button', { name: 'Sign out' }).isVisible()))
      await banner.getByRole('button', { name: 'Eva Malá' }).click({ timeout: 3_000 });
    await act({ timeout: 3_000 });
  }).toPass({ timeout: 15_000 });

const goToOrders = (page: Page) =>
  expect(async () => {
    // The press may be through though the page it leads to is not.
    if (!page.url().endsWith('/orders')) await inMenu(page, (soon) => orders(page).click(soon));
  }).toPass();

test('C18 without a connection a page not fetched yet says so, and comes when there is one', async ({
  page,
  context,
}) => {
  let isThere = false;
  await onMenuWithout(page, () => (isThere ? 'ok' : 'fail'));
  await expect(page.getByRole('article').first()).toBeVisible();
  await context.setOffline(true);
  await goToOrders(page);
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await expect(page).toHaveURL(/\/orders$/);
  await expect(page.getByRole('banner')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await expectAccessible(page);
  isThere = true;
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
});

test('C18 what the browser fetched while it was idle opens without a connection', async ({
  page,
  context,
  observer,
}) => {
  observer.expect(noConnection);
  const underWay = new Set<Request>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') underWay.add(request);
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  await onMenuWithAll(page);
  // Its words come in a file of their own.
  await expect.poll(() => underWay.size).toBe(0);
  await context.setOffline(true);
  await goToOrders(page);
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
});

test('part of ORD-10 TOAST-04: an order without a connection is one message, and its dish keeps saying so', async ({
  page,
  context,
  observer,
}) => {
  observer.expect(noConnection);
  await onMenuWithAll(page);
  const dish = firstDish(page);
  const name = await nameOf(dish);
  await context.setOffline(true);
  await dish.getByRole('button', { name: /^Order,/ }).click();
  const message = page.getByLabel('Notifications').getByText('The connection to the canteen was lost.');
  await expect(message).toBeVisible();
  await expect(page.getByText('The menu on screen may be out of date')).toBeVisible();
  await expect(page.getByLabel('Notifications').getByText(/\dx\)/)).toHaveCount(0);
  await expect(message).toBeHidden();
  const card = page.getByRole('article', { name, exact: true }).first();
  await expect(card.getByText('The connection to the canteen was lost.')).toContainText(
    'If it went through all the same, it shows here as soon as there is a connection.',
  );
  await expect(card.getByRole('button', { name: /^Order,/ })).toBeEnabled();
});

test('an order is told as made though nothing that tells of it can be fetched any more', async ({ page }) => {
  await onMenuWithAll(page);
  await page.route(/\/assets\/after-order/, (route) => route.abort());
  const { name, card } = await orderFirstDish(page);
  await expect(page.getByLabel('Notifications').getByText(name)).toBeVisible();
  await expect(page.getByText('The connection to the canteen was lost.')).toHaveCount(0);
  await cancelOn(card);
});

test('a press that leads to a page whose code comes late is answered at once, and the page stays where it is', async ({
  page,
}) => {
  let arrive: () => void = () => undefined;
  const hasArrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/assets\/cart-page-.*\.js/, async (route) => {
    await hasArrived;
    await route.continue();
  });
  await signInToMenu(page, 'eva');
  await expect(page.getByRole('article').first()).toBeVisible();
  const goingOn = page.getByRole('progressbar', { name: 'Loading the page' });
  await expect(goingOn).toHaveCount(0);
  const cart = page.getByRole('banner').getByRole('link', { name: /^Cart:/ });
  await expect(cart).toBeVisible();
  const top = await page.evaluate(() => {
    scrollTo(0, 300);
    return scrollY;
  });
  // On a phone the header is out of sight by now, and a pointer would bring it back first.
  await cart.evaluate((link: HTMLElement) => link.click());
  await expect(goingOn).toBeVisible();
  await expect(page).toHaveURL(/\/cart$/);
  expect(await page.evaluate(() => scrollY)).toBe(top);
  await expect(page.getByRole('article').first()).toBeVisible();
  arrive();
  await expect(page.getByRole('heading', { name: 'Cart', level: 1 })).toBeVisible();
  await expect(goingOn).toHaveCount(0);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('whoever leaves the offer before it has its day is not called back when the day comes', async ({
  page,
}) => {
  let answer: () => void = () => undefined;
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let arrive: () => void = () => undefined;
  const hasArrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/api/canteenmenu?*', async (route) => {
    await isAnswered;
    await route.continue();
  });
  await page.route(ordersPage, async (route) => {
    await hasArrived;
    await route.continue();
  });
  await signInToMenu(page, 'eva');
  await goToOrders(page);
  await expect(page).toHaveURL(/\/orders$/);
  answer();
  await expect(page.getByRole('article').first()).toBeVisible();
  arrive();
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/orders$/);
});

test('C18 without a connection a dialog or a language that was not fetched is told so, and the page stays', async ({
  page,
  observer,
}) => {
  observer.expect(noConnection);
  let isThere = false;
  const fetchOnlyWhenThere = (code: RegExp) =>
    page.route(code, (route) => (isThere ? route.continue() : route.abort('internetdisconnected')));
  await fetchOnlyWhenThere(/\/assets\/dialog-stack-.*\.js/);
  // By this the application asks whether the server is there.
  await page.route(/./, (route) =>
    !isThere && route.request().method() === 'HEAD' ? route.abort('internetdisconnected') : route.fallback(),
  );
  await signInToMenu(page, 'eva');
  await fetchOnlyWhenThere(/\/assets\/messages-.*\.js/);
  const banner = page.getByRole('banner');
  const signOut = banner.getByRole('button', { name: 'Sign out' });
  const message = page.getByLabel('Notifications').getByText('The connection to the canteen was lost.');

  const language = banner.getByRole('combobox', { name: 'Language' });
  await inMenu(page, (soon) => language.selectOption({ label: 'Polski' }, soon));
  await expect(message).toBeVisible();
  await expect(language).toHaveValue('en');
  await expect(message).toBeHidden();

  await inMenu(page, (soon) => signOut.click(soon));
  await expect(message).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  isThere = true;
  const question = page.getByRole('dialog', { name: 'Sign out?' });
  // A browser may remember that a file failed: then the page is loaded anew, and the button is pressed once more.
  await expect(async () => {
    await inMenu(page, (soon) => signOut.click(soon));
    await expect(question).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  const told = () =>
    page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/customer'),
    );
  const toldPolish = told();
  await inMenu(page, (soon) => language.selectOption({ label: 'Polski' }, soon));
  await expect(banner.getByRole('link', { name: 'Zamówienia' })).toBeVisible();
  await toldPolish;
  // The language is the customer's, whom other journeys read in English.
  const toldEnglish = told();
  await page.locator('header select').selectOption('en', { force: true });
  await toldEnglish;
});

// The browser tells its console of the page that broke.
testOnDemo(
  'a page that a new build took away is fetched from the new one, and only once',
  async ({ page, baseURL }) => {
    let isGone = true;
    await onMenuWithout(page, () => (isGone ? 404 : 'ok'));
    const loads: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads.push(request.url());
    });
    await goToOrders(page);
    await expect(page.getByRole('heading', { name: 'This page stopped working' })).toBeVisible();
    expect(loads).toEqual([`${baseURL}/orders`]);
    await expect(page).toHaveURL(/\/orders$/);
    isGone = false;
    await page.getByRole('button', { name: 'Start again' }).click();
    await expect(page).toHaveURL(/\/offer\/DAY$/);
    await expect(page.getByRole('article').first()).toBeVisible();
  },
);

testOnDemo(
  'C18 a start without its texts says so instead of nothing, and works once they are there',
  async ({ page }) => {
    await page.route(/\/assets\/messages-.*\.js/, (route) => route.abort('internetdisconnected'));
    await page.goto('/');
    const message = page.getByText('The page could not be loaded.');
    await expect(message).toBeVisible();
    await expect(page.locator('.first-paint')).toBeHidden();
    await page.unrouteAll();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(message).toBeHidden();
  },
);

testOnDemo('part of C18: a page whose code never comes says so after 20 seconds', async ({ page }) => {
  await page.route(/\/assets\/.*\.js/, (route) => route.abort('internetdisconnected'));
  await page.goto('/');
  const message = page.getByText('The page could not be loaded.');
  await expect(page.locator('.first-paint')).toBeVisible();
  await expect(message).toBeHidden();
  const waits = await page.evaluate(() =>
    document.getAnimations().map((animation) => {
      const { delay } = animation.effect?.getTiming() ?? {};
      animation.finish();
      return delay;
    }),
  );
  expect(waits).toEqual([20_000, 20_000]);
  await expect(message).toBeVisible();
  await expect(page.locator('.first-paint')).toBeHidden();
});

for (const [what, files, address] of [
  ['the application', /\/assets\/.*\.js/, '/'],
  ['the page', /\/assets\/login-page-.*\.js/, '/login'],
] as const)
  testOnDemo(
    `the frame of a page stands before the code of ${what} is there, and gives way to it`,
    async ({ page }) => {
      const frame = page.locator('.first-paint');
      let arrive = () => {};
      const wait = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      const isAsked = page.waitForRequest(files);
      await page.route(files, async (route) => {
        await wait;
        await route.continue();
      });
      await page.goto(address, { waitUntil: 'commit' });
      await isAsked;
      await expect(frame).toBeVisible();
      arrive();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(frame).toBeHidden();
    },
  );
