import type { Page } from '@playwright/test';

/** Twice the size that browsers have unless somebody sets another one, in pixels. */
const LARGE = 32;

/** Shows the text of a page at twice its size, as somebody sets it in the browser. */
export async function useLargeText(page: Page): Promise<void> {
  const debuggerOfPage = await page.context().newCDPSession(page);
  await debuggerOfPage.send('Page.setFontSizes', { fontSizes: { standard: LARGE } });
}
