import { Settings } from '@refectory/contract/settings';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod/mini';

import { PASSWORD, renderApp, storedSnapshot, type RenderedApp } from '../../../test/render-app.ts';

const main = page.getByRole('main');
const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
const dialog = page.getByRole('dialog', { name: 'Sign in' });
const finishes = /POST .*email\/change\/finish$/;
const HOME = 'jana@example.org';
const WORK = 'jana@example.net';

const { customerFields } = z.parse(Settings, {
  customerFields: { common: [{ id: 'email', type: 'email', required: true }] },
});
const profile = { allowProfileEdit: true, customerFields };
const people = [
  { make: 'customer', as: 'jana', with: { userName: HOME, email: HOME, password: PASSWORD } },
  {
    make: 'customer',
    as: 'petr',
    with: { userName: 'petr', email: 'petr@example.org', password: PASSWORD },
  },
] as const;

const open = (path: string, options: Parameters<typeof renderApp>[1] = {}) =>
  renderApp(path, {
    seed: people,
    settings: profile,
    ...options,
    config: { ...profile, ...options.config },
  });

/** Has Jana want another address, and gives the path of the link that was mailed to it. */
async function linkOf({ server, platform }: RenderedApp): Promise<string> {
  await platform.call('updateCustomer', { body: { email: WORK } });
  const [mail] = await server.mailsTo(WORK);
  return mail?.link ? new URL(mail.link).pathname : 'no link was sent';
}

async function signIn(userName: string): Promise<void> {
  await userEvent.fill(dialog.getByRole('textbox', { name: 'User name' }), userName);
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
  await userEvent.click(dialog.getByRole('button', { name: 'Sign in' }));
}

test('C144 the link is used once on opening, and says whom the account belongs to now, by what name one signs in', async () => {
  const app = await open('/profile/edit', { as: HOME });
  const link = await linkOf(app);
  app.history.push(link);
  await expect.element(heading('Your e-mail address is confirmed')).toBeVisible();
  await expect.element(main.getByText(`From now on you sign in with ${WORK}.`)).toBeVisible();
  expect((await app.server.requests(finishes)).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { token: link.split('/').at(-1) },
  ]);
  await userEvent.click(main.getByRole('link', { name: 'Go to your profile' }));
  await expect.element(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(WORK);
  expect(main.getByText(/We sent a link/).elements()).toEqual([]);
  expect(page.getByRole('region', { name: 'Notifications' }).getByRole('paragraph').elements()).toEqual([]);
});

test('C144 a customer with a user name of their own is told the address, and keeps the name', async () => {
  const app = await open('/profile/edit', { as: 'petr' });
  app.history.push(await linkOf(app));
  await expect.element(main.getByText(`Your account now has the address ${WORK}.`)).toBeVisible();
});

test('C144 C139 a link that was used says so, after a reload and on the way back', async () => {
  const app = await open('/profile/edit', { as: HOME });
  const isUsed = main.getByText('This link was already used. It works only once.');
  app.history.push(await linkOf(app));
  await expect.element(heading('Your e-mail address is confirmed')).toBeVisible();
  const reloaded = await app.reload();
  await expect.element(isUsed).toBeVisible();
  // Whose link it was, and whether the address still counts, is not known.
  await expect.element(heading('E-mail address')).toBeVisible();
  await userEvent.click(main.getByRole('link', { name: 'Go to your profile' }));
  await expect.element(heading('Edit profile')).toBeVisible();
  reloaded.history.back();
  await expect.element(isUsed).toBeVisible();
});

test.each([true, false])(
  'C144 C87 a guest logs in by the dialog, and the link is used in its place (the offer open to guests: %s)',
  async (allowGuests) => {
    const customer = await open('/profile/edit', { as: HOME });
    const link = await linkOf(customer);
    const guest = await open(link, { server: customer.server, config: { allowGuests } });
    await expect.element(heading('Sign in to confirm your address')).toBeVisible();
    expect(await customer.server.requests(finishes)).toEqual([]);
    expect(JSON.stringify(storedSnapshot(guest.storage))).not.toContain(link.split('/').at(-1));
    await userEvent.click(main.last().getByRole('button', { name: 'Sign in' }));
    await signIn(HOME);
    await expect.element(main.getByText(`From now on you sign in with ${WORK}.`)).toBeVisible();
    expect(guest.history.location.pathname).toBe(link);
    expect(JSON.stringify(storedSnapshot(guest.storage))).not.toContain(link.split('/').at(-1));
  },
);

