import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { PASSWORD, renderApp } from '../../../test/render-app.ts';

// In a file of its own: what a page has fetched once is there for every test of its file.
test('the dialog of the terms is fetched while they are read, so that it comes before the page is used', async () => {
  // A browser keeps 250 of what was fetched, which is less than the modules of the page.
  performance.setResourceTimingBufferSize(10_000);
  const seed = [
    { make: 'customer', with: { userName: 'jana', password: PASSWORD } },
    { make: 'terms', with: { texts: { en: '<p>Be kind.</p>' } } },
  ] as const;
  const { server } = await renderApp('/login', { seed });
  const held = await server.fault(/GET .*customer\/terms/, { hold: true });
  await userEvent.fill(page.getByRole('textbox', { name: 'User name' }), 'jana');
  await userEvent.fill(page.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
  await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Sign in' }));
  const isFetched = () =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('terms-dialog'));
  await expect.poll(isFetched).toBe(true);
  await held.release();
  await expect.element(page.getByRole('dialog', { name: 'Terms of use' })).toBeVisible();
});
