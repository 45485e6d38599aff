import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { act } from '#platform/api/action.ts';

import { customer, dish, main } from '../../test/offer-seeds.ts';
import { renderApp } from '../../test/render-app.ts';

const header = page.getByRole('banner');

test('NAV-43 below a base path every address begins with it, also after a reload, and so does the storage', async () => {
  let app = await renderApp('/lunch/offer/DAY', {
    seed: [main, customer('jana'), dish('Broth')],
    as: 'jana',
    basePath: '/lunch/',
    config: { allowProfileEdit: true, allowPermanentLogin: true, permanentLoginDays: 7 },
  });
  const broth = page.getByRole('article', { name: 'Broth' });
  await expect.element(broth).toBeVisible();
  app = await app.reload();
  await expect.element(broth).toBeVisible();
  expect(app.history.location.pathname).toBe('/lunch/offer/DAY');

  const visited: string[] = [];
  app.history.subscribe(({ location }) => visited.push(location.pathname));
  for (const [name, address] of [
    ['Orders', '/lunch/orders'],
    ['Profile', '/lunch/profile/edit'],
    ['Menu', '/lunch/offer/DAY'],
  ] as const) {
    await userEvent.click(header.getByRole('link', { name, exact: true }));
    await expect.poll(() => app.history.location.pathname).toBe(address);
    await app.platform.navigation.settled();
    for (const link of document.querySelectorAll('a[href^="/"]'))
      expect(link.getAttribute('href')).toMatch(/^\/lunch\//);
  }
  expect(visited.filter((address) => !address.startsWith('/lunch/'))).toEqual([]);
  const keys = Array.from({ length: app.storage.length }, (_, place) => app.storage.key(place));
  expect(keys).toEqual(['refectory.canteen/lunch']);
});

test.each([
  ['/lunch/', '/lunch/'],
  ['/', undefined],
] as const)(
  'an application at %s names its path with what changes something, so that mails lead back to it',
  async (basePath, named) => {
    const { platform, server } = await renderApp(`${basePath}offer/DAY`, {
      seed: [main, customer('jana'), dish('Broth')],
      as: 'jana',
      basePath,
      settings: { allowGuestComments: true },
    });
    await expect.element(page.getByRole('article', { name: 'Broth' })).toBeVisible();
    await act(platform, 'sendComment', { body: { comment: 'Thank you' } });
    const calls = await server.requests(/\/api\//);
    const pathOf = (call: RegExp) =>
      calls.filter(({ path }) => call.test(path)).map(({ headers }) => headers['x-asw-base-path']);
    expect(pathOf(/comment/)).toEqual([named]);
    expect(pathOf(/canteenmenu/)).toEqual([undefined]);
  },
);
