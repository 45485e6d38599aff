import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { handMade } from '../../test/hand-made-menu.ts';
import { acceptLinks } from '../../test/open-links.ts';
import { PASSWORD, renderApp, storedSnapshot } from '../../test/render-app.ts';
import { profileSwitches } from '../../test/whole-app.ts';

const jana = {
  make: 'customer',
  as: 'jana',
  with: { userName: 'jana', password: PASSWORD, firstName: 'Aa', lastName: 'Bb' },
} as const;
const firma = {
  make: 'customer',
  as: 'firma',
  with: {
    userName: 'firma',
    password: PASSWORD,
    type: 'Company',
    companyName: 'Cc Ltd',
    firstName: 'Dd',
    lastName: 'Ee',
  },
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
])('ROLE-05 DATA-32 %s is shown as %s', async (as, name) => {
  await renderApp('/offer', { seed: [jana, firma, broth], as });
  await expect.element(header.getByText(name).last()).toBeVisible();
  expect(header.getByText('Dd Ee').elements()).toEqual([]);
});

test.each([
  ['jana', 'Person', 'Aa Bb'],
  ['firma', 'Company', 'Cc Ltd'],
])('ROLE-03 with all settings on %s, a %s, reaches every area of a customer', async (as, _, name) => {
  const config = { ordering: 'both', ...profileSwitches };
  const app = await renderApp('/offer', { seed: [jana, firma, broth], as, config });
  await expect.element(page.getByRole('button', { name: /^Order, Beef broth/ })).toBeEnabled();
  for (const [address, title] of [
    ['/profile/dashboard', name],
    ['/profile/edit', 'Edit profile'],
    ['/profile/orders', 'Orders'],
    ['/profile/transactions', 'Transactions'],
    ['/profile/consumption', 'Consumption'],
    ['/profile/vouchers', 'Vouchers'],
    ['/profile/bonuses', 'Bonuses'],
    ['/profile/bills', 'Bills'],
    ['/profile/top-up', 'Top-up'],
    ['/profile/pairing', 'Pairing'],
    ['/profile/manage-card', 'Card'],
    ['/profile/comment', 'Comment'],
    ['/orders', 'Orders'],
    ['/cart', 'Cart'],
  ] as const) {
    app.history.push(address);
    await expect
      .element(page.getByRole('main').getByRole('heading', { name: title, level: 1 }))
      .toBeVisible();
    expect(app.history.location.pathname).toBe(address);
  }
});

