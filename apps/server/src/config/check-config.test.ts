import { languages } from '@refectory/domain/texts';
import { expect, test } from 'vitest';

import { checkConfig } from './check-config.ts';

/** What is said of a configuration beside which lie the files that are named. */
async function findings(config: unknown, files: readonly string[] = []) {
  const { mistakes, notes } = await checkConfig(JSON.stringify(config), (name) =>
    files.includes(name) ? undefined : 'missing',
  );
  return { mistakes: mistakes.map(({ text }) => text), notes: notes.map(({ text }) => text) };
}
const mistakesOf = async (config: unknown) => (await findings(config)).mistakes;
const notesOf = async (config: unknown, files?: readonly string[]) => {
  const found = await findings(config, files);
  expect(found.mistakes).toEqual([]);
  return found.notes;
};

test.each([
  [{ maxDaysAhead: 'many' }, 'maxDaysAhead: is a text, but must be a number'],
  [{ maxDaysAhead: 1.5 }, 'maxDaysAhead: is 1.5, but must be a whole number'],
  [{ maxDaysAhead: -1 }, 'maxDaysAhead: is -1, but must not be below 0'],
  [{ applicationMode: 'kiosk' }, 'applicationMode: is "kiosk", but must be one of shop, canteen, webcare'],
  [{ showAccountBalance: '2' }, 'showAccountBalance: is "2", but must be one of 0, 1, 2'],
  [{ applicationName: null }, 'applicationName: is null, but must be a text'],
  [{ theme: { brandHue: 400 } }, 'theme.brandHue: is 400, but must not be above 360'],
  [{ topUpLeast: 0 }, 'topUpLeast: is 0, but must not be below 0.01'],
  [{ languages: [] }, 'languages: is an empty list, but must have at least one entry'],
  [
    { topUpGateways: ['a', 'b', 'c'].map((id) => ({ id, url: '/pay' })) },
    'topUpGateways: is a list of 3 entries, but must not have more than 2 entries',
  ],
  [{ afterCheckoutPage: 'orders' }, 'afterCheckoutPage: is "orders", but must begin with "/"'],
  [{ autoLogout: 'soon' }, 'autoLogout: is a text, but must be true or false or a number'],
  [{ translations: [] }, 'translations: is a list, but must be an object'],
  [
    { translations: { en: { 'shell.menu': 7 } } },
    'translations.en["shell.menu"]: is a number, but must be a text',
  ],
  [{ apiUrl: 'https://[' }, 'apiUrl: it has to be a path like /api or an http or https address'],
  [{ apiUrl: '' }, 'apiUrl: it has to be a path like /api or an http or https address'],
  [
    { pages: { footer: [{ pathname: 'a', title: 'a', bodyUrl: { en: 'https://[' } }] } },
    'pages.footer[0].bodyUrl.en: it has to be a path like /files/about.html',
  ],
  [
    { allowCardLogin: true, cardReaderUrl: 'wss://x.example;sandbox' },
    'allowCardLogin: it is on, but cardReaderUrl is missing or cannot be used',
  ],
  [{ maxDaysAhead: 3_651 }, 'maxDaysAhead: is 3651, but must not be above 3650'],
  [{ permanentLoginDays: 0.5 }, 'permanentLoginDays: is 0.5, but must not be below 1'],
  [{ autoLogout: 0.5 }, 'autoLogout: it has to be 0 or at least 1 second'],
  [{ autoLogoutIdle: -1 }, 'autoLogoutIdle: is -1, but must not be below 0'],
  [{ autoLogoutIdle: 1e9 }, 'autoLogoutIdle: is 1000000000, but must not be above 31536000'],
  [{ topUpAmounts: [100, 1e7] }, 'topUpAmounts[1]: is 10000000, but must not be above 1000000'],
  [{ topUpLeast: 50, topUpMost: 20 }, 'topUpMost: is 20, but must not be below topUpLeast'],
  [[], 'the file is a list, but must be an object'],
])('%j is a mistake in plain words', async (config, words) => {
  expect(await mistakesOf(config)).toEqual([words]);
});

