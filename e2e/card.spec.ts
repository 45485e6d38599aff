import type { Locator, Page } from '@playwright/test';

import { prepareReaderFromFile } from '../apps/web/test/read-barcode-file.ts';
import { readPicture } from '../apps/web/test/read-barcode.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts';
import { mailedLink } from './mailbox.ts';

const CARD = '/profile/manage-card';

/** Opens the page of the card as a customer of the demo. */
async function openCard(page: Page, userName: string): Promise<void> {
  await page.goto(CARD);
  await signIn(page, userName);
  await expect(page.getByRole('heading', { name: 'Card', exact: true, level: 1 })).toBeVisible();
}

/** Follows the link of the newest mail with a subject. */
async function followMail(page: Page, subject: string): Promise<string> {
  const link = await mailedLink(page, subject);
  const address = (await link.getAttribute('href')) ?? '';
  await link.click();
  return address;
}

/** What a scanner reads on the screen. */
async function scanned(picture: Locator): Promise<string[]> {
  await prepareReaderFromFile();
  const screenshot = await picture.screenshot();
  return (await readPicture(new Blob([new Uint8Array(screenshot)]))).map(({ text }) => text);
}

test('a card is changed by mail, and revoked by mail', async ({ page }) => {
  await openCard(page, 'karta');
  const plastic = page.getByRole('region', { name: 'Plastic card' });
  await expect(plastic.getByText('No card', { exact: true })).toBeVisible();
  await expect(plastic.getByText('You have no card, so there is none to revoke.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('textbox', { name: 'New card number' }).fill('04:A1:B2:C3:D4:E5:90');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The new card works once you open the link in it.')).toBeVisible();
  await expectAccessible(page);
  await followMail(page, 'Confirm your new card');
  await expect(page.getByRole('heading', { name: 'Your card was changed' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to your card' }).click();
  await expect(plastic.getByText('Active', { exact: true })).toBeVisible();

  await plastic.getByRole('button', { name: 'Revoke the card' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke the card' }).click();
  await expect(page.getByText('The card is revoked when you open the link in it.')).toBeVisible();
  const link = await followMail(page, 'Confirm the revocation of your card');
  await expect(page.getByRole('heading', { name: 'Your card was revoked' })).toBeVisible();

  // The link has been used, and says what it did.
  await page.goto(link);
  await expect(page.getByText('This link was already used')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your card was revoked' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to your card' }).click();
  await expect(plastic.getByText('No card', { exact: true })).toBeVisible();
});

test(
  'CARD-18 LIMIT-20 a virtual card is scanned, also without a connection, and printed on its page',
  { tag: '@both' },
  async ({ page, context, observer }) => {
    await openCard(page, 'firma');
    const virtual = page.getByRole('region', { name: 'Virtual card' });
    await virtual.getByRole('button', { name: 'Create a virtual card' }).click();
    const picture = virtual.getByRole('img');
    await expect(picture).toBeVisible();
    const code = (await virtual.getByText(/^2\d{12}$/).textContent()) ?? '';
    expect(await scanned(picture)).toEqual([code]);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.emulateMedia({ colorScheme: 'dark' });
    await context.setOffline(true);
    await virtual.getByRole('button', { name: 'Hide the card' }).click();
    await expect(picture).toBeHidden();
    await virtual.getByRole('button', { name: 'Show the card' }).click();
    expect(await scanned(picture)).toEqual([code]);
    await context.setOffline(false);

    // Paper has another layout.
    observer.expect(/^moved at /);
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(paper) ?? [];
    const millimetres = (points: string | undefined) => (Number(points) / 72) * 25.4;
    // A page of PDF is measured in whole points and their parts.
    expect(millimetres(width)).toBeCloseTo(85.6, 0);
    expect(millimetres(height)).toBeCloseTo(171.8, 0);

    await page.emulateMedia({ media: 'print' });
    const sheet = page.locator('body > main');
    await expect(sheet.getByText(code)).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('button')).toHaveCount(0);
    expect(await scanned(sheet.getByRole('img'))).toEqual([code]);
    const box = await sheet.locator('> div').boundingBox();
    const inMillimetres = (pixels = 0) => (pixels / 96) * 25.4;
    expect(inMillimetres(box?.width)).toBeCloseTo(85.6, 1);
    expect(inMillimetres(box?.height)).toBeCloseTo(54, 1);
    await page.emulateMedia({ media: null, colorScheme: null });
  },
);
