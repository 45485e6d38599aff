import { allWords } from '@refectory/translations/all-words';
import type { Messages } from '@refectory/translations/messages';
import { languageEntry } from '@refectory/translations/languages';
import { unitPrice } from '@refectory/domain/money';
import { pairingStatuses, type PairingStatus } from '@refectory/domain/pairing';
import { languages, type Language } from '@refectory/domain/texts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import type { DialogType, DialogTypes } from '#platform/dialogs/dialog-store.ts';

import { pretendDevice } from '../../../test/device.ts';
import { handMade } from '../../../test/hand-made-menu.ts';
import { openPage, PASSWORD, renderApp, storedSnapshot } from '../../../test/render-app.ts';
import { memoryStorage } from '../../../test/storage.ts';
import { startTestServer } from '../../../test/test-server.ts';
import { addresses, everything } from '../../../test/whole-app.ts';

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

/** The words of a text: all of one without arguments, those between the arguments of one that the build compiled. */
function wordsOf(text: unknown): string[] {
  if (typeof text === 'string') return [text];
  if (!Array.isArray(text)) return [];
  return text.flatMap((part: unknown) => {
    if (!Array.isArray(part)) return wordsOf(part);
    // An argument by its name, a number by its branches, or a tag with what is in it.
    const [, ...rest] = part as readonly unknown[];
    return rest.flatMap((each) =>
      typeof each === 'object' && each !== null && !Array.isArray(each)
        ? Object.values(each).flatMap(wordsOf)
        : wordsOf(each),
    );
  });
}

/** The texts of areas, each as its words. */
function textsOf(areas: unknown): string[][] {
  return Object.values(areas as object).flatMap((area) => Object.values(area as object).map(wordsOf));
}

/** Shorter pieces of texts stand in words of every language. */
const TELLING_LENGTH = 6;

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

/** Tells words of other languages that no reader of this one should see. */
async function isForeign(own: Messages, language: Language): Promise<(piece: string) => boolean> {
  const others = languages.filter((code) => code !== language);
  const all = (await Promise.all(others.map(allWords))).flatMap(textsOf);
  const ownWords = textsOf(own).flat();
  const ownText = ownWords.join('\n');
  const known = new Set(ownWords);
  const whole = new Set(
    all
      .filter(({ length }) => length === 1)
      .flat()
      .filter((text) => !known.has(text)),
  );
  const parts = all
    .filter(({ length }) => length > 1)
    .flat()
    .map((part) => part.trim())
    .filter((part) => part.length >= TELLING_LENGTH && !ownText.includes(part));
  return (piece) => whole.has(piece) || parts.some((part) => piece.includes(part));
}

const company = {
  make: 'customer',
  as: 'firma',
  with: { userName: 'firma', password: PASSWORD, type: 'Company', companyName: '4' },
} as const;

const pairing = (pairingStatus: PairingStatus) => ({
  pairingStatus,
  pairingRequestDT: '2026-11-03 08:03:00',
  loyaltySystem: '15',
  externalSystemCustomerName: '16',
  pairingToken: `T-${pairingStatus}`,
});

/** What looks wrong on a page that should be in one language alone: raw keys, and texts of the others. */
async function strangePieces(messages: Messages, language: Language): Promise<() => string[]> {
  const foreign = await isForeign(messages, language);
  const rawKey = /^(?:\w+\.)+\w+$|\{\w+[,}]/;
  return () => piecesOnPage().filter((piece) => rawKey.test(piece) || foreign(piece));
}

const wholeConfig = {
  ...everything,
  ordering: 'both',
  allowCardLogin: true,
  applicationName: '9',
  pages: { footer: [{ pathname: 'about', title: '6', body: '<p>7</p>' }] },
} as const;

test.each(languages.flatMap((language) => [undefined, 'jana', 'firma'].map((as) => ({ language, as }))))(
  'I18N-01 every screen is in $language alone for $as, and no raw key is on it',
  async ({ language, as }) => {
    const strange = await strangePieces(await allWords(language), language);
    const server = await startTestServer({
      seed: [
        kitchen,
        jana,
        company,
        dish('11'),
        dish('12', { capacity: 0 }),
        dish('13', { state: 'closed' }),
        dish('14', { state: 'readonly' }),
        { make: 'order', with: { customer: 'jana', offering: '11' } },
      ],
      settings: { ...everything, topUpGateways: [] },
    });
    await server.fault(/GET .*pairing\/(?:list|pairing)/, {
      answer: handMade({ pairings: pairingStatuses.map(pairing), pairing: pairing('pending') }),
    });
    const app = await renderApp('/login', { server, config: wholeConfig, language, ...(as && { as }) });
    for (const address of addresses) {
      app.history.push(address);
      await app.platform.navigation.settled();
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.poll(() => document.querySelectorAll('main [aria-busy=true]').length).toBe(0);
      expect(strange(), address).toEqual([]);
    }
  },
  120_000,
);