test('a number that is too large to be read is told as that', async () => {
  const text = '{"maxDaysAhead": 1e400, "topUpMost": -1e400, "autoLogout": 1e400, "applicationName": 1e400}';
  const { mistakes } = await checkConfig(text, () => undefined);
  expect(mistakes.map((mistake) => mistake.text)).toEqual([
    'maxDaysAhead: is too large a number',
    'topUpMost: is too large a number',
    'autoLogout: is too large a number',
    'applicationName: is a number, but must be a text',
  ]);
});

test.each([
  ['of lists that do not end', '['.repeat(200_000)],
  ['of lists', '['.repeat(200_000) + ']'.repeat(200_000)],
  ['of objects', '{"x":'.repeat(200_000) + '1' + '}'.repeat(200_000)],
])('a file %s is told as nested too deeply', async (_, text) => {
  expect(await checkConfig(text, () => undefined)).toEqual({
    mistakes: [{ line: 1, column: 1, text: 'the file is nested too deeply' }],
    notes: [],
  });
});

test('what can be one thing or another is told by what it can be, or by the mistake inside', async () => {
  expect(
    await mistakesOf({
      pages: {
        footer: [{ pathname: 'a' }, { pathname: 'b', title: 5 }, { pathname: 'c', title: { cs: 5 } }],
      },
      outlets: [
        { name: 'x', openingHours: 5 },
        { name: 'x', openingHours: ['Mon', { en: 5 }] },
      ],
    }),
  ).toEqual([
    'pages.footer[0].title: is missing, but must be a text or an object with a text for each language',
    'pages.footer[1].title: is a number, but must be a text or an object with a text for each language',
    'pages.footer[2].title.cs: is a number, but must be a text',
    'outlets[0].openingHours: is a number, but must be a text, an object with a text for each language or a list',
    'outlets[1].openingHours[1].en: is a number, but must be a text',
  ]);
});

test('the entry that was meant is named, and none where none is near', async () => {
  expect(
    await notesOf({
      alowguests: true,
      theme: { hue: 20, brandhue: 20 },
      pages: { mainmenu: [] },
      favourites: true,
      TOPUPLEAST: 1,
    }),
  ).toEqual([
    'alowguests: there is no such entry; it is ignored (did you mean allowGuests?)',
    'theme.hue: there is no such entry; it is ignored',
    'theme.brandhue: there is no such entry; it is ignored (did you mean brandHue?)',
    'pages.mainmenu: there is no such entry; it is ignored (did you mean mainMenu?)',
    'favourites: there is no such entry; it is ignored',
    'TOPUPLEAST: there is no such entry; it is ignored (did you mean topUpLeast?)',
  ]);
});

test('a text of its own that replaces none is told, one of an area that loads late too', async () => {
  expect(
    await notesOf({
      translations: {
        en: {
          'shell.login': 'Come in',
          'login.heading': 'Come in',
          'Profile.lead': 'x',
          messageServerUnavailable: 'Closed',
          messageServerUnavailble: 'Closed',
          'shell.logn': 'Come in',
          'login.nothing': 'x',
          'nowhere.at': 'x',
          'mail.greeting': 'x',
          'pagess.offer': 'x',
          logout: 'x',
        },
      },
    }),
  ).toEqual(
    [
      ['Profile.lead', ''],
      ['messageServerUnavailble', ' (did you mean Toasts.messageServerUnavailable?)'],
      ['shell.logn', ' (did you mean shell.login?)'],
      ['login.nothing', ''],
      ['nowhere.at', ''],
      ['mail.greeting', ''],
      ['pagess.offer', ' (did you mean pages.offer?)'],
      ['logout', ' (did you mean shell.logout?)'],
    ].map(([key = '', meant]) => {
      const path = key.includes('.') ? `["${key}"]` : `.${key}`;
      return `translations.en${path}: there is no text of this name to replace${meant}`;
    }),
  );
});

test('a text of its own that cannot be shown as it is meant is told', async () => {
  expect(
    await notesOf({
      translations: {
        cs: {
          'shell.login': 'Pojďte {dál',
          'shell.logout': 'Pa, {name}',
          'orders.cancelUntil': 'do {time}, {count, plural, one {# <b>{hour}</b>} other {{hours} hodin}}',
          'orders.quantity': '{count, plural, offset:1 one {#} other {#}}',
          'TopUp.limits': 'Nejvýš {most}',
        },
      },
    }),
  ).toEqual([
    'translations.cs["shell.login"]: it is no ICU message (expect argument closing brace), so the application\'s own text is shown',
    'translations.cs["shell.logout"]: {name} means nothing here, so the application\'s own text is shown, which has no placeholder',
    'translations.cs["orders.cancelUntil"]: {count}, <b>, {hour}, {hours} mean nothing here, so the application\'s own text is shown, which has {time}',
    'translations.cs["orders.quantity"]: it is no ICU message (plural offsets are not supported), so the application\'s own text is shown',
  ]);
});

