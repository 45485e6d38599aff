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
    balance: 1_000,
    bonus: { amount: 500, currencyFormat: { en: '{0} points', cs: '{0} bodů' } },
    customData: [{ label: { en: 'Cost centre', cs: 'Nákladové středisko' }, value: '4711' }],
  },
} as const;
const everything = { showAccountBalance: 2, showBonusBalance: true, showCustomData: true } as const;

const header = page.getByRole('banner');

test('SHELL-01 a guest sees logo, login, registration and the language select', async () => {
  await renderApp('/offer', { config: { allowRegistration: true } });
  await expect.element(header.getByRole('link', { name: 'Refectory' })).toHaveAttribute('href', '/');
  await expect.element(header.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  const registration = header.getByRole('link', { name: 'Register' });
  await expect.element(registration).toHaveAttribute('href', '/registration');
  await expect.element(header.getByRole('combobox', { name: 'Language' })).toBeVisible();
  await expect.element(header.getByRole('button', { name: 'Sign out' })).not.toBeInTheDocument();
});

test('SHELL-01 there is no way to registration where it is not allowed', async () => {
  await renderApp('/offer', { config: { allowRegistration: false } });
  await expect.element(header.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect.element(header.getByRole('link', { name: 'Register' })).not.toBeInTheDocument();
});

test('SHELL-02 API-23 API-27 API-31 API-34 a customer sees logout, both balances and custom data, in the language chosen', async () => {
  const { server } = await renderApp('/orders', {
    seed: [jana],
    as: 'jana',
    config: { ...everything, allowRegistration: true },
  });
  await expect.element(header.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expect.element(header.getByText('Jana Nováková').last()).toBeVisible();
  await expect.element(header.getByText('CZK 10.00')).toBeVisible();
  await expect.element(header.getByText('Bonus balance')).toBeVisible();
  await expect.element(header.getByText('5.00 points')).toBeVisible();
  await expect.element(header.getByText('Cost centre')).toBeVisible();
  await expect.element(header.getByText('4711')).toBeVisible();
  await expect.element(header.getByRole('link', { name: 'Sign in' })).not.toBeInTheDocument();
  await expect.element(header.getByRole('link', { name: 'Register' })).not.toBeInTheDocument();
  for (const call of ['customer', 'account/balance', 'account/bonusbalance', 'account/customdata'])
    expect(await server.requests(new RegExp(`^GET /api/.*${call}$`))).toHaveLength(1);

  await userEvent.selectOptions(header.getByRole('combobox', { name: 'Language' }), 'Čeština');
  await expect.element(header.getByText('Nákladové středisko')).toBeVisible();
  await expect.element(header.getByText('5,00 bodů')).toBeVisible();
  await expect.element(header.getByText('10,00 Kč')).toBeVisible();
});

test('SHELL-02 what is switched off or zero is not in the header, and not asked for', async () => {
  const empty = {
    make: 'customer',
    as: 'petr',
    with: { userName: 'petr', password: PASSWORD, balance: 0 },
  } as const;
  const { server } = await renderApp('/orders', {
    seed: [empty],
    as: 'petr',
    config: { showAccountBalance: 1, showBonusBalance: true },
  });
  await expect.element(page.getByText('No records to display')).toBeVisible();
  await expect.poll(() => server.requests(/account\/bonusbalance/)).toHaveLength(1);
  await expect.element(header.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expect.element(header.getByText('petr').last()).toBeVisible();
  await expect.element(header.getByText(/balance/i)).not.toBeInTheDocument();
  expect(await server.requests(/account\/customdata/)).toEqual([]);
});

test('SHELL-05 the logo leads to the start from any page', async () => {
  const { history } = await renderApp('/login', { config: { defaultPeriod: 'WEEK' } });
  await userEvent.click(header.getByRole('link', { name: 'Refectory' }));
  await expect.element(page.getByRole('radio', { name: 'Week' })).toBeChecked();
  expect(history.location.pathname).toBe('/offer/WEEK');
});

test('SHELL-18 MODAL-13, part of AUTH-22 MODAL-03: logout asks in a dialog that only its own buttons close', async () => {
  const { storage, history } = await renderApp('/orders', { seed: [jana], as: 'jana' });
  const signOut = header.getByRole('button', { name: 'Sign out' });
  const dialog = page.getByRole('dialog', { name: 'Sign out?' });
  await userEvent.click(signOut);
  await expect.element(dialog).toBeVisible();
  expect(
    dialog
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['No', 'Yes']);

  for (let time = 0; time < 4; time += 1) await userEvent.keyboard('{Escape}');
  await userEvent.click(dialog, { position: { x: 1, y: -20 }, force: true });
  await expect.element(dialog).toBeVisible();

  await userEvent.click(dialog.getByRole('button', { name: 'No' }));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(header.getByText('Jana Nováková').last()).toBeVisible();
  expect(storedSnapshot(storage).session.auth).toBe(true);

  await userEvent.click(signOut);
  await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
  await expect.element(header.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => history.location.pathname).toBe('/offer/DAY');
  expect(storedSnapshot(storage).session.auth).toBe(false);
});

test('SHELL-02 of the profile and the orders in it only the one that is open is marked', async () => {
  const { history } = await renderApp('/profile/orders', {
    seed: [jana],
    as: 'jana',
    config: { allowShopping: false, allowOrdersReport: true, allowBills: true },
  });
  const marked = () =>
    header
      .getByRole('navigation')
      .getByRole('link')
      .elements()
      .filter((link) => link.ariaCurrent === 'page')
      .map(({ textContent }) => textContent);
  await expect.poll(marked).toEqual(['Orders']);
  history.push('/profile/bills');
  await expect.poll(marked).toEqual(['Profile']);
});
