import { expect } from 'vitest';
import { page } from 'vitest/browser';

import type { RenderedApp } from './render-app.ts';

/** Waits until what the header and the footer load after the first page is there: what is not shown then never comes. */
export async function expectLaterParts({ isFirstPageThere }: RenderedApp['platform']): Promise<void> {
  await expect.poll(() => isFirstPageThere.getState()).toBe(true);
  await expect
    .element(page.getByRole('contentinfo').getByRole('combobox', { name: 'Look', exact: true }))
    .toBeVisible();
}
