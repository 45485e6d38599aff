import { Settings } from '@refectory/contract/settings';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod/mini';

import { pretendDevice } from '../../../test/device.ts';
import { dish, jana, main } from '../../../test/offer-seeds.ts';
import { openPage, PASSWORD, renderApp } from '../../../test/render-app.ts';
import { memoryStorage } from '../../../test/storage.ts';
import { startTestServer } from '../../../test/test-server.ts';

const CONFIG = /^GET \/config\.json/;
const dialog = page.getByRole('dialog', { name: 'Configuration error' });
const signInHeading = page.getByRole('heading', { name: 'Sign in', level: 1 });

/** A server whose `config.json` is this text. */
async function serverWith(text: string, headers = { 'content-type': 'application/json' }) {
  const server = await startTestServer({});
  await server.fault(CONFIG, { answer: { status: 200, headers, body: text } });
  return server;
}

/** Tells the calls of any API from now on: that of the default is another server than that of the test. */
function watchCalls(): () => readonly string[] {
  const fetching = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => fetching.mockRestore());
  return () =>
    fetching.mock.calls.map(([address]) => new Request(address).url).filter((one) => one.includes('/api/'));
}

async function expectError(text: string): Promise<void> {
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByText(text)).toBeVisible();
  expect(
    dialog
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Start again']);
  for (let time = 0; time < 4; time += 1) await userEvent.keyboard('{Escape}');
  await userEvent.click(dialog, { position: { x: 1, y: -20 }, force: true });
  await expect.element(dialog).toBeVisible();
}

