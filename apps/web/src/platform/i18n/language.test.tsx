import type { Messages } from '@refectory/translations/messages';
import { languageEntry } from '@refectory/translations/languages';
import { languages, type Language } from '@refectory/domain/texts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { allWords } from '../../../test/all-words.ts';
import { pretendDevice } from '../../../test/device.ts';
import { memoryStorage, PASSWORD, renderApp, storedSnapshot } from '../../../test/render-app.ts';

const header = page.getByRole('banner');

const jana = {
  make: 'customer',
  as: 'jana',
  with: { userName: 'jana', password: PASSWORD, firstName: '1', lastName: '2' },
} as const;
const kitchen = { make: 'canteen', as: 'kitchen', with: { name: { und: '3' } } } as const;

/** A dish whose own words are numbers, so that every other word on the page is the application's. */
const dish = (name: string, more: object = {}) =>
  ({
    make: 'offering',
    as: name,
    with: {
      canteenId: '$kitchen',
      mealGroup: { und: '5' },
      ...more,
      product: { name: { und: name }, healthIndex: 'HEALTHY', allergens: [] },
    },
  }) as const;

/** Texts without arguments; those with some are lists, as the build compiled them. */
function valuesOf(texts: unknown): string[] {
  if (typeof texts === 'string') return [texts];
  if (Array.isArray(texts)) return [];
  return Object.values(texts as object).flatMap(valuesOf);
}

/** Everything a reader sees or hears on the page, piece by piece. */
function piecesOnPage(): string[] {
  const pieces = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element)
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        pieces.push(node.getAttribute(name) ?? '');
    else pieces.push(node.textContent ?? '');
  }
  // The select names each language in itself.
  return pieces
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '' && !languages.some((code) => languageEntry(code).name === piece));
}

/** The texts of a language that no reader of another language should see. */
async function foreignTexts(own: Messages, language: Language): Promise<Set<string>> {
  const ownTexts = new Set(valuesOf(own));
  const others = languages.filter((code) => code !== language);
  const all = await Promise.all(others.map(allWords));
  return new Set(all.flatMap(valuesOf).filter((text) => !ownTexts.has(text)));
}

test.each(languages)(
  'part of I18N-01: every screen is in %s alone, and no raw key is on it',
  async (language) => {
    const messages = await allWords(language);
    const foreign = await foreignTexts(messages, language);
    const rawKey = /^(?:\w+\.)+\w+$|\{\w+[,}]/;
    const seed = [
      kitchen,
      jana,
      dish('11'),
      dish('12', { capacity: 0 }),
      dish('13', { state: 'closed' }),
      dish('14', { state: 'readonly' }),
      { make: 'order', with: { customer: 'jana', offering: '11' } },
    ] as const;
    const config = {
      allowProfileEdit: true,
      allowGuestComments: true,
      allowRegistration: true,
      allowPasswordRecovery: true,
      allowCardLogin: true,
      applicationName: '9',
    };
    const check = (address: string) => {
      const pieces = piecesOnPage();
      expect(
        pieces.filter((piece) => rawKey.test(piece)),
        `${address}: raw keys`,
      ).toEqual([]);
      expect(
        pieces.filter((piece) => foreign.has(piece)),
        `${address}: other languages`,
      ).toEqual([]);
    };

    const guest = await renderApp('/login', { seed, config, language });
    await expect.element(page.getByRole('heading', { name: messages.login.heading, level: 1 })).toBeVisible();
    await expect.element(header.getByRole('link', { name: messages.shell.registration })).toBeVisible();
    check('/login');
    for (const [address, title] of [
      ['/registration', messages.pages.registration],
      ['/forgotten-password', messages.pages.forgottenPassword],
      ['/login', messages.pages.login],
    ] as const) {
      guest.history.push(address);
      await expect.poll(() => document.title).toBe(`9 | ${title}`);
      check(address);
    }
    await userEvent.fill(page.getByRole('textbox', { name: messages.login.userName }), 'jana');
    await userEvent.fill(page.getByRole('textbox', { name: messages.login.password, exact: true }), PASSWORD);
    await userEvent.click(page.getByRole('main').getByRole('button', { name: messages.login.submit }));
    await expect.element(page.getByRole('radio', { name: messages.menu.DAY, exact: true })).toBeChecked();
    await expect.element(page.getByText(messages.menu.soldOut, { exact: true }).first()).toBeVisible();
    check('/offer/DAY');
    for (const [address, title] of [
      ['/offer/WEEK', messages.pages.offer],
      ['/orders', messages.pages.orders],
      ['/profile/edit', messages.pages.edit],
      ['/profile/comment', messages.pages.comment],
    ] as const) {
      guest.history.push(address);
      await expect.poll(() => document.title).toBe(`9 | ${title}`);
      if (address === '/orders')
        await expect.element(page.getByText(messages.orders.pickupCode).first()).toBeVisible();
      check(address);
    }
    void guest.platform.dialogs.open('confirm-logout', {});
    await expect
      .element(page.getByRole('dialog', { name: messages.dialogs.confirmLogoutTitle }))
      .toBeVisible();
    check('the question whether to log out');
  },
);

