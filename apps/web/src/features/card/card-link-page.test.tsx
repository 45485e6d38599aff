import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { newestLink, openWithCard, section, withCard } from '../../../test/card.ts';
import { PASSWORD, renderApp, storedSnapshot, type RenderedApp } from '../../../test/render-app.ts';

const CARD = '/profile/manage-card';
const plastic = section('Plastic card');
const main = page.getByRole('main');
const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
const backToMenu = main.getByRole('link', { name: 'Back to menu' });
const pathOf = ({ history }: RenderedApp) => history.location.pathname;
const bodies = async ({ server }: RenderedApp, path: RegExp) =>
  (await server.requests(path)).map(({ body }) => JSON.parse(body) as unknown);
const finishes = /POST .*card\/(?:change|revoke)\/finish$/;

/** Has the link of a change sent, and gives its path. */
async function linkOfChange(app: RenderedApp): Promise<string> {
  await userEvent.fill(page.getByRole('textbox', { name: 'New card number' }), '12345670');
  await userEvent.click(page.getByRole('button', { name: 'Change the number' }));
  await expect.element(page.getByText(/^We have sent you an e-mail/)).toBeVisible();
  return newestLink(app);
}

/** Has the link of a revocation sent, and gives its path. */
async function linkOfRevocation(app: RenderedApp): Promise<string> {
  await userEvent.click(page.getByRole('button', { name: 'Revoke the card' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Revoke the card' }));
  await expect.element(page.getByText(/^We have sent you an e-mail/)).toBeVisible();
  return newestLink(app);
}

test('CARD-05 NAV-22 API-19 a change is finished once on opening, and the profile shows the new status, also after a reload', async () => {
  const app = await openWithCard(CARD, 'NONE');
  await expect.element(plastic.getByText('No card', { exact: true })).toBeVisible();
  const link = await linkOfChange(app);
  app.history.push(link);
  await expect.element(heading('Your card was changed')).toBeVisible();
  expect(await bodies(app, finishes)).toEqual([{ token: link.split('/').at(-1) }]);
  expect((await app.server.requests(finishes))[0]?.path).toContain('card/change');
  await userEvent.click(main.getByRole('link', { name: 'Go to your card' }));
  await expect.element(plastic.getByText('Active', { exact: true })).toBeVisible();
  await app.reload();
  await expect.element(plastic.getByText('Active', { exact: true })).toBeVisible();
});

test('CARD-07 NAV-23 API-21 a revocation is finished once on opening; a failure has the way to the menu', async () => {
  const app = await openWithCard(CARD, 'USED');
  await expect.element(plastic.getByText('Active', { exact: true })).toBeVisible();
  const link = await linkOfRevocation(app);
  app.history.push(link);
  await expect.element(heading('Your card was revoked')).toBeVisible();
  expect(await bodies(app, finishes)).toEqual([{ token: link.split('/').at(-1) }]);
  expect((await app.server.requests(finishes))[0]?.path).toContain('card/revoke');
  await userEvent.click(main.getByRole('link', { name: 'Go to your card' }));
  await expect.element(plastic.getByText('No card', { exact: true })).toBeVisible();

  app.history.push('/card-revoke/forged');
  await expect.element(heading('The card could not be revoked')).toBeVisible();
  // Where another link is asked for.
  await expect
    .element(main.getByRole('link', { name: 'Go to your card' }))
    .toHaveAttribute('href', expect.stringMatching(/\/profile\/manage-card$/));
  await userEvent.click(backToMenu);
  await expect.poll(() => pathOf(app)).toBe('/offer/DAY');
});

test('C139 a link that was used says what it did, after a reload, on the way back and where the mail is read again', async () => {
  const app = await openWithCard(CARD, 'NONE');
  const link = await linkOfChange(app);
  const isUsed = main.getByText('This link was already used. It works only once.');
  app.history.push(link);
  await expect.element(main.getByText('From now on only the new card works.')).toBeVisible();
  const reloaded = await app.reload();
  await expect.element(isUsed).toBeVisible();
  await expect.element(heading('Your card was changed')).toBeVisible();
  await userEvent.click(main.getByRole('link', { name: 'Go to your card' }));
  await expect.element(plastic.getByText('Active', { exact: true })).toBeVisible();
  reloaded.history.back();
  await expect.element(isUsed).toBeVisible();
  await expect.element(heading('Your card was changed')).toBeVisible();
});

test('C139 a link that revoked the card says so when a guest opens it again', async () => {
  const customer = await openWithCard(CARD, 'USED');
  const link = await linkOfRevocation(customer);
  const guest = await renderApp(link, { server: customer.server });
  await expect.element(main.getByText('Nobody can use it any more.')).toBeVisible();
  guest.history.push('/');
  await expect.element(heading('Your card was revoked')).not.toBeInTheDocument();
  guest.history.push(link);
  await expect.element(main.getByText('This link was already used. It works only once.')).toBeVisible();
  await expect.element(heading('Your card was revoked')).toBeVisible();
});

describe('a link that is refused', () => {
  test.each([
    ['en', 'The card could not be changed', /^This link is no longer valid/, 'Back to menu'],
    ['cs', 'Kartu se nepodařilo změnit', /^Tento odkaz už neplatí/, 'Zpět na jídelníček'],
    ['pl', 'Nie udało się zmienić karty', /^Ten link jest już nieważny/, 'Wróć do menu'],
    ['sk', 'Kartu sa nepodarilo zmeniť', /^Tento odkaz už neplatí/, 'Späť na jedálny lístok'],
  ] as const)('CARD-06 in %s it says so, and leads to the menu', async (language, failed, why, back) => {
    const app = await openWithCard('/card-change/forged', 'USED', { language });
    await expect.element(heading(failed)).toBeVisible();
    await expect.element(main.getByText(why)).toBeVisible();
    await userEvent.click(main.getByRole('link', { name: back }));
    await expect.poll(() => pathOf(app)).toBe('/offer/DAY');
  });

  test('one for another purpose, and one whose time is over', async () => {
    const app = await openWithCard(CARD, 'USED');
    const link = await linkOfRevocation(app);
    app.history.push(link.replace('card-revoke', 'card-change'));
    await expect.element(heading('The card could not be changed')).toBeVisible();
    await app.server.setClock('2026-11-20T10:00:00+01:00');
    app.history.push(link);
    await expect.element(heading('The card could not be revoked')).toBeVisible();
    await expect.element(main.getByText(/^This link is no longer valid/)).toBeVisible();
  });

  test('without an answer it is tried again by hand, under the same key', async () => {
    const app = await openWithCard(CARD, 'NONE');
    const link = await linkOfChange(app);
    await app.server.fault(/change\/finish$/, { answer: { status: 503 } }, 1);
    app.history.push(link);
    await expect.element(heading('The card could not be changed')).toBeVisible();
    const said = main.getByRole('status').element();
    await userEvent.click(main.getByRole('button', { name: 'Try again' }));
    await expect.element(heading('Your card was changed')).toBeVisible();
    // The live region is the same one: what it says anew is announced.
    expect(main.getByRole('status').element()).toBe(said);
    expect(said.textContent).toBe('Your card was changedFrom now on only the new card works.');
    const keys = (await app.server.requests(finishes)).map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });
});

describe('whoever may not open it', () => {
  const alternative = heading('Not available');

  test.each(['/card-change/T1', '/card-revoke/T1'])(
    'NAV-24 CARD-08 a guest at %s sees another page with a way to log in, and nothing is finished',
    async (address) => {
      const app = await renderApp(address, { config: { allowGuests: false } });
      await expect.element(alternative).toBeVisible();
      await expect.element(main.getByRole('button', { name: 'Sign in' })).toBeVisible();
      expect(await app.server.requests(finishes)).toEqual([]);
      expect(JSON.stringify(storedSnapshot(app.storage))).not.toContain('T1');
    },
  );

  test('CARD-08 after the login on that page the link is processed', async () => {
    const config = { allowGuests: false };
    const customer = await openWithCard(CARD, 'NONE', { config });
    const link = await linkOfChange(customer);
    const guest = await renderApp(link, { server: customer.server, config });
    await userEvent.click(main.getByRole('button', { name: 'Sign in' }).last());
    const dialog = page.getByRole('dialog');
    await userEvent.fill(dialog.getByRole('textbox', { name: 'User name' }), 'jana');
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
    await userEvent.click(dialog.getByRole('button', { name: 'Sign in' }));
    await expect.element(heading('Your card was changed')).toBeVisible();
    expect(pathOf(guest)).toBe(link);
  });

  test.each([
    ['canteen', '/card-change/T1'],
    ['canteen', '/card-revoke/T1'],
    ['shop', '/card-change/T1'],
    ['shop', '/card-revoke/T1'],
  ] as const)(
    'CARD-08, part of ROLE-07: without shopping a customer in %s mode sees another page at %s',
    async (applicationMode, address) => {
      const config = { applicationMode, allowShopping: false, allowCardAdministration: true };
      const app = await renderApp(address, { seed: withCard.USED, as: 'jana', config });
      await expect.element(alternative).toBeVisible();
      expect(await app.server.requests(finishes)).toEqual([]);
      await userEvent.click(main.getByRole('link', { name: 'Profile' }));
      await expect.poll(() => pathOf(app)).toBe(CARD);
    },
  );

  test.each([
    ['canteen', '/card-change/T1'],
    ['canteen', '/card-revoke/T1'],
    ['shop', '/card-change/T1'],
    ['shop', '/card-revoke/T1'],
  ] as const)(
    'part of CARD-08 ROLE-07: without shopping a guest in %s mode sees another page at %s, also where guests are allowed',
    async (applicationMode, address) => {
      const config = { applicationMode, allowShopping: false, allowGuests: true };
      const settings = { allowCardAdministration: true };
      const { server } = await renderApp(address, { settings, config: { ...config, ...settings } });
      await expect.element(alternative).toBeVisible();
      expect(await server.requests(finishes)).toEqual([]);
    },
  );

  test('in webcare whoever is logged in may', async () => {
    const app = await openWithCard('/card-change/T1', 'USED', {
      config: { applicationMode: 'webcare', allowShopping: false },
    });
    await app.server.clearFaults();
    await expect.element(heading('The card could not be changed')).toBeVisible();
    expect(await app.server.requests(finishes)).toHaveLength(1);
  });

  test('a guest may where the offer is open to guests', async () => {
    const app = await renderApp('/card-change/T1', { settings: { allowCardAdministration: true } });
    await expect.element(heading('The card could not be changed')).toBeVisible();
    expect(await app.server.requests(finishes)).toHaveLength(1);
  });
});