test('texts for a language that is not offered may stay, and are told once', async () => {
  expect(
    await notesOf({
      languages: ['en', 'cs'],
      translations: Object.fromEntries(languages.map((language) => [language, { 'shell.login': 'x' }])),
    }),
  ).toEqual([
    'translations.pl: "pl" is not offered, so these texts are never shown',
    'translations.sk: "sk" is not offered, so these texts are never shown',
  ]);
});

test('pages that nobody finds or that have nothing to read are told', async () => {
  const title = 'Hours';
  expect(
    await notesOf({
      pages: {
        header: [
          { pathname: 'hours', title, url: 'https://example.org/', body: 'x' },
          { pathname: 'hours', title, body: 'x' },
        ],
        mainMenu: [{ title, url: '/orders' }],
        footer: [
          { title, body: 'x' },
          { pathname: '', title, body: 'x' },
          { pathname: 'empty', title },
          { pathname: 'hours', title, body: 'other' },
          { pathname: 'both', title, body: 'x', bodyUrl: '/about.html' },
          { pathname: 'far', title, bodyUrl: { en: '/about.html', cs: 'https://example.org/about.html' } },
        ],
      },
    }),
  ).toEqual([
    'pages.header[0].body: it is never shown, because the entry is a link by its url',
    'pages.footer[0].pathname: without it, or a url, the entry is shown nowhere',
    'pages.footer[1].pathname: it is empty, so that the link leads to no page',
    'pages.footer[2]: it has no body, no bodyUrl and no url, so that the page is empty',
    'pages.footer[3].pathname: pages.header[1] has the same, and its page is shown in place of this one',
    'pages.footer[4].bodyUrl: it is never read, because the entry has a body',
    "pages.footer[5].bodyUrl.cs: a file of another origin than the page's own is not shown; write it like /files/about.html",
  ]);
});

test('files that are not beside the configuration are told wherever they are named', async () => {
  const body = '<a href="/files/menu.pdf">Menu</a><img src="/files/hall.png">';
  expect(
    await notesOf(
      {
        theme: { logo: '/files/logo.svg?2' },
        pages: { footer: [{ pathname: 'a', title: 'A', body }] },
        outlets: [{ name: 'Hall', url: '/files/map.html#hall' }],
        applicationName: 'See /files/ there',
      },
      ['hall.png', 'logo.svg'],
    ),
  ).toEqual([
    'pages.footer[0].body: there is no file "menu.pdf" in the folder "files" beside the configuration',
    'outlets[0].url: there is no file "map.html" in the folder "files" beside the configuration',
  ]);
});

test('notes stand in the order of the lines, and each names its own', async () => {
  const text =
    '{\n  "pages": { "footer": [\n    { "title": "A", "body": "x" }\n  ] },\n  "alowGuests": true,\n' +
    '  "translations": {\n    "en": { "a.b": "x" }\n  }\n}';
  const { notes } = await checkConfig(text, () => undefined);
  expect(notes.map(({ line, column }) => `${line}:${column}`)).toEqual(['3:5', '5:3', '7:13']);
});

test('an entry that stands twice is noted where it does not count, also beside a mistake', async () => {
  const note = { line: 1, column: 2, text: 'maxDaysAhead: it stands once more in line 2, which counts' };
  const whyNotSent = () => undefined;
  expect(await checkConfig('{"maxDaysAhead": 3,\n"maxDaysAhead": 7}', whyNotSent)).toEqual({
    mistakes: [],
    notes: [note],
  });
  const wrong = await checkConfig('{"maxDaysAhead": 3,\n"maxDaysAhead": -7}', whyNotSent);
  expect(wrong.notes).toEqual([note]);
  expect(wrong.mistakes).toHaveLength(1);
});
