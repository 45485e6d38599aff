import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';

import { expect, expectAccessible, expectNoSidewaysScroll, signInToMenu, test } from './fixtures.ts';

/** The reports of the profile by the name of their link: what the file of each begins with, and the period to look at. */
const reports = [
  ['Transactions', 'Name,', 'All time'],
  ['Consumption', 'Date,Cost centre,', 'Last 365 days'],
  ['Bills', 'Date,Register,', 'Last 365 days'],
  ['Bonuses', 'Valid from,Valid to,', undefined],
  ['Vouchers', 'Type,', undefined],
] as const;

const A4_MM = '210 × 297';
const MM_PER_POINT = 25.4 / 72;

/** The page as it is printed: the sizes of its sheets in mm, and their text without spaces, which breaks anywhere. */
async function printed(page: Page): Promise<{ sheets: readonly string[]; text: string }> {
  const paper = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'A4' })));
  const sheets: string[] = [];
  for (let number = 1; number <= paper.numPages; number += 1) {
    const { view } = await paper.getPage(number);
    sheets.push(
      view
        .slice(2)
        .map((points: number) => Math.round(points * MM_PER_POINT))
        .join(' × '),
    );
  }
  const { text } = await extractText(paper, { mergePages: true });
  return { sheets, text: text.replaceAll(/\s/g, '') };
}

for (const [who, userName, fullName, device] of [
  ['a person', 'jana', 'Jana Nováková', 'phone'],
  ['a company', 'firma', 'Stavby Horák s.r.o.', 'desk'],
] as const)
  test(
    `${who} reads every report, and takes each along as a file and on paper`,
    { tag: device === 'desk' ? '@desk' : [] },
    async ({ page, observer }) => {
      // Paper has another layout.
      observer.expect(/^moved at /);
      await signInToMenu(page, userName);
      await page.goto('/profile');
      const menu = page.getByRole('navigation', { name: 'Profile' });
      const main = page.getByRole('main');
      for (const [name, head, period] of reports) {
        await menu.getByRole('link', { name, exact: true }).click();
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
        if (period !== undefined) {
          await main.getByRole('combobox', { name: 'Period' }).selectOption({ label: period });
          await expect(page).toHaveURL(/period=/);
        }
        await expect(main.getByText('Loading the records')).toHaveCount(0);
        const table = main.getByRole('table', { name, exact: true });
        await expect(table).toBeVisible();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        // Folded on the phone.
        const filters = page.getByRole('button', { name: 'Options' });
        if (await filters.isVisible()) await filters.click();
        const coming = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Save as CSV' }).click();
        const file = readFileSync(await (await coming).path(), 'utf8');
        expect(file).toMatch(new RegExp(`^\u{feff}${head}.+\r\n.+`, 'u'));

        const totals = await table.locator('tfoot td').allTextContents();
        const { sheets, text } = await printed(page);
        expect(new Set(sheets)).toEqual(new Set([A4_MM]));
        for (const words of [name, fullName, ...totals])
          expect(text, name).toContain(words.replaceAll(/\s/g, ''));
        if (period !== undefined) expect(totals.join(' ')).toMatch(/\d[.,]\d\d/);
      }
    },
  );

test(
  'a statement on paper has whose it is, of when, and its rows, and nothing that can only be pressed',
  { tag: '@desk' },
  async ({ page, observer }) => {
    // Paper has another layout.
    observer.expect(/^moved at /);
    await signInToMenu(page, 'jana');
    await page.goto('/profile/bills');
    await page
      .getByRole('main')
      .getByRole('combobox', { name: 'Period' })
      .selectOption({ label: 'Last 365 days' });
    await expect(page.getByRole('table', { name: 'Bills' })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('Refectory · Jana Nováková · 24. 11. 2025 – 24. 11. 2026')).toBeVisible();
    for (const role of ['banner', 'navigation', 'contentinfo', 'searchbox', 'combobox'] as const)
      await expect(page.getByRole(role), role).toHaveCount(0);
    for (const name of ['Save as CSV', 'Print', 'Options'])
      await expect(page.getByRole('button', { name, exact: true }), name).toHaveCount(0);
    const bills = page.getByRole('table', { name: 'Bills' });
    await expect(bills.getByRole('columnheader').last()).toHaveText('Serial number');
    // A foot would stand on every page, and look like the sum of that page.
    await expect(bills.locator('tfoot')).toHaveCSS('display', 'table-row-group');
    // The rows that the screen shows later are on paper too.
    await expect.poll(() => bills.locator('tbody tr').count()).toBeGreaterThan(100);
    // More rows than one page has room for.
    expect((await printed(page)).sheets.length).toBeGreaterThan(1);
  },
);