test('C144 another customer is refused, and signs in to the right account in one press', async () => {
  const customer = await open('/profile/edit', { as: HOME });
  const link = await linkOf(customer);
  await open(link, { server: customer.server, as: 'petr' });
  await expect.element(heading('You are signed in to another account')).toBeVisible();
  await expect.element(main.getByText(/^This link was sent for another account\./)).toBeVisible();
  await userEvent.click(main.getByRole('button', { name: 'Switch accounts' }));
  await expect.element(dialog).toBeVisible();
  await expect.element(heading('Sign in to confirm your address')).toBeVisible();
  await signIn(HOME);
  await expect.element(heading('Your e-mail address is confirmed')).toBeVisible();
});

describe('a link that cannot be used', () => {
  test.each([
    [
      'en',
      'Your e-mail address could not be confirmed',
      /^This link is no longer valid/,
      'Go to your profile',
    ],
    ['cs', 'E-mailovou adresu se nepodařilo potvrdit', /^Tento odkaz už neplatí/, 'Přejít do profilu'],
    ['pl', 'Nie udało się potwierdzić adresu e-mail', /^Ten link jest już nieważny/, 'Przejdź do profilu'],
    ['sk', 'E-mailovú adresu sa nepodarilo potvrdiť', /^Tento odkaz už neplatí/, 'Prejsť do profilu'],
  ] as const)(
    'C144 in %s it says so, and leads to where another one is sent',
    async (language, failed, why, on) => {
      const app = await open('/email-change/forged', { as: HOME, language });
      await expect.element(heading(failed)).toBeVisible();
      await expect.element(main.getByText(why)).toBeVisible();
      await userEvent.click(main.getByRole('link', { name: on }));
      await expect.poll(() => app.history.location.pathname).toBe('/profile/edit');
    },
  );

  test('one whose time is over, and one for an address that somebody else has by now', async () => {
    const app = await open('/profile/edit', { as: HOME });
    const link = await linkOf(app);
    await app.server.seed([{ make: 'customer', with: { userName: WORK, email: WORK } }]);
    app.history.push(link);
    await expect.element(main.getByText('Another account already has this address.')).toBeVisible();
    await app.server.setClock('2026-11-23T09:00:00+01:00');
    const later = await renderApp(link, { server: app.server, as: HOME, config: profile });
    await expect.element(main.getByText(/^This link is no longer valid/)).toBeVisible();
    expect(later.history.location.pathname).toBe(link);
  });

  test('without an answer it is tried again by hand, under the same key', async () => {
    const app = await open('/profile/edit', { as: HOME });
    const link = await linkOf(app);
    await app.server.fault(finishes, { answer: { status: 503 } }, 1);
    app.history.push(link);
    await expect.element(heading('Your e-mail address could not be confirmed')).toBeVisible();
    const said = main.getByRole('status').element();
    await userEvent.click(main.getByRole('button', { name: 'Try again' }));
    await expect.element(heading('Your e-mail address is confirmed')).toBeVisible();
    // The live region is the same one: what it says anew is announced.
    expect(main.getByRole('status').element()).toBe(said);
    const keys = (await app.server.requests(finishes)).map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });
});

test('in webcare and where nobody may shop the link is used as everywhere', async () => {
  const config = { applicationMode: 'webcare', allowShopping: false } as const;
  const app = await open('/profile/edit', { as: HOME });
  const link = await linkOf(app);
  await open(link, { server: app.server, as: HOME, config });
  await expect.element(heading('Your e-mail address is confirmed')).toBeVisible();
});
