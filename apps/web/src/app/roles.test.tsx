import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { PASSWORD, renderApp, storedSnapshot } from '../../test/render-app.ts';

const jana = {
  make: 'customer',
  as: 'jana',
  with: { userName: 'jana', password: PASSWORD, firstName: 'Aa', lastName: 'Bb' },
} as const;
const firma = {
  make: 'customer',
  as: 'firma',
  with: { userName: 'firma', password: PASSWORD, type: 'Company', companyName: 'Cc Ltd' },
} as const;
const broth = { make: 'offering', as: 'broth', with: { product: { name: { en: 'Beef broth' } } } } as const;

const header = page.getByRole('banner');
const loginHeading = page.getByRole('heading', { name: 'Sign in', level: 1 });

test('ROLE-02 a guest sees the offer only where guests are allowed', async () => {
  const closed = await renderApp('/offer', { seed: [jana, broth], config: { allowGuests: false } });
  await expect.element(loginHeading).toBeVisible();
  expect(closed.history.location.pathname).toBe('/login');
  const open = await renderApp('/offer', { server: closed.server });
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  expect(open.history.location.pathname).toMatch(/^\/offer/);
});

test.each([
  ['jana', 'Aa Bb'],
  ['firma', 'Cc Ltd'],
])('ROLE-05, part of DATA-32: %s is shown as %s', async (as, name) => {
  await renderApp('/offer', { seed: [jana, firma, broth], as });
  await expect.element(header.getByText(name).last()).toBeVisible();
});

test('ROLE-08 with a session that is over a profile link leads to the login, and shows nothing of the customer', async () => {
  const app = await renderApp('/profile', {
    seed: [jana],
    as: 'jana',
    browserRun: 'new',
    config: { allowProfileDashboard: true },
  });
  await expect.element(loginHeading).toBeVisible();
  expect(app.history.location.pathname).toBe('/login');
  expect(document.body.innerText).not.toContain('Aa Bb');
  expect(storedSnapshot(app.storage).session.auth).toBe(false);
});
