import { writeFileSync } from 'node:fs';

import { expect, signInToMenu, test } from './fixtures.ts';
import { refectory } from './refectory.ts';

/** A Monday after all days of the demo's own menu, and of any that another journey imports. */
const DAY = '2027-05-03';

const menuOf = (price: number) => ({
  days: [
    {
      date: DAY,
      dishes: [
        { id: 'soup', name: 'Last bowl of soup', group: 'Soups', price, portions: 1 },
        { id: 'roast', name: 'Roast', group: 'Main courses', price: 120, portions: 50 },
      ],
    },
  ],
});

test(
  'OFFER-40 what somebody else orders and gives back, and what the kitchen changes, is seen while looking',
  { tag: '@both' },
  async ({ page, otherPage: other, demo }, testInfo) => {
    const publish = (price: number) => {
      const file = testInfo.outputPath('menu.json');
      writeFileSync(file, JSON.stringify(menuOf(price)));
      const { status, stderr } = refectory(demo, 'import-menu', file, '--canteen', 'main', '--publish');
      expect([status, stderr]).toEqual([0, '']);
    };
    publish(39);
    await page.goto(`/offer/DAY?day=${DAY}`);
    const soup = page.getByRole('article', { name: 'Last bowl of soup' });
    await expect(soup.getByRole('button', { name: /^Order,/ })).toBeVisible();

    await signInToMenu(other, 'eva');
    await other.goto(`/offer/DAY?day=${DAY}`);
    const hers = other.getByRole('article', { name: 'Last bowl of soup' });
    await hers.getByRole('button', { name: /^Order,/ }).click();
    await expect(hers.getByText('Ordered', { exact: true })).toBeVisible();
    await expect(soup.getByRole('button', { name: 'Sold out' })).toBeDisabled();

    await hers.getByRole('button', { name: /^Cancel,/ }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click();
    await expect(hers.getByText('Ordered', { exact: true })).toBeHidden();
    await expect(soup.getByRole('button', { name: /^Order,/ })).toBeEnabled();
    publish(45);
    await expect(soup.getByText('CZK 45.00')).toBeVisible();
    await expect(hers.getByText('CZK 45.00')).toBeVisible();
  },
);
