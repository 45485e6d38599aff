import { expect, test as base, type Locator, type Page } from '@playwright/test';

import { axeFindings } from './axe-findings.ts';
import { BEGIN, startFilledDemo, type Demo } from './demo.ts';
import { setDeviceClock } from './device-clock.ts';
import { observe, type Observer } from './observer.ts';
import { refectory } from './refectory.ts';
import { signInByCalls } from './sign-in-by-calls.ts';
import { openSlowLine } from './slow-line.ts';

/** How much later each request arrives on a bad line, in milliseconds. */
export const BAD_LINE_MS = 700;

/** The options of a project. */
export type OptionsOfJourneys = {
  /** How much later each request of the browser arrives, in milliseconds. */
  latency: number;
};

type OfWorker = {
  /** The demo of the worker. `aheadMs`: how far its clock is ahead of the machine's, in milliseconds. */
  demo: Demo & { readonly aheadMs: number };
};

type OfJourney = OptionsOfJourneys & {
  observer: Observer;
  /** The page of somebody else, who looks at the same canteen from another browser. */
  otherPage: Page;
};

/**
 * Each worker has its own demo, because a journey takes desk and phone to the same customer. An observer fails each
 * journey on what none of them may show.
 */
export const testOnDemo = base.extend<OfJourney, OfWorker>({
  latency: [0, { option: true }],
  demo: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const aheadMs = Date.parse(BEGIN) - Date.now();
      const demo = await startFilledDemo();
      await use({ ...demo, aheadMs });
      // Whatever the journeys did, the money and the portions agree afterwards.
      const ledger = refectory(demo, 'check-ledger');
      await demo.stop();
      expect([ledger.status, ledger.stderr]).toEqual([0, '']);
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ demo, latency }, use, { tags }) => {
    const delayMs = tags.includes('@late') ? BAD_LINE_MS : latency;
    const line = delayMs > 0 ? await openSlowLine(demo.address, delayMs) : undefined;
    await use(line?.address ?? demo.address);
    await line?.stop();
  },
  observer: [
    async ({ context, demo }, use) => {
      // A device knows the time. Until the server tells it, today is the device's.
      await setDeviceClock(context, demo.aheadMs);
      const observer = await observe(context);
      await use(observer);
      expect(observer.findings()).toEqual([]);
    },
    { auto: true },
  ],
  otherPage: async ({ browser, baseURL, demo }, use) => {
    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
    await setDeviceClock(context, demo.aheadMs);
    const observer = await observe(context);
    await use(await context.newPage());
    await context.close();
    expect(observer.findings()).toEqual([]);
  },
});

/** A page that fails its test on anything the browser complains of, content policy first of all. */
export const test = testOnDemo.extend<{ page: Page }>({
  page: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    page.on('console', (message) => {
      // A refused call is part of some journeys; what it means is on the screen.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        complaints.push(message.text());
      }
    });
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        globalThis.console.error(`content policy: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
    await use(page);
    expect(complaints).toEqual([]);
  },
});

/** Signs in on the login page that is open, or in a dialog; without a password as a customer of the demo. */
export async function signIn(
  page: Page,
  userName: string,
  { password = 'refectory', place = page.getByRole('main') }: { password?: string; place?: Locator } = {},
): Promise<void> {
  await place.getByLabel('User name', { exact: true }).fill(userName);
  await place.getByLabel('Password', { exact: true }).fill(password);
  await place.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Opens the menu as a customer. The sign-in page is not opened: see `signInByCalls`. */
export async function signInToMenu(page: Page, userName: string): Promise<void> {
  await signInByCalls(page, userName);
  await page.goto('/offer/DAY');
  await expect(page.getByLabel('Period')).toBeVisible();
}

/** The card of the first dish on the menu that can be ordered. */
export const firstDish = (page: Page): Locator =>
  page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Order,/ }) })
    .first();

/** The name of a dish on its card, also where that is not laid out yet and has no inner text. */
export async function nameOf(dish: Locator): Promise<string> {
  return (await dish.getByRole('heading').textContent()) ?? '';
}

/** Orders the first dish that can be; gives its name and its card, which says so by then. */
export async function orderFirstDish(page: Page): Promise<{ name: string; card: Locator }> {
  const dish = firstDish(page);
  const name = await nameOf(dish);
  await dish.getByRole('button', { name: /^Order,/ }).click();
  const card = page.getByRole('article', { name, exact: true }).first();
  await expect(card.getByText('Ordered', { exact: true })).toBeVisible();
  return { name, card };
}

/** Cancels what was ordered of the dish of a card. */
export async function cancelOn(card: Locator): Promise<void> {
  await card.getByRole('button', { name: /^Cancel,/ }).click();
  await expect(card.getByText('Ordered', { exact: true })).toBeHidden();
}

/** The amount beside the word for it in the header, also where it is folded away. */
export const balanceOf = (page: Page): Locator =>
  page.getByRole('banner').getByText('Balance', { exact: true }).locator('..').getByText(/^CZK/);

/** Opens the menu of the header, which is folded on a phone. It stays open if it is open. */
export async function openMenu(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) > 720) return;
  const menu = page.getByRole('banner').locator('button[aria-controls]').first();
  if ((await menu.getAttribute('aria-expanded')) !== 'true') await menu.click();
}

export async function chooseLanguage(page: Page, code: string): Promise<void> {
  await openMenu(page);
  await page.locator('header select').selectOption(code);
  await page.keyboard.press('Escape');
}

/** No finding of axe on the page that is open, once it is drawn and nothing on it moves. */
export async function expectAccessible(page: Page): Promise<void> {
  // Pages come with their own code: between the address and the page there is nothing to judge.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
}

/** Nothing of the page has to be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);
}

export { expect };