const price = {
  make: 'offering',
  with: { canteenId: '$kitchen', price: 12_345_678, product: { name: { en: 'Truffle' } } },
} as const;

test('I18N-02 without configured languages and for a stranger to all four it is English as in the United States', async () => {
  await pretendDevice({ languages: 'fr-FR,de' });
  await renderApp('/offer', { seed: [kitchen, price], storage: memoryStorage() });
  await expect.element(page.getByRole('heading', { name: 'Friday 20. November', level: 1 })).toBeVisible();
  await expect.element(page.getByText('CZK 1,234.57')).toBeVisible();
  expect(document.documentElement.lang).toBe('en');
});

test.each([
  ['cs', 'úterý 5. března', /^1\s234,57 Kč$/],
  ['pl', 'wtorek 5. marca', /^1234,57 CZK$/],
  ['sk', 'utorok 5. marca', /^1\s234,57 Kč$/],
  ['en', 'Tuesday 5. March', /^CZK 1,234.57$/],
] as const)('I18N-03 in %s days and amounts are those of its country', async (language, day, amount) => {
  const seed = [kitchen, { ...price, with: { ...price.with, day: '2024-03-05' } }] as const;
  await renderApp('/offer', { seed, language, now: '2024-03-04T08:00:00Z' });
  await expect.element(page.getByRole('heading', { name: day, level: 1 })).toBeVisible();
  await expect.element(page.getByText(amount)).toBeVisible();
});

/** The language of a first start on a device that prefers some, where some are configured. */
async function expectFirstLanguage(
  preferred: string,
  configured: readonly Language[],
  language: Language,
): Promise<void> {
  await pretendDevice({ languages: preferred });
  const { server } = await renderApp('/login', {
    storage: memoryStorage(),
    config: { languages: configured },
  });
  const messages = await allWords(language);
  await expect.element(page.getByRole('heading', { name: messages.login.heading, level: 1 })).toBeVisible();
  const select = header.getByRole('combobox', { name: messages.shell.language });
  await expect.element(select).toHaveValue(language);
  const [first] = await server.requests(/authenticate/);
  expect(first?.headers['accept-language']).toBe(language);
}

test('I18N-04 a first start is in the first language of the browser that is configured', () =>
  expectFirstLanguage('sk-SK,en', ['en', 'cs', 'sk'], 'sk'));

test('I18N-04 a later language of the browser serves as well', () =>
  expectFirstLanguage('fr-FR,cs-CZ,en', ['en', 'cs', 'sk'], 'cs'));

test('I18N-05 where none of them is configured, the first configured one is taken', () =>
  expectFirstLanguage('fr-FR,cs-CZ', ['pl', 'en'], 'pl'));

test('I18N-06 another language changes every text at once and keeps what is typed', async () => {
  const app = await renderApp('/login', { config: { languages: ['en', 'pl'] } });
  const select = header.getByRole('combobox', { name: 'Language' });
  await userEvent.fill(page.getByRole('textbox', { name: 'User name' }), 'jana');
  await userEvent.fill(page.getByRole('textbox', { name: 'Password', exact: true }), 'wrong');
  await app.server.fault(/customer\/login/, { answer: { status: 401, body: { success: false } } });
  await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Sign in' }));
  await expect.element(page.getByRole('main').getByText('Wrong credentials')).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'Password', exact: true }), 'typed');
  const name = page.getByRole('textbox', { name: 'User name' }).element();
  expect(
    select
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['English', 'Polski']);

  await userEvent.selectOptions(select, 'Polski');
  const messages = await allWords('pl');
  const renamed = page.getByRole('textbox', { name: messages.login.userName });
  await expect.element(renamed).toHaveValue('jana');
  expect(renamed.element()).toBe(name);
  await expect.element(page.getByLabelText(messages.login.password, { exact: true })).toHaveValue('typed');
  await expect.element(page.getByRole('main').getByText(messages.login.wrongCredentials)).toBeVisible();
  await expect.poll(() => document.documentElement.lang).toBe('pl');
  expect(storedSnapshot(app.storage).language).toBe('pl');

  await app.reload();
  await expect.element(page.getByRole('heading', { name: messages.login.heading, level: 1 })).toBeVisible();
});

test('I18N-09 API-07 every call carries the language, and the next one the language chosen since', async () => {
  const broth = {
    make: 'offering',
    with: { canteenId: '$kitchen', product: { name: { en: 'Beef broth', cs: 'Hovězí vývar' } } },
  } as const;
  const { server } = await renderApp('/offer', { seed: [kitchen, broth], language: 'cs' });
  await expect.element(page.getByText('Hovězí vývar')).toBeVisible();
  // Beside them the live stream may begin.
  const before = await server.requests(/authenticate|canteen/);
  expect(before.map(({ headers }) => headers['accept-language'])).toEqual(before.map(() => 'cs'));
  await server.forgetRequests();
  await userEvent.selectOptions(header.getByRole('combobox', { name: 'Jazyk' }), 'English');
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  const after = await server.requests(/canteen/);
  expect(after.map(({ path }) => path.replace(/\?.*/, '')).sort()).toEqual([
    '/api/canteenmenu',
    '/api/canteens',
  ]);
  expect(after.map(({ headers }) => headers['accept-language'])).toEqual(['en', 'en']);
});