test.each(languages)('I18N-01 every dialog is in %s alone, and no raw key is on it', async (language) => {
  const strange = await strangePieces(await allWords(language), language);
  // The page whose dialogs have words of their own, which load with it.
  const { platform } = await renderApp('/profile/pairing', {
    seed: [jana],
    settings: { ...everything, topUpGateways: [] },
    config: wholeConfig,
    as: 'jana',
    language,
  });
  const { dialogs } = platform;
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  const open: { readonly [Type in DialogType]: readonly DialogTypes[Type]['props'][] } = {
    'confirm-logout': [{}, { everywhere: true }],
    'confirm-leave': [{}],
    confirm: [{ title: '1', text: '2', act: '3' }],
    'take-portions': [[[]], [[], [{ id: '1', name: '4', price: unitPrice(10_000) }]]].map((choices) => ({
      dish: '1',
      day: '2',
      quantity: 1,
      price: unitPrice(30_000),
      choices,
    })),
    force: [{ message: undefined, answers: [{ value: '1', label: '1' }] }],
    login: [
      {},
      ...(['order', 'exchange'] as const).map((action) => ({
        toOrder: { action, dish: '11', day: '13', price: '12' },
      })),
      { isPasswordAsked: true },
    ],
    terms: [{ terms: { content: '1', termsHash: '2' } }, { terms: { content: '1' } }],
    modifiers: (['order', 'add', 'change'] as const).map((step) => ({
      dish: '11',
      day: '2',
      price: unitPrice(10_000),
      quantity: 1,
      groups: [],
      chosen: [],
      step,
    })),
    pairing: (['confirm', 'reject', 'delete', 'invalidate'] as const).map((action) => ({
      action,
      loyaltySystem: undefined,
      externalSystemCustomerName: '1',
    })),
    info: [{ title: '1', text: '2' }],
  };
  for (const [type, all] of Object.entries(open))
    for (const props of all) {
      void dialogs.open(type as 'info', props as DialogTypes['info']['props']);
      await expect.element(page.getByRole('dialog')).toBeVisible();
      expect(strange(), `${type} ${JSON.stringify(props)}`).toEqual([]);
      dialogs.closeAll();
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    }
});

/** The words that stand on no address of their own, and in no dialog of the stack. */
test.each(languages)(
  'I18N-01 the sheets of the offer, the printed menu, the notifications and the error pages are in %s alone, and no raw key is on them',
  async (language) => {
    const messages = await allWords(language);
    const strange = await strangePieces(messages, language);
    const dialog = page.getByRole('dialog');
    const other = { make: 'canteen', as: 'other', with: { name: { und: '8' } } } as const;
    const { platform } = await renderApp('/offer/DAY', { seed: [kitchen, other, dish('11')], language });
    const heading = page.getByRole('heading', { level: 1 });

    // Nothing says which canteen, so that it is asked for.
    await expect.element(dialog).toBeVisible();
    expect(strange(), 'canteens').toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: '3' }));
    await expect.element(page.getByRole('article', { name: '11' })).toBeVisible();

    await userEvent.click(page.getByRole('button', { name: messages.menu.calendar, exact: true }));
    await expect.element(dialog).toBeVisible();
    expect(strange(), 'calendar').toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();

    await userEvent.click(page.getByRole('button', { name: '11', exact: true }));
    await expect.element(dialog).toBeVisible();
    expect(strange(), 'dish').toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();

    const headings = document.querySelectorAll('h1').length;
    await expect
      .poll(() => {
        globalThis.dispatchEvent(new Event('beforeprint'));
        return document.querySelectorAll('h1').length;
      })
      .toBeGreaterThan(headings);
    expect(strange(), 'print').toEqual([]);
    globalThis.dispatchEvent(new Event('afterprint'));

    const notifications = page.getByRole('region', { name: messages.Toasts.region });
    for (const area of ['Toasts', 'Error'] as const)
      for (const [name, text] of Object.entries(messages[area])) {
        // Those with arguments are texts of pages, which are looked at there.
        if (typeof text !== 'string') continue;
        const id = platform.toasts.add({ messageKey: `${area}.${name}` as 'Error.generic' });
        await expect.element(notifications.getByText(text, { exact: true })).toBeVisible();
        expect(strange(), name).toEqual([]);
        platform.toasts.dismiss(id);
      }

    const { navigation, sessionStatus } = platform;
    const { place } = navigation.shown.getState() ?? {};
    if (!place) throw new Error('the offer is on screen');
    for (const [failure, title] of [
      ['offline', messages.Error.offlineTitle],
      [{ error: new Error('nobody expects it') }, messages.Error.unexpectedTitle],
    ] as const) {
      navigation.shown.setState({ place, failure }, true);
      await expect.element(heading).toHaveTextContent(title);
      expect(strange(), title).toEqual([]);
    }
    sessionStatus.setState({ status: 'failed' });
    await expect.element(heading).toHaveTextContent(messages.Error.sessionTokenTitle);
    expect(strange(), 'session').toEqual([]);
  },
);

test.each(
  languages.flatMap((language) =>
    ['{"apiUrl": ""}', '{"apiUrl": "/api",'].map((body) => ({ language, body })),
  ),
)('I18N-01 what is wrong with $body is told in $language alone', async ({ language, body }) => {
  const strange = await strangePieces(await allWords(language), language);
  await pretendDevice({ languages: language });
  const server = await startTestServer({});
  await server.fault(/config\.json/, {
    answer: { status: 200, headers: { 'content-type': 'application/json' }, body },
  });
  await openPage('/login', server);
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(strange()).toEqual([]);
});

const price = {
  make: 'offering',
  with: { canteenId: '$kitchen', price: 12_345_678, product: { name: { en: 'Truffle' } } },
} as const;

test('I18N-02 without configured languages and for a stranger to all four it is English as in the United States', async () => {
  await pretendDevice({ languages: 'fr-FR,de' });
  await renderApp('/offer', { seed: [kitchen, price], storage: memoryStorage() });
  await expect.element(page.getByRole('heading', { name: 'Friday 20. November', level: 1 })).toBeVisible();
  await expect.element(page.getByText('CZK\u00a01,234.57')).toBeVisible();
  expect(document.documentElement.lang).toBe('en');
});

test.each([
  ['cs', 'úterý 5. března', /^1\s234,57\sKč$/],
  ['pl', 'wtorek 5. marca', /^1234,57\sCZK$/],
  ['sk', 'utorok 5. marca', /^1\s234,57\sKč$/],
  ['en', 'Tuesday 5. March', /^CZK\s1,234.57$/],
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
