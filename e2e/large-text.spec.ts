import type { Page } from '@playwright/test';

import { expect, expectNoSidewaysScroll, signInToMenu, test } from './fixtures.ts';
import { fillCart } from './shop.ts';

/** Twice the size that browsers have unless somebody sets another one, in pixels. */
const LARGE = 32;

const ofGuests = [
  '/login',
  '/registration',
  '/forgotten-password',
  '/offer/DAY',
  '/pages/about',
  '/card-change/no-token',
];
const ofCustomers = [
  '/offer/DAY',
  '/offer/WEEK',
  '/orders',
  '/profile/dashboard',
  '/profile/edit',
  '/profile/orders',
  '/profile/transactions?period=ALLTIME',
  '/profile/consumption',
  '/profile/vouchers',
  '/profile/bonuses',
  '/profile/bills',
  '/profile/top-up',
  '/profile/pairing',
  '/profile/manage-card',
  '/profile/comment',
  '/topup-successful',
  '/topup-failure',
  '/payment-failure',
];

async function expectRoomOn(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses)
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // What is loading says so.
      await expect(
        page
          .getByRole('main')
          .getByRole('status')
          .filter({ hasText: /^Loading/ }),
      ).toHaveCount(0);
      await expectNoSidewaysScroll(page);
    });
}

test('at twice the size of text no page of a phone has to be scrolled sideways', async ({
  page,
  observer,
}) => {
  test.slow();
  // Places are reserved at the ordinary size of text.
  observer.expect(/^moved at /);
  const debuggerOfPage = await page.context().newCDPSession(page);
  await debuggerOfPage.send('Page.setFontSizes', { fontSizes: { standard: LARGE } });
  await expectRoomOn(page, ofGuests);
  await fillCart(page, 'eva', 2);
  await expectNoSidewaysScroll(page);
  await signInToMenu(page, 'jana');
  await expectRoomOn(page, ofCustomers);

  await page.goto('/offer/WEEK');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Order,/ })
    .first()
    .click();
  const summary = page.getByRole('region', { name: 'Your orders' });
  await summary.getByRole('button', { name: 'Show' }).click();
  const order = summary.getByRole('listitem').last();
  await order.scrollIntoViewIfNeeded();
  await expect(order).toBeInViewport({ ratio: 0.5 });
});
