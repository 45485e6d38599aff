import { writeFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { expect, orderFirstDish, signInToMenu, test } from './fixtures.ts';
import { refectory } from './refectory.ts';

/** How many pages A4 printing the page takes. */
async function pagesOf(page: Page): Promise<number> {
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
  return [...paper.matchAll(/\/Type\s*\/Page\b/g)].length;
}

test(
  'the week is printed as it hangs on the wall: its dishes, and nothing that is for the screen',
  { tag: '@both' },
  async ({ page, observer }) => {
    // Paper has another layout.
    observer.expect(/^moved at /);
    await page.emulateMedia({ colorScheme: 'dark' });
    await signInToMenu(page, 'eva');
    const { name, card } = await orderFirstDish(page);
    await page.goto('/offer/WEEK?day=2026-11-24');
    await expect(card.getByText('Ordered', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Thursday 26. November' })).toBeVisible();

    await expect.poll(() => pagesOf(page)).toBe(2);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Main canteen');
    await expect(page.getByText('23. November – 27. November 2026')).toBeVisible();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Monday 23. November',
      'Tuesday 24. November',
      'Wednesday 25. November',
      'Thursday 26. November',
      'Friday 27. November',
    ]);
    const tuesday = page.getByRole('region', { name: 'Tuesday 24. November' });
    await expect(tuesday.getByRole('heading', { level: 3 }).first()).toHaveText('Soups');
    await expect(tuesday.getByRole('listitem').filter({ hasText: name })).toHaveText(
      / [\d, ]+CZK\s\d+\.\d\d$/,
    );
    await expect(page.getByRole('main').getByText('3 Eggs')).toBeVisible();
    for (const role of [
      'button',
      'link',
      'radio',
      'combobox',
      'img',
      'banner',
      'contentinfo',
      'status',
    ] as const)
      await expect(page.getByRole(role), role).toHaveCount(0);
    await expect(page.getByText('Ordered', { exact: true })).toBeHidden();
    for (const part of [page.locator('html'), page.locator('body'), page.getByRole('main')])
      await expect(part).toHaveCSS('background-color', /^rgb\(255, 255, 255\)$|^rgba\(0, 0, 0, 0\)$/);
    for (const part of [tuesday.getByRole('heading').first(), tuesday.getByRole('listitem').first()])
      await expect(part).toHaveCSS('color', 'rgb(0, 0, 0)');

    await page.emulateMedia({ media: null, colorScheme: null });
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Main canteen');

    await page.goto('/orders');
    const ordered = page.getByRole('listitem').filter({ hasText: name }).first();
    await expect(ordered.getByRole('button', { name: /^Cancel,/ })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(ordered).toBeVisible();
    for (const role of ['button', 'banner', 'contentinfo'] as const)
      await expect(page.getByRole(role), role).toHaveCount(0);
    await page.emulateMedia({ media: null });
    await page.goto('/');
    await card.getByRole('button', { name: /^Cancel,/ }).click();
    await expect(card.getByText('Ordered', { exact: true })).toBeHidden();
  },
);

/** Mondays after all days of the demo's own menu, and of any that another journey imports. */
const days = ['05', '06', '07', '08', '09', '12', '13', '14', '15', '16'].map((day) => `2027-07-${day}`);

test(
  'what is not drawn yet is printed too, and closed days with their reason',
  { tag: '@desk' },
  async ({ page, demo, observer }, testInfo) => {
    // Paper has another layout.
    observer.expect(/^moved at /);
    const dishes = Array.from({ length: 12 }, (_, index) => ({
      id: `dish ${index}`,
      name: `Dumplings with filling number ${index}, ${'and everything the kitchen has left '.repeat(2)}`.trim(),
      group: 'Main courses',
      price: 100 + index,
      allergens: ['1a', '3'],
      filters: index === 0 ? ['vegan'] : [],
    }));
    const menu = {
      days: [...days.map((date) => ({ date, dishes })), { date: '2027-07-10', closed: 'Stocktaking' }],
    };
    const file = testInfo.outputPath('menu.json');
    writeFileSync(file, JSON.stringify(menu));
    const { status, stderr } = refectory(demo, 'import-menu', file, '--canteen', 'main', '--publish');
    expect([status, stderr]).toEqual([0, '']);

    await page.goto(`/offer/TIMESPAN?start=${days[0]}&end=${days.at(-1)}`);
    await expect(page.getByRole('button', { name: 'Show more days' })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    const lines = page.getByRole('listitem');
    await expect(lines).toHaveCount(120);
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(11);
    await expect(page.getByRole('region', { name: 'Saturday 10. July 2027' })).toContainText(
      'Closed: Stocktaking',
    );
    await expect(lines.last()).toHaveCSS('break-inside', 'avoid');

    await page.emulateMedia({ media: null });
    await page.goto(`/offer/TIMESPAN?start=${days[0]}&end=${days.at(-1)}&filter=vegan`);
    await expect(page.getByRole('article')).toHaveCount(7);
    await page.emulateMedia({ media: 'print' });
    await expect(lines).toHaveCount(10);
    await expect(page.getByText('Only: Vegan')).toBeVisible();
  },
);
