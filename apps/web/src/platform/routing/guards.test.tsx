import { expect, test } from 'vitest';

import { renderApp, storedSnapshot } from '../../../test/render-app.ts';
import { requireLogin } from './guards.ts';

test('part of NAV-30: what a guest wanted is remembered, but for an address that is a secret', async () => {
  const { platform, storage } = await renderApp('/login');
  const wanted = (path: '/orders' | '/email-change/:tokenValue', address: string) => {
    const place = { path, params: {}, pathname: address, search: new URLSearchParams(), address };
    expect(requireLogin(platform, place)).toBe('/login');
    return storedSnapshot(storage).wantedPath;
  };
  expect(wanted('/orders', '/orders')).toBe('/orders');
  expect(wanted('/email-change/:tokenValue', '/email-change/secret')).toBeUndefined();
});
