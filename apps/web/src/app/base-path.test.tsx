import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { act } from '#platform/api/action.ts';

import { customer, dish, main } from '../../test/offer-seeds.ts';
import { renderApp } from '../../test/render-app.ts';
import { startTestServer } from '../../test/test-server.ts';

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
  ['/lunch/', 'its own', '/lunch/'],
  ['/', 'its own', undefined],
  ['/lunch/', 'another', undefined],
] as const)(
  'API-56 an application at %s names its path to an API of %s origin with what changes something, so that mails lead back: %s',
  async (basePath, origin, named) => {
    const seed = [main, customer('jana'), dish('Broth')];
    const started = await startTestServer({ seed, settings: { allowGuestComments: true } });
    const elsewhere = `http://canteen.localhost:${globalThis.location.port}${started.apiUrl}`;
    const { platform, server } = await renderApp(`${basePath}offer/DAY`, {
      server: started,
      as: 'jana',
      basePath,
      ...(origin === 'another' && { config: { apiUrl: elsewhere } }),
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
