import { expect, type Locator, type Page } from '@playwright/test';

/** The link of the newest mail that has all these texts, such as its subject or who gets it: waits for the mail. */
export async function mailedLink(page: Page, ...texts: readonly string[]): Promise<Locator> {
  const mails = page.getByRole('article');
  const mail = texts.reduce((found, hasText) => found.filter({ hasText }), mails).first();
  await expect(async () => {
    await page.goto('/mailbox');
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass();
  return mail.getByRole('link').first();
}
