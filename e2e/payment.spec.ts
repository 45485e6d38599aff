import type { Page } from '@playwright/test';

import {
  balanceOf,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  signInToMenu,
  test,
} from './fixtures.ts';
import { fillCart, inCart, submit } from './shop.ts';

/** Presses a button on the page of the sandbox gateway, which is not ours. */
async function atGateway(page: Page, button: string): Promise<void> {
  await expect(page.getByText('This is a sandbox: no money moves')).toBeVisible();
  await page.getByRole('button', { name: button, exact: true }).click();
}

/** Chooses to pay by card and leaves for the gateway. */
async function payByCard(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'By payment card' }).check();
  await page.getByRole('radio', { name: 'Take away' }).check();
  await submit(page).click();
}

const balanceIn = async (page: Page): Promise<number> =>
  Number(((await balanceOf(page).textContent()) ?? '').replaceAll(/[^\d.-]/g, ''));

test(
  'a cart is paid by card: declined it is kept, and paid it is ordered once',
  { tag: '@both' },
  async ({ page, observer }) => {
    // What is said of a payment changes with its state, and the words below follow.
    observer.expect(/^moved at \/shop\/(?:thank-you|orders): .*(?:[Yy]our orders|Your meals)/);
    const [name = ''] = await fillCart(page, 'firma', 1);
    await payByCard(page);
    await atGateway(page, 'The card is declined');
    await expect(page.getByRole('heading', { name: 'We are sorry, the payment failed' })).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Go to the cart' }).click();
    await expect(inCart(page)).toHaveCount(1);
    await payByCard(page);
    await atGateway(page, 'Pay, and the canteen hears of it twice');
    await expect(page.getByRole('heading', { name: 'Thank you', level: 1 })).toBeVisible();
    await expect(page.getByText(/^You paid CZK\s[\d.]+\. Your orders show your meals/)).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: /0 items$/ })).toBeVisible();
    await page.getByRole('link', { name: 'Go to your orders' }).click();
    const order = page.getByRole('article', { name, exact: true });
    await expect(order).toHaveCount(1);

    await order.getByRole('button', { name: /^Cancel,/ }).click();
    await expect(order.getByRole('button', { name: /^Cancel,/ })).toHaveCount(0);
  },
);

test('a top-up arrives: on the way back, and though the tab was closed at the gateway', async ({
  page,
  observer,
}) => {
  // What is said of a payment changes with its state, and the words below follow.
  observer.expect(/^moved at \/topup-successful: /);
  await signInToMenu(page, 'eva');
  const before = await balanceIn(page);
  const topUp = async (amount: string) => {
    await page.goto('/profile/top-up');
    await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
    await page.getByRole('button', { name: /^Pay CZK/ }).click();
  };

  await page.goto('/profile/top-up');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await topUp('150.50');
  await atGateway(page, 'Pay');
  await expect(page.getByRole('heading', { name: 'Your account is topped up' })).toBeVisible();
  await expect(page.getByText('CZK 150.50 was added to your account.')).toBeVisible();
  await expect.poll(() => balanceIn(page)).toBe(before + 150.5);
  await expectAccessible(page);

  await topUp('50');
  await atGateway(page, 'Give up and go back');
  await expect(page.getByRole('heading', { name: 'The payment did not go through' })).toBeVisible();

  await topUp('100');
  await atGateway(page, 'Pay, and close the tab before the way back');
  await expect(page.getByText('It is paid. You can close this tab.')).toBeVisible();
  await page.goto('/profile/transactions');
  await expect(page.getByText('CZK 100.00').first()).toBeVisible();
  await expect.poll(() => balanceIn(page)).toBe(before + 250.5);
});