test('CFG-05 the configuration is read before any call, and its name is in the title', async () => {
  const server = await startTestServer({ settings: { applicationName: 'Bistro' } });
  await openPage('/login', server);
  await expect.element(signInHeading).toBeVisible();
  expect(document.title).toMatch(/^Bistro \|/);
  const [first, ...calls] = await server.requests(/config\.json|\/api\//);
  expect(first?.path).toBe('/config.json');
  expect(calls.length).toBeGreaterThan(0);
});

test('CFG-05 what the server wrote into the page is taken without asking for the file', async () => {
  const server = await startTestServer({});
  const written = document.createElement('script');
  written.id = 'refectory-settings';
  written.type = 'application/json';
  written.textContent = JSON.stringify(
    z.parse(Settings, { apiUrl: server.apiUrl, applicationName: 'Bistro' }),
  );
  document.body.append(written);
  onTestFinished(() => written.remove());
  await openPage('/login', server);
  await expect.element(signInHeading).toBeVisible();
  expect(document.title).toMatch(/^Bistro \|/);
  expect(await server.requests(/config\.json/)).toEqual([]);
});

describe('where there is no configuration the default serves', () => {
  test.each([
    ['answered with 404', { answer: { status: 404 } }],
    ['cut off', { cut: true }],
    [
      'answered with a page',
      { answer: { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>' } },
    ],
  ] as const)('CFG-06 where the file is %s', async (_, fault) => {
    const server = await startTestServer({ settings: { applicationName: 'Bistro' } });
    await server.fault(CONFIG, fault);
    const { settings } = (await openPage('/login', server)).platform ?? {};
    expect(settings).toMatchObject({ applicationName: 'Refectory', apiUrl: '/api' });
  });

  test('CFG-06 where the file is not sent within 10 s', async () => {
    const server = await startTestServer({ settings: { applicationName: 'Bistro' } });
    await server.fault(CONFIG, { hold: true });
    const patience = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      if (ms === 10_000) setTimeout(() => patience.abort(), 50);
      return patience.signal;
    });
    onTestFinished(() => timeout.mockRestore());
    const { settings } = (await openPage('/login', server)).platform ?? {};
    expect(settings).toMatchObject({ applicationName: 'Refectory', apiUrl: '/api' });
  });

  test('CFG-06 for the one entry that the file lacks', async () => {
    const server = await startTestServer({});
    await server.fault(CONFIG, {
      answer: { status: 200, body: { apiUrl: server.apiUrl, applicationName: 'Bistro', allowGuests: 'yes' } },
    });
    const { platform } = await openPage('/login', server);
    await expect.element(signInHeading).toBeVisible();
    expect(platform?.settings).toMatchObject({
      applicationName: 'Bistro',
      titleSeparator: ' | ',
      allowGuests: false,
    });
  });
});

test('part of CFG-58: a file that breaks off on its way is told, and no other canteen serves', async () => {
  const headers = { 'content-type': 'application/json', 'content-length': '500', connection: 'close' };
  const server = await serverWith('{ "apiUrl": "/api",', headers);
  const apiCalls = watchCalls();
  await openPage('/login', server);
  await expectError('The configuration file cannot be read from line 1, column 1 on.');
  expect(apiCalls()).toEqual([]);
});

describe('without a required entry nothing starts', () => {
  test.each([
    ['no API base', '{ "apiUrl": "" }', 'Missing or unusable: apiUrl'],
    ['another mode', '{ "applicationMode": "kiosk" }', 'Missing or unusable: applicationMode'],
    ['no language', '{ "languages": ["de"] }', 'Missing or unusable: languages'],
  ])('CFG-01 CFG-07 MODAL-02 MODAL-04 MODAL-12 ERR-24 ERR-30 with %s', async (_, text, names) => {
    const server = await serverWith(text);
    const apiCalls = watchCalls();
    await openPage('/login', server);
    await expectError('The application has a severe parameters error.');
    await expectError(names);
    await expect.element(page.getByRole('main')).not.toBeInTheDocument();
    expect(apiCalls()).toEqual([]);
  });

  test('CFG-58 MODAL-12 ERR-24 with a comma missing in line 12', async () => {
    const entries = Array.from({ length: 14 }, (_, index) => `  "entry${index}": ${index}`);
    const lines = entries.map((entry, index) => (index === 10 ? entry : `${entry},`));
    const server = await serverWith(`{\n${lines.join('\n')}\n  "last": 1\n}`);
    const apiCalls = watchCalls();
    await openPage('/login', server);
    await expectError('The configuration file cannot be read from line 12, column 16 on.');
    expect(apiCalls()).toEqual([]);
  });

  test('CFG-58 with brackets within brackets that do not end, deeper than anybody can count', async () => {
    const server = await serverWith('['.repeat(100_000));
    await openPage('/login', server);
    await expectError('The configuration file cannot be read from line 1, column 1 on.');
  });

  test('CFG-58 it is said in a language of the browser', async () => {
    await pretendDevice({ languages: 'cs-CZ' });
    await openPage('/login', await serverWith('{'));
    await expect.element(page.getByRole('dialog', { name: 'Chyba konfigurace' })).toBeVisible();
    expect(document.documentElement.lang).toBe('cs');
  });
});

test('CFG-08 ERR-30 a card reader that cannot be one is told in its place, and the password still works', async () => {
  const config = { allowCardLogin: true, cardReaderUrl: 'http://reader' };
  await renderApp('/login', { seed: [jana], config });
  const card = page.getByRole('region', { name: 'By card' });
  await expect.element(card.getByText('Invalid parameters configuration, contact support.')).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'User name' }), 'jana');
  await userEvent.fill(page.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
  await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Sign in' }));
  await expect.element(page.getByRole('banner').getByRole('button', { name: 'Sign out' })).toBeVisible();
});

test('CFG-09 API-03 a base of the API may end with a slash or not', async () => {
  for (const end of ['', '/', '//']) {
    const server = await startTestServer({});
    const { platform } = await renderApp('/offer/DAY', {
      server,
      config: { apiUrl: `${server.apiUrl}${end}` },
    });
    await platform.call('listCanteens', undefined);
    const paths = (await server.requests(/canteens/)).map(({ path }) => path);
    expect(new Set(paths)).toEqual(new Set(['/api/canteens']));
  }
});

