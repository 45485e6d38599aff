import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { expect, test as base, type Page } from '@playwright/test';

const require = createRequire(import.meta.url);
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

type Finding = { id: string; help: string; nodes: { target: string[] }[] };

/** A page that fails its test on anything the browser complains of, content policy first of all. */
export const test = base.extend<{ page: Page }>({
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

/** The address of a path of the demo. */
export function at(path: string): string {
  return `${process.env['E2E_ADDRESS'] ?? ''}${path}`;
}

/** Signs in on the login page that is open. */
export async function signIn(page: Page, userName: string, texts = english): Promise<void> {
  await page.getByLabel(texts.userName, { exact: true }).fill(userName);
  await page.getByLabel(texts.password, { exact: true }).fill('refectory');
  await page.getByRole('main').getByRole('button', { name: texts.submit, exact: true }).click();
}

export const english = { userName: 'User name', password: 'Password', submit: 'Sign in' };

/** No finding of axe on the page that is open, once it is drawn and nothing on it moves. */
export async function expectAccessible(page: Page): Promise<void> {
  // Pages come with their own code: between the address and the page there is nothing to judge.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
  // Run through the debugger: the content policy lets no script of a test into the page.
  await page.evaluate(axeSource);
  const findings = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: () => Promise<{ violations: Finding[] }> } };
    return (await axe.run()).violations.map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes[0]?.target.join(' ')})`,
    );
  });
  expect(findings).toEqual([]);
}

/** Nothing of the page has to be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);
}

export { expect };
