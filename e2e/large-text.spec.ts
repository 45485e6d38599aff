import { expect, expectNoSidewaysScroll, signInToMenu, test } from './fixtures.ts';
import { useLargeText } from './large-text.ts';
import { fillCart } from './shop.ts';

// The pages of all addresses are looked at in `every-address.spec.ts`.
test('at twice the size of text a full cart needs no sideways scrolling, and the summary of orders shows an order', async ({
  page,
  observer,
}) => {
  // Places are reserved at the ordinary size of text.
  observer.expect(/^moved at /);
  await useLargeText(page);
  await fillCart(page, 'eva', 2);
  await expectNoSidewaysScroll(page);

  await signInToMenu(page, 'jana');
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
  // Another journey of the same customer begins without orders.
  await order.getByRole('button', { name: /^Cancel,/ }).click();
  await expect(summary).toBeHidden();
});
