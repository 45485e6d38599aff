import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { act } from '#platform/api/action.ts';

import { customer, dish, main } from '../../test/offer-seeds.ts';
import { acceptLinks } from '../../test/open-links.ts';
import { renderApp } from '../../test/render-app.ts';
import { startTestServer } from '../../test/test-server.ts';
import { addresses, everything } from '../../test/whole-app.ts';

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

/** Every link of this page to somewhere on its own origin leads below the base path; one within the page leads nowhere. */
function expectLinksBelow(where: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]:not([href^="#"])'))
    if (link.origin === location.origin) expect(link.pathname, where).toMatch(/^\/lunch\//);
}

test.each([
  ['a guest', undefined],
  ['a customer', 'jana'],
] as const)(
  'NAV-43 below a base path the links of every address begin with it for %s, those of texts and notifications too',
  async (_, who) => {
    const server = await startTestServer({ seed: [main, customer('jana'), dish('Broth')] });
    await acceptLinks(server);
    const body = '<a href="/orders">What you ordered</a>';
    const app = await renderApp('/lunch/login', {
      server,
      basePath: '/lunch/',
      config: { ...everything, pages: { footer: [{ pathname: 'about', title: 'About', body }] } },
      ...(who && { as: who }),
    });
    const text = page.getByRole('main').getByRole('link', { name: 'What you ordered' });
    for (const address of addresses) {
      app.history.push(`/lunch${address}`);
      await app.platform.navigation.settled();
      await expect.element(page.getByRole('heading', { level: 1 }), { message: address }).toBeVisible();
      await expect.poll(() => app.platform.queries.isFetching(), { message: address }).toBe(0);
      if (address === '/pages/about') await expect.element(text).toHaveAttribute('href', '/lunch/orders');
      if (address === '/login' && !who)
        await expect
          .element(page.getByRole('navigation', { name: 'Help' }).getByRole('link').first())
          .toBeVisible();
      expectLinksBelow(address);
    }

    app.platform.toasts.add({ messageKey: 'Toasts.messageServerUnavailable', link: '/forgotten-password' });
    const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('link');
    await expect.element(toast).toHaveAttribute('href', '/lunch/forgotten-password');
    await userEvent.click(toast);
    await expect.poll(() => app.history.location.pathname).toBe('/lunch/forgotten-password');
  },
  60_000,
);

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
