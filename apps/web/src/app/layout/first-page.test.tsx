import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { dish, main } from '../../../test/offer-seeds.ts';
import { renderApp } from '../../../test/render-app.ts';
import { startTestServer } from '../../../test/test-server.ts';

// What comes after the first page comes after one that could not be read, too: C148.

const config = { pages: { footer: [{ pathname: 'about', title: 'About us', body: '<p>We cook.</p>' }] } };
const footerLink = page.getByRole('contentinfo').getByRole('link', { name: 'About us' });

test('a page that reads nothing has its footer', async () => {
  const { platform } = await renderApp('/pages/about', { config });
  await expect.element(footerLink).toBeVisible();
  expect(platform.isFirstPageThere.getState()).toBe(true);
});

test('a menu that cannot be read has its footer', async () => {
  const server = await startTestServer({ seed: [main, dish('Broth')] });
  await server.fault(/GET .*menu/, { answer: { status: 500 } });
  await renderApp('/offer', { server, config });
  await expect.element(page.getByRole('heading', { name: 'The menu could not be loaded' })).toBeVisible();
  await expect.element(footerLink).toBeVisible();
});

test('a menu that is never answered has its title and its footer after a while, the footer out of sight while it may move', async () => {
  const server = await startTestServer({ seed: [main, dish('Broth')] });
  const menu = await server.fault(/GET .*menu/, { hold: true }, 1);
  const { platform } = await renderApp('/offer', { server, config });
  await expect.poll(() => platform.isFirstPageThere.getState(), { timeout: 20_000 }).toBe(true);
  await expect.poll(() => document.title).toMatch(/Menu/);
  await expect.poll(() => document.querySelector('footer')?.textContent).toContain('About us');
  expect(footerLink.elements()).toEqual([]);
  await menu.release();
  await expect.element(page.getByRole('article', { name: 'Broth' })).toBeVisible();
  await expect.element(footerLink).toBeVisible();
});
