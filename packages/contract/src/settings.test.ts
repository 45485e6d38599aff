import { describe, expect, test } from 'vitest';

import { readSettings, type Settings } from './settings.ts';

/** The settings of a value that has some. */
function settingsOf(json: unknown): Settings {
  const reading = readSettings(json);
  if ('missing' in reading) throw new Error(`missing: ${reading.missing.join(', ')}`);
  return reading.settings;
}

describe('what a configuration leaves out', () => {
  test('CFG-06 is as the default has it, entry by entry, also inside an entry', () => {
    const standard = settingsOf({});
    expect(settingsOf({ applicationName: 'Bistro' })).toEqual({ ...standard, applicationName: 'Bistro' });
    expect(settingsOf({ passwordRules: { digit: true } }).passwordRules).toEqual({
      ...standard.passwordRules,
      digit: true,
    });
    // Lists are replaced as a whole (OQ-02).
    expect(settingsOf({ languages: ['sk', 'pl'] }).languages).toEqual(['sk', 'pl']);
  });

  test("CFG-06, part of FORM-36 LIMIT-09: the defaults are the specification's", () => {
    expect(settingsOf({})).toMatchObject({
      applicationMode: 'canteen',
      passwordRules: { minLength: 5, lowercase: false, uppercase: false, digit: false, special: false },
      autoLogout: false,
      autoLogoutIdle: 60,
      quantityIsRemaining: false,
      defaultPeriod: 'DAY',
      afterCheckoutPage: '/thank-you',
      maxDaysAhead: 365,
      virtualCardType: 'QR',
      cardAuthorizationScheme: 'Card',
    });
  });
});

describe('required entries', () => {
  test.each([
    ['a mode outside the three', { applicationMode: 'kiosk' }, ['applicationMode']],
    ['a mode that is nothing', { applicationMode: null }, ['applicationMode']],
    ['no API base', { apiUrl: null }, ['apiUrl']],
    ['an empty API base', { apiUrl: '' }, ['apiUrl']],
    ['an API base that is no address', { apiUrl: 'api.example.com' }, ['apiUrl']],
    ['an API base that no browser can read', { apiUrl: 'https://[' }, ['apiUrl']],
    ['an API base with a port that there is not', { apiUrl: 'http://x:99999' }, ['apiUrl']],
    ['an API base that leads to another origin', { apiUrl: '/\\other.example' }, ['apiUrl']],
    ['an API base whose host would end a directive', { apiUrl: 'https://x.example;sandbox' }, ['apiUrl']],
    ['an API base whose host would end a value', { apiUrl: 'https://x.example,sandbox' }, ['apiUrl']],
    ['no language', { languages: [] }, ['languages']],
    ['no supported language', { languages: ['de', 'fr'] }, ['languages']],
    ['several at once', { apiUrl: '', applicationMode: 1 }, ['applicationMode', 'apiUrl']],
    ['no configuration', [], ['applicationMode', 'apiUrl', 'languages']],
    ['nothing', null, ['applicationMode', 'apiUrl', 'languages']],
  ])('CFG-01 CFG-07 %s', (_, json, missing) => {
    expect(readSettings(json)).toEqual({ missing });
  });
});

test('an API may be on another origin', () => {
  for (const apiUrl of [
    '/',
    '/api/v1?x',
    'https://api.example.com:8443/v1',
    'HTTP://[::1]:80',
    'https://obědy.example',
  ])
    expect(settingsOf({ apiUrl }).apiUrl).toBe(apiUrl);
});

describe('what means nothing', () => {
  test.each([
    ['an unknown entry', { favourites: true }, []],
    ['an unknown language', { languages: ['cs', 'de', 'fr', 'en'] }, ['languages.2', 'languages.1']],
    ['a text in an unknown language', { currencyFormat: { de: '{0} €', cs: '{0} Kč' } }, []],
    ['an unknown column', { billColumns: ['id', 'colour'] }, ['billColumns.1']],
    ['a switch that is none', { allowGuests: 'yes' }, ['allowGuests']],
    [
      'a rule that is none',
      { passwordRules: { minLength: 'eight', digit: true } },
      ['passwordRules.minLength'],
    ],
    ['an unknown zone', { timeZone: 'Mars/Olympus' }, ['timeZone']],
    ['a gateway without anything', { topUpGateways: [{}, { id: 'a', url: '/pay' }] }, ['topUpGateways.0']],
    [
      'a field whose link leads nowhere',
      { cartFields: [{ id: 'a', link: { text: 'x' } }] },
      ['cartFields.0'],
    ],
    [
      'an address that leads to another origin',
      {
        outlets: [
          { name: 'a', url: '/\t/other.example' },
          { name: 'b', url: '/b' },
        ],
      },
      ['outlets.0'],
    ],
    [
      'a file that no browser can find',
      {
        pages: {
          footer: ['https://[', '/\\other.example', '/files/a.html', 'a.html'].map((bodyUrl) => ({
            title: 'a',
            bodyUrl: { en: bodyUrl },
          })),
        },
      },
      ['pages.footer.1', 'pages.footer.0'],
    ],
    ['a login without an end', { permanentLoginDays: 1e9 }, ['permanentLoginDays']],
    ['no idle time', { autoLogout: 0, autoLogoutIdle: 0 }, []],
    ['a poisoned prototype', JSON.parse('{"__proto__": {"allowGuests": true}}'), []],
  ])('CFG-06 %s is left out and told', (_, json, ignored) => {
    const reading = readSettings(json);
    expect(reading).toMatchObject({ ignored });
    expect(settingsOf(json).allowGuests).toBe(false);
  });

  test('the rest stays', () => {
    expect(settingsOf({ passwordRules: { minLength: 'eight', digit: true } }).passwordRules).toMatchObject({
      minLength: 5,
      digit: true,
    });
    expect(settingsOf({ topUpGateways: [{}, { id: 'a', url: '/pay' }] }).topUpGateways).toHaveLength(1);
    expect(settingsOf({ languages: ['cs', 'de', 'fr', 'en'] }).languages).toEqual(['cs', 'en']);
    expect(settingsOf({ currencyFormat: { de: '{0} €', cs: '{0} Kč' } }).currencyFormat).toEqual({
      cs: '{0} Kč',
    });
  });
});
