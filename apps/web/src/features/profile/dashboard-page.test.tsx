import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { PASSWORD, renderApp, storedSnapshot } from '../../../test/render-app.ts';

const jana = {
  make: 'customer',
  as: 'jana',
  with: {
    userName: 'jana',
    password: PASSWORD,
    firstName: 'Jana',
    lastName: 'Nováková',
    balance: 123_456,
    bonus: { amount: 700, currencyFormat: { en: '{0} points' } },
    customData: [{ label: { en: 'Cost centre' }, value: '4711' }],
  },
} as const;
const nameless = {
  make: 'customer',
  as: 'firma',
  with: { userName: 'firma', password: PASSWORD, type: 'Company', companyName: '' },
} as const;
const broth = {
  make: 'offering',
  as: 'broth',
  with: { price: 390_000, product: { name: { en: 'Beef broth' } } },
} as const;
const order = { make: 'order', as: 'order', with: { customer: 'jana', offering: 'broth' } } as const;
const config = {
  allowProfileDashboard: true,
  allowVouchersReport: true,
  allowBills: true,
  allowGuestComments: true,
  showBonusBalance: true,
  showCustomData: true,
};

const main = page.getByRole('main');
const header = page.getByRole('banner');
const menu = page.getByRole('navigation', { name: 'Profile' });
const panel = (name: string) => main.getByRole('region', { name });

test('PROF-03, part of CFG-23: the dashboard shows name, balances, custom data, the next meals and the way to the other pages', async () => {
  await renderApp('/profile', { seed: [jana, broth, order], as: 'jana', config });
  await expect.element(main.getByRole('heading', { name: 'Jana Nováková', level: 1 })).toBeVisible();
  await expect.element(panel('Balance').getByText('CZK 1,195.56')).toBeVisible();
  await expect.element(panel('Balance').getByText('7.00 points')).toBeVisible();
  await expect.element(panel('Balance').getByText('4711')).toBeVisible();
  await expect.element(panel('Next meals').getByRole('article', { name: 'Beef broth' })).toBeVisible();
  const links = panel('More about your account').getByRole('link').elements();
  expect(links.map(({ textContent }) => textContent)).toEqual(['Vouchers', 'Bills', 'Comment']);
  await userEvent.click(panel('More about your account').getByRole('link', { name: 'Vouchers' }));
  await expect.element(main.getByRole('heading', { name: 'Vouchers', level: 1 })).toBeVisible();
});

test('PROF-03 what the settings do not allow is neither shown nor asked for', async () => {
  const { server } = await renderApp('/profile/dashboard', {
    seed: [jana, broth, order],
    as: 'jana',
    config: { allowProfileDashboard: true, showAccountBalance: 0, allowShopping: false },
  });
  await expect.element(main.getByRole('heading', { name: 'Jana Nováková', level: 1 })).toBeVisible();
  expect(main.getByRole('region', { name: /Balance|Next meals|More/ }).elements()).toEqual([]);
  expect(await server.requests(/account|customdata|canteenorders/)).toEqual([]);
});

test('without an order the dashboard leads to the menu', async () => {
  const { history } = await renderApp('/profile/dashboard', { seed: [jana, broth], as: 'jana', config });
  await userEvent.click(panel('Next meals').getByRole('link', { name: 'To the menu' }));
  await expect.poll(() => history.location.pathname).toBe('/offer/DAY');
});

test('PROF-01 the profile menu has what is enabled in its order, and marks the page that is open', async () => {
  await renderApp('/profile/vouchers', {
    seed: [jana],
    as: 'jana',
    config: { ...config, allowProfileEdit: true },
  });
  await expect.element(menu.getByRole('link', { name: 'Vouchers' })).toHaveAttribute('aria-current', 'page');
  const links = menu.getByRole('link').elements();
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Dashboard',
    'Edit profile',
    'Vouchers',
    'Bills',
    'Comment',
  ]);
  expect(links.filter((link) => link.hasAttribute('aria-current'))).toHaveLength(1);
});