test.each(['', '/', '//'])(
  'CFG-09 what a customer asks for, the live stream too, lies below a base of the API that ends with "%s", by one slash',
  async (end) => {
    const server = await startTestServer({ seed: [main, jana, dish('Broth')] });
    const config = { apiUrl: `${server.apiUrl}${end}` };
    await renderApp('/offer/DAY', { server, as: 'jana', live: true, config });
    await expect.poll(() => server.requests(/\/live$/)).not.toEqual([]);
    for (const { path } of await server.requests()) expect(path).toMatch(/^\/api\/[^/]/);
  },
);

describe('texts of the configuration', () => {
  const customTexts = (translations: object) => ({ translations, languages: ['en', 'pl'] });

  test('I18N-08 CFG-38 take the place of the built-in ones, in their language alone', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    onTestFinished(() => warn.mockRestore());
    await renderApp('/login', {
      config: customTexts({
        en: { 'shell.login': 'Come in', 'login.intro': 'From {broken', 'nothing.here': 'x', bare: 'x' },
        pl: { 'login.heading': 'Wejście' },
      }),
    });
    const header = page.getByRole('banner');
    await expect.element(header.getByRole('link', { name: 'Come in' })).toBeVisible();
    const said = warn.mock.calls.flat().join('\n');
    expect(said).toContain('There is no text "nothing.here" to replace.');
    expect(said).toContain('The text "login.intro" of the configuration is ignored: ');
    await expect.element(signInHeading).toBeVisible();
    await expect.element(page.getByText('Order your meals and look after your account.')).toBeVisible();
    const select = header.getByRole('combobox', { name: 'Language' });
    expect(
      select
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['English', 'Polski']);
    await userEvent.selectOptions(select, 'Polski');
    await expect.element(page.getByRole('heading', { name: 'Wejście', level: 1 })).toBeVisible();
    await expect.element(header.getByRole('link', { name: 'Come in' })).not.toBeInTheDocument();
  });

  test('I18N-08 may have arguments, and be found by the bare name of the specification', async () => {
    const { platform } = await renderApp('/orders', {
      config: customTexts({
        en: { 'shell.version': 'Release {version}', messageServerUnavailable: 'The kitchen sleeps' },
      }),
    });
    await expect.element(page.getByTitle(/^Release \d/)).toBeVisible();
    platform.toasts.add({ messageKey: 'Toasts.messageServerUnavailable' });
    await expect.element(page.getByText('The kitchen sleeps')).toBeVisible();
  });
});

test('CFG-52 each mode and base path has a state of its own in the same browser', async () => {
  const storage = memoryStorage();
  const canteen = await renderApp('/login', { storage, config: { applicationMode: 'canteen' } });
  canteen.platform.snapshot.setState({ selection: { canteenId: 7 }, language: 'pl' });
  const webcare = await renderApp('/login', {
    server: canteen.server,
    storage,
    config: { applicationMode: 'webcare' },
  });
  expect(webcare.platform.snapshot.getState().selection).toEqual({});
  webcare.platform.snapshot.setState({ language: 'sk' });
  const again = await canteen.reload();
  expect(again.platform.snapshot.getState()).toMatchObject({ selection: { canteenId: 7 }, language: 'pl' });
  const below = await renderApp('/lunch/login', {
    server: canteen.server,
    storage,
    basePath: '/lunch/',
    config: { applicationMode: 'canteen' },
  });
  expect(below.platform.snapshot.getState().selection).toEqual({});
  below.platform.snapshot.setState({ language: 'cs' });
  const last = await again.reload();
  expect(last.platform.snapshot.getState()).toMatchObject({ selection: { canteenId: 7 }, language: 'pl' });
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  expect(new Set(keys)).toEqual(
    new Set(['refectory.canteen', 'refectory.webcare', 'refectory.canteen/lunch']),
  );
});
