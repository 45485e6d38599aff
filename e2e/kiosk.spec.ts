import type { Page } from '@playwright/test';

import { expect, expectAccessible, expectNoSidewaysScroll, orderFirstDish, test } from './fixtures.ts';

/** Holds a card to the simulated reader, from its panel in a page of its own. */
async function tap(panel: Page, card: string): Promise<void> {
  await panel.goto('/reader/panel');
  await expect(async () => {
    await panel.reload();
    await expect(panel.getByRole('status')).toContainText('for a card.', { timeout: 500 });
    await expect(panel.getByRole('status')).not.toContainText('No page', { timeout: 500 });
  }).toPass();
  await panel.getByRole('button', { name: card, exact: true }).click();
  await expect(panel.getByRole('status')).toContainText('The card was held to the reader.');
}

test(
  'a card signs in at the kiosk, a dish is ordered, and whoever goes away is signed out',
  { tag: '@desk' },
  async ({ page, otherPage, demo, observer }) => {
    // Neither a card nor the end of the time is a press of the page: each exchanges the header for that of whoever is in,
    // or of nobody, and what stands below it moves.
    observer.expect(/^moved at \S+: (?:MAIN |DIV "English|FORM "Search dishes"|SPAN "Cart:|BUTTON "" )/);
    await page.clock.install({ time: Date.now() + demo.aheadMs });
    await page.goto('/kiosk/login');
    await expect(page.getByText('Hold your card to the reader.')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    observer.expect(/^error at \/kiosk\/login: This card cannot be used to sign in\. /);
    await tap(otherPage, 'A card that nobody knows');
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByText('Hold your card to the reader.')).toBeVisible();

    await tap(otherPage, 'Eva Malá');
    await expect(page).toHaveURL(/\/kiosk\/offer\/DAY/);
    await expect(page.getByLabel('Period')).toBeVisible();
    const { name } = await orderFirstDish(page);
    await page.goto('/kiosk/orders');
    await expect(page.getByRole('article', { name })).toBeVisible();
    await page
      .getByRole('article', { name })
      .getByRole('button', { name: /^Cancel,/ })
      .click();
    await expect(page.getByRole('article', { name })).toBeHidden();

    // Nobody does anything for half a minute.
    observer.expect(/^error at \/kiosk\/orders: You will be signed out soon, /);
    await page.clock.fastForward('00:16');
    await expect(page.getByRole('timer')).toHaveText(/^You will be signed out in \d+ seconds?$/);
    await page.clock.fastForward('00:15');
    await expect(
      page.getByText('You were signed out, since nothing happened here for a while.'),
    ).toBeVisible();
    await expect(page.getByText('Eva Malá')).toHaveCount(0);
    await expect(page).toHaveURL(/\/kiosk\/offer\/DAY/);
  },
);
