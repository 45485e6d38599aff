import { expect, test as base, type Locator, type Page } from '@playwright/test';

import { axeFindings } from './axe-findings.ts';
import { startDemo, type Demo } from './demo.ts';
import { setDeviceClock } from './device-clock.ts';
import { observe, type Observer } from './observer.ts';
import { refectory } from './refectory.ts';
import { openSlowLine } from './slow-line.ts';

type OfWorker = {
  /** The moment the demo's clock begins at. */
  begin: string;
  /** How much later everything arrives that the browser asks for, in milliseconds. */
  latency: number;
  /** The demo, with how far its clock is ahead of the machine's, in milliseconds. */
  demo: Demo & { readonly aheadMs: number };
};

type OfJourney = {
  observer: Observer;
  /** The page of somebody else, who looks at the same canteen from another browser. */
  otherPage: Page;
};

/**
 * Every worker has a demo of its own, since a journey takes desk and phone to the same customer. An observer fails each
 * journey on what none of them may show.
 */
export const testOnDemo = base.extend<OfJourney, OfWorker>({
  // A Tuesday morning, before every limit of the day.
  begin: ['2026-11-24T07:30:00+01:00', { scope: 'worker', option: true }],
  latency: [0, { scope: 'worker', option: true }],
  demo: [
    async ({ begin, latency }, use) => {
      const aheadMs = Date.parse(begin) - Date.now();
      const demo = await startDemo(begin);
      const line = latency > 0 ? await openSlowLine(demo.address, latency) : undefined;
      await use({ ...demo, aheadMs, address: line?.address ?? demo.address });
      await line?.stop();
      // Whatever the journeys did, the money and the portions agree afterwards.
      const ledger = refectory(demo, 'check-ledger');
      await demo.stop();
      expect([ledger.status, ledger.stderr]).toEqual([0, '']);
    },
    // A cluster and a year of lunches, which a busy machine takes its time for.
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ demo }, use) => use(demo.address),
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

/** Signs in on the login page that is open. */
export async function signIn(page: Page, userName: string, texts = english): Promise<void> {
  await page.getByLabel(texts.userName, { exact: true }).fill(userName);
  await page.getByLabel(texts.password, { exact: true }).fill('refectory');
  await page.getByRole('main').getByRole('button', { name: texts.submit, exact: true }).click();
}

/** Signs in from a page of its own, up to the menu. */
export async function signInToMenu(page: Page, userName: string): Promise<void> {
  await page.goto('/login');
  await signIn(page, userName);
  await expect(page).toHaveURL(/\/offer\/DAY/);
  // The address is ahead of its page. A page that arrives takes the focus, and closes what was opened before it.
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

/** On the phone the header's links and choices are behind its button. */
export async function openMenu(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) > 720) return;
  await page.getByRole('banner').locator('button[aria-controls]').first().click();
}

export async function chooseLanguage(page: Page, code: string): Promise<void> {
  await openMenu(page);
  await page.locator('header select').selectOption(code);
  await page.keyboard.press('Escape');
}

export const english = { userName: 'User name', password: 'Password', submit: 'Sign in' };

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