test('PROF-02 NAV-42 a company without a name has no sidebar, and reaches the pages from the dashboard', async () => {
  await renderApp('/profile/dashboard', { seed: [nameless], as: 'firma', config });
  await expect.element(panel('More about your account').getByRole('link', { name: 'Bills' })).toBeVisible();
  expect(menu.elements()).toEqual([]);
});

test('on every device: the server ends every session, and this one is over here', async () => {
  const app = await renderApp('/login', { seed: [jana, broth], config });
  await userEvent.fill(page.getByRole('textbox', { name: 'User name' }), 'jana');
  await userEvent.fill(page.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
  await userEvent.click(main.getByRole('button', { name: 'Sign in' }));
  await userEvent.click(header.getByRole('link', { name: 'Profile' }));
  const { sessionToken } = storedSnapshot(app.storage).session.authentication;
  await userEvent.click(main.getByRole('button', { name: 'Sign out on every device' }));
  const question = page.getByRole('dialog', { name: 'Sign out on every device?' });
  await userEvent.click(question.getByRole('button', { name: 'Yes' }));
  await expect.element(header.getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(app.history.location.pathname).toBe('/offer/DAY');
  const [ended] = await app.server.requests(/sessions\/end/);
  expect(ended?.headers['x-asw-token']).toBe(sessionToken);
  expect(await app.server.requests(/customer\/logout/)).toEqual([]);
});

test('a server that cannot end the sessions says so, and the customer stays', async () => {
  const app = await renderApp('/profile/dashboard', { seed: [jana], as: 'jana', config });
  app.platform.snapshot.setState(({ session }) => ({
    session: { ...session, capabilities: { endSessions: true } },
  }));
  await app.server.fault(/sessions\/end/, {
    answer: { status: 500, body: { success: false, resultText: 'Not now' } },
  });
  await userEvent.click(main.getByRole('button', { name: 'Sign out on every device' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
  await expect
    .element(page.getByRole('region', { name: 'Notifications' }).getByText('Not now'))
    .toBeVisible();
  expect(page.getByRole('dialog').elements()).toEqual([]);
  expect(storedSnapshot(app.storage).session.auth).toBe(true);
});

test('the own data are one file to take along, as the server gives them', async () => {
  const { server, platform } = await renderApp('/profile/dashboard', {
    seed: [jana, broth, order],
    as: 'jana',
    config,
  });
  platform.snapshot.setState(({ session }) => ({ session: { ...session, capabilities: { export: true } } }));
  const saved = new Promise<HTMLAnchorElement>((resolve) => {
    const catchLink = (event: Event) => {
      const [link] = event.composedPath();
      if (!(link instanceof HTMLAnchorElement) || !link.download) return;
      // The browser would ask where to put it.
      event.preventDefault();
      document.removeEventListener('click', catchLink);
      resolve(link);
    };
    document.addEventListener('click', catchLink);
  });
  await userEvent.click(main.getByRole('button', { name: 'Download my data' }));
  const link = await saved;
  expect(link.download).toBe('refectory.json');
  const file: unknown = await (await fetch(link.href)).json();
  expect(await server.requests(/customer\/export/)).toHaveLength(1);
  expect(file).toMatchObject({
    customer: { userName: 'jana' },
    account: { balance: 1195.56 },
    orders: [{ name: 'Beef broth', orderPrice: 39 }],
  });
});

test('on a phone the profile menu is a row, and nothing is wider than the screen', async () => {
  await page.viewport(360, 740);
  await renderApp('/profile/dashboard', { seed: [jana, broth, order], as: 'jana', config });
  await expect.element(panel('Next meals').getByRole('article')).toBeVisible();
  const [first, second] = menu.getByRole('link').elements();
  expect(first?.getBoundingClientRect().top).toBe(second?.getBoundingClientRect().top);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