describe.each(['shop', 'canteen'] as const)('in %s mode', (applicationMode) => {
  test.each(['/orders', '/card-change/T1', '/card-revoke/T1'])(
    'ROLE-07 CFG-15 without shopping a customer sees another page at %s, and with it the page itself',
    async (address) => {
      const config = { applicationMode, allowCardAdministration: true };
      const alternative = page.getByRole('heading', { name: 'Not available', level: 1, exact: true });
      const closed = await renderApp(address, {
        seed: [jana, broth],
        as: 'jana',
        config: { ...config, allowShopping: false },
      });
      await expect.element(alternative).toBeVisible();
      expect(closed.history.location.pathname).toBe(address);
      expect(await closed.server.requests(/canteenorders|card\/(?:change|revoke)/)).toEqual([]);

      closed.history.push('/login');
      await expect.element(alternative).not.toBeInTheDocument();
      await renderApp(address, { server: closed.server, as: 'jana', config });
      const itself = address === '/orders' ? 'Orders' : /^The card could not be/;
      await expect.element(page.getByRole('heading', { name: itself, level: 1 })).toBeVisible();
    },
  );
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

test('ROLE-01 a guest may use the login, registration, both ends of a password that was forgotten, and static pages', async () => {
  const config = {
    allowRegistration: true,
    allowPasswordRecovery: true,
    allowGuests: false,
    pages: { footer: [{ title: 'House rules', pathname: 'rules', body: '<p>Be kind.</p>' }] },
  };
  const app = await renderApp('/login', { config });
  await acceptLinks(app.server);
  for (const [address, name] of [
    ['/login', 'Sign in'],
    ['/registration', 'Registration'],
    ['/registration/T1', 'Finish registration'],
    ['/forgotten-password', 'Forgotten password'],
    ['/password-reset/T1', 'New password'],
    ['/pages/rules', 'House rules'],
  ] as const) {
    app.history.push(address);
    await expect.element(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    expect(app.history.location.pathname).toBe(address);
  }
  expect(storedSnapshot(app.storage).session.auth).toBe(false);
});

test('ROLE-04 a company can be chosen only where companies are allowed', async () => {
  const config = { allowRegistration: true, allowProfileEdit: true, allowCompany: false };
  const guest = await renderApp('/registration', { seed: [jana], config });
  await expect.element(page.getByRole('form', { name: 'Registration' })).toBeVisible();
  expect(page.getByText('Company').elements()).toEqual([]);
  const customer = await renderApp('/profile/edit', { server: guest.server, as: 'jana', config });
  await expect.element(page.getByRole('textbox', { name: 'First name' }).last()).toHaveValue('Aa');
  expect(page.getByText('Company').elements()).toEqual([]);

  const allowed = { ...config, allowCompany: true };
  await renderApp('/registration', { server: customer.server, config: allowed });
  await userEvent.click(page.getByRole('radio', { name: 'Company' }));
  await expect.element(page.getByRole('textbox', { name: 'Company name' })).toBeVisible();
});

test('ROLE-09 nothing that a server says of a customer makes an administrator of them', async () => {
  const config = { allowProfileDashboard: true, allowProfileEdit: true };
  /** Everything that can be pressed or followed on the page. */
  const functions = () =>
    page
      .getByRole('link')
      .elements()
      .concat(page.getByRole('button').elements())
      .map(({ textContent }) => textContent);
  const app = await renderApp('/profile/edit', { seed: [jana], as: 'jana', config });
  await expect.element(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Aa');
  const usual = functions();
  await app.server.fault(/GET .*\/customer$/, {
    answer: handMade({
      id: app.server.ids['jana'],
      firstName: 'Aa',
      lastName: 'Bb',
      email: 'a@example.org',
      role: 'admin',
      roles: ['ADMIN', 'operator'],
      isAdmin: true,
      permissions: ['*'],
      capabilities: { admin: true, administration: 1 },
    }),
  });
  await app.reload();
  await expect.element(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Aa');
  expect(functions()).toEqual(usual);
});

test.each([
  ['CFG-23', 'allowProfileDashboard', 'dashboard', 'Dashboard', ['Balance']],
  ['CFG-24', 'allowProfileEdit', 'edit', 'Edit profile', ['Contact details', 'Change password']],
  ['CFG-33', 'allowGuestComments', 'comment', 'Comment', []],
] as const)(
  '%s a page of the profile is in the menu and at its address where it is allowed, and nowhere else',
  async (id, setting, name, label, regions) => {
    const address = `/profile/${name}`;
    const others = { allowVouchersReport: true, allowProfileDashboard: false };
    const menu = page.getByRole('navigation', { name: 'Profile' });
    const link = menu.getByRole('link', { name: label });
    const open = await renderApp(address, {
      seed: [jana],
      as: 'jana',
      config: { ...others, [setting]: true },
    });
    await expect.element(link).toBeVisible();
    for (const region of regions)
      await expect.element(page.getByRole('main').getByRole('region', { name: region })).toBeVisible();
    if (id === 'CFG-33')
      await expect.element(page.getByRole('textbox', { name: 'Your comment' })).toBeVisible();
    expect(open.history.location.pathname).toBe(address);

    open.history.push('/login');
    const closed = await renderApp(address, {
      server: open.server,
      as: 'jana',
      config: { ...others, [setting]: false },
    });
    await expect.poll(() => closed.history.location.pathname).toBe('/profile/vouchers');
    await expect.element(menu.last().getByRole('link', { name: 'Vouchers' })).toBeVisible();
    expect(menu.last().getByRole('link', { name: label }).elements()).toEqual([]);
  },
);
