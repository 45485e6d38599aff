import { cancelOn, expect, firstDish, nameOf, orderFirstDish, signInToMenu, test } from './fixtures.ts';

test(
  'going back closes a dialog or the order sheet, stays on the page, and only then leaves it',
  { tag: '@late' },
  async ({ page }) => {
    await signInToMenu(page, 'karta');
    await page.getByRole('banner').getByRole('link', { name: 'Refectory' }).click();
    const dish = firstDish(page);
    await expect(dish).toBeVisible();
    // The address follows to the day that is shown.
    await expect(page).toHaveURL(/\/offer\/DAY\?day=/);
    const address = page.url();
    const entries = await page.evaluate(() => history.length);
    const name = await nameOf(dish);

    const dialogs = [
      [dish.getByRole('button', { name, exact: true }), page.getByRole('dialog', { name })],
      [
        page.getByRole('button', { name: /^Canteen:/ }),
        page.getByRole('dialog', { name: 'Choose a canteen' }),
      ],
    ] as const;
    for (const [opener, dialog] of dialogs) {
      await opener.click();
      await expect(dialog).toBeVisible();
      await expect(page).toHaveURL(address);
      await page.goBack();
      await expect(dialog).toHaveCount(0);
      await expect(page).toHaveURL(address);
      await expect(dish).toBeVisible();
    }

    const { card } = await orderFirstDish(page);
    const sheet = page.getByRole('region', { name: 'Your orders' });
    await sheet.getByRole('button', { name: 'Show' }).click();
    await expect(sheet.getByRole('listitem')).toHaveCount(1);
    await page.goBack();
    await expect(sheet.getByRole('button', { name: 'Show' })).toHaveAttribute('aria-expanded', 'false');
    await expect(page).toHaveURL(address);
    await cancelOn(card);
    expect(await page.evaluate(() => history.length)).toBe(entries);

    await page.goto('/orders');
    await page.getByRole('link', { name: 'To the menu' }).click();
    await expect(dish).toBeVisible();
    await expect(page).toHaveURL(address);
    await page.getByRole('button', { name: /^Canteen:/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\/offer\/DAY/);
    await page.goBack();
    await expect(page).toHaveURL(/\/orders$/);
    await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
    await page.goForward();
    await expect(page).toHaveURL(/\/offer\/DAY/);
    await expect(dish).toBeVisible();
  },
);

test('going back leads to the dish one was at', async ({ page }) => {
  await page.goto('/offer/DAY');
  const last = page.getByRole('article').last();
  await expect(last).toBeAttached();
  const placeOf = async () => Math.round((await last.boundingBox())?.y ?? Number.NaN);
  // What lies above has its height only once it was near the window.
  await expect(async () => {
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ timeout: 500 });
  }).toPass();
  const before = await placeOf();
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href$="/login"]')?.click());
  await expect(page.getByRole('textbox', { name: 'User name' })).toBeVisible();
  await page.goBack();
  await expect(last).toBeInViewport();
  await expect.poll(placeOf).toBe(before);
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(last).toBeInViewport();
  await expect.poll(placeOf).toBe(before);
});
