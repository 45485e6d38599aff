import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

import { Settings } from '@refectory/contract/settings';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';

import { createTestApp, testSettings } from '../testing/create-test-app.ts';

const database = useTestDatabase();
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const SCRIPT = `export const text = '${'x'.repeat(2000)}';\n`;
const PLATE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240"></svg>\n';

const textsOf = (code: string) => `../../packages/translations/src/${code}/messages.ts`;
const MANIFEST = {
  'index.html': { file: 'assets/index.js', imports: ['_base.js'] },
  '_base.js': { file: 'assets/base.js' },
  '_dishes.js': { file: 'assets/dishes.js', imports: ['_base.js'] },
  'src/features/menu/menu-page.tsx': { file: 'assets/menu.js', imports: ['_dishes.js'] },
  'src/features/login/login-page.tsx': { file: 'assets/login.js', imports: ['_base.js'] },
  [textsOf('cs')]: { file: 'assets/cs.js' },
  [textsOf('en')]: { file: 'assets/en.js' },
  '../../packages/translations/src/en/login.json': { file: 'assets/login-en.js' },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refectory-web-'));
  await mkdir(join(folder, 'dist/assets'), { recursive: true });
  await mkdir(join(folder, 'plates'));
  await writeFile(
    join(folder, 'dist/index.html'),
    '<!doctype html><html><head><title>Refectory</title><script src="/assets/index.js"></script></head>' +
      '<body><a href="https://elsewhere.example/"></a></body></html>',
  );
  await mkdir(join(folder, 'dist/.vite'));
  await writeFile(join(folder, 'dist/.vite/manifest.json'), JSON.stringify(MANIFEST));
  await writeFile(join(folder, 'dist/assets/app-1a2b3c.js'), SCRIPT);
  await writeFile(join(folder, 'dist/assets/app-1a2b3c.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(folder, 'dist/favicon.svg'), PLATE);
  await writeFile(join(folder, 'plates/soup.svg'), PLATE);
  await mkdir(join(folder, 'files'));
  await writeFile(join(folder, 'files/about.en.html'), '<p>About us</p>');
  await writeFile(join(folder, 'files/.secret'), 'no');
});
afterAll(() => rm(folder, { recursive: true }));

const withWeb = (settings: Partial<Settings> = {}) =>
  createTestApp({
    database: database.current,
    settings,
    app: { webRoot: join(folder, 'dist'), platesRoot: join(folder, 'plates') },
  });

const settingsIn = (page: string) =>
  JSON.parse(
    /<script type="application\/json" id="refectory-settings">(.*?)<\/script>/.exec(page)?.[1] ?? 'null',
  );

describe('pages', () => {
  test.each(['/', '/index.html', '/offer/WEEK', '/login?x=1', '/no/such/page'])(
    'NAV-34 at %s the application begins, with its settings',
    async (url) => {
      const { app } = await withWeb();
      const answer = await app.inject({ url, headers: html });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-cache');
      // As they are: the application reads them without the schema.
      expect(settingsIn(answer.body)).toEqual(testSettings);
      expect(answer.body).toMatch(/<script type="application\/json".*<\/head>/);
    },
  );

  test.each([
    '/%',
    '/offer/%',
    '/pages/%zz',
    '/offer/DAY%00',
    `/${'x'.repeat(7000)}`,
    '//offer',
    '/assets/%',
  ])(
    'NAV-34 %s, which cannot be read, leads to the start, and a call like it to its refusal',
    async (url) => {
      const { app } = await withWeb();
      const answer = await app.inject({ url, headers: html });
      expect(answer.statusCode).toBe(302);
      expect(answer.headers.location).toBe('/');
      const call = await app.inject({ url: `/api${url}`, headers: html });
      expect(call.statusCode).toBeGreaterThanOrEqual(400);
      expect(call.json()).toMatchObject({ success: false });
    },
  );

  test('a setting cannot end the script it stands in', async () => {
    const applicationName = '</script><script>alert(1)</script><!--';
    const { app } = await withWeb({ applicationName });
    const { body } = await app.inject({ url: '/', headers: html });
    expect(body).not.toContain('<script>alert');
    expect(settingsIn(body)).toMatchObject({ applicationName });
  });

  test('the modules of the page and its language are loaded at once', async () => {
    const { app } = await withWeb({ languages: ['en', 'cs'] });
    const linked = async (url: string, language: string) => {
      const { body } = await app.inject({ url, headers: { ...html, 'accept-language': language } });
      return [...body.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)].map(
        ([, href]) => href,
      );
    };
    expect(await linked('/offer/WEEK?day=2026-11-24', 'cs-CZ,en;q=0.5')).toEqual([
      '/assets/menu.js',
      '/assets/dishes.js',
      '/assets/cs.js',
    ]);
    expect(await linked('/', 'pl')).toEqual(['/assets/menu.js', '/assets/dishes.js', '/assets/en.js']);
    // What every page names itself is not named twice.
    expect(await linked('/login', 'en')).toEqual([
      '/assets/login.js',
      '/assets/login-en.js',
      '/assets/en.js',
    ]);
    expect(await linked('/thank-you', 'en')).toEqual(['/assets/en.js']);
  });

  test('a page that is still the same is not sent again', async () => {
    const { app } = await withWeb();
    const { headers } = await app.inject({ url: '/', headers: html });
    // A strong tag would promise the same bytes, packed or not.
    expect(headers.etag).toMatch(/^W\//);
    const again = await app.inject({ url: '/', headers: { ...html, 'if-none-match': String(headers.etag) } });
    expect(again.statusCode).toBe(304);
    // Something between that unpacks the page may have made the tag a strong one.
    const strong = String(headers.etag).slice('W/'.length);
    const unpacked = await app.inject({
      url: '/',
      headers: { ...html, 'if-none-match': `"other", ${strong}` },
    });
    expect(unpacked.statusCode).toBe(304);
  });

  test('who does not ask for a page gets none', async () => {
    const { app } = await withWeb();
    expect((await app.inject({ url: '/offer', headers: { accept: 'application/json' } })).statusCode).toBe(
      404,
    );
    // Without the header any answer is wanted.
    for (const url of ['/', '/offer']) expect((await app.inject({ url })).statusCode).toBe(200);
    expect((await app.inject({ url: '/offer', headers: { accept: '*/*' } })).statusCode).toBe(200);
    expect((await app.inject({ method: 'POST', url: '/offer', headers: html })).statusCode).toBe(404);
  });

  test('without a build it says what to do', async () => {
    const { app } = await createTestApp({
      database: database.current,
      app: { webRoot: join(folder, 'none') },
    });
    const answer = await app.inject({ url: '/', headers: html });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('npm run build');
  });

  test('the settings can be read by themselves', async () => {
    const { app } = await withWeb();
    const answer = await app.inject({ url: '/config.json' });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
    });
    expect(z.parse(Settings, answer.json())).toEqual(testSettings);
  });
});

describe('several applications on one server', () => {
  const shop = z.parse(Settings, {
    applicationMode: 'shop',
    applicationName: 'Shop',
    kiosk: true,
    cardReaderUrl: 'ws://localhost:4330/reader',
    topUpGateways: [{ id: 'card', url: 'https://pay.example.org/topup' }],
  });
  const two = () =>
    createTestApp({
      database: database.current,
      app: {
        webRoot: join(folder, 'dist'),
        platesRoot: join(folder, 'plates'),
        applications: [
          { basePath: '/', settings: testSettings },
          { basePath: '/shop/', settings: shop },
        ],
      },
    });

  test('CFG-59 each has its settings, in its pages and beside them', async () => {
    const { app } = await two();
    for (const url of ['/shop/', '/shop/offer/WEEK', '/shop/index.html']) {
      const { body } = await app.inject({ url, headers: html });
      expect(settingsIn(body), url).toMatchObject({ applicationName: 'Shop' });
    }
    for (const url of ['/', '/shopping', '/offer/shop/'])
      expect(settingsIn((await app.inject({ url, headers: html })).body), url).toMatchObject({
        applicationMode: 'canteen',
      });
    expect((await app.inject({ url: '/shop/config.json' })).json()).toMatchObject({
      applicationName: 'Shop',
    });
  });

  test('each is a kiosk or not before its first drawing, and connects to what its own settings name', async () => {
    const { app } = await two();
    const at = (url: string) => app.inject({ url, headers: html });
    for (const url of ['/shop/', '/shop/login?x=1']) {
      const { body, headers } = await at(url);
      expect(body).toMatch(/<html data-kiosk[ >]/);
      expect(headers['content-security-policy']).toContain(
        "connect-src 'self' ws://localhost:4330 https://pay.example.org;",
      );
    }
    const { body, headers } = await at('/login');
    expect(body).not.toContain('data-kiosk');
    expect(headers['content-security-policy']).toContain("connect-src 'self';");
  });

  test('CFG-59 files and modules lie under its path', async () => {
    const { app } = await two();
    const { body } = await app.inject({ url: '/shop/login', headers: { ...html, 'accept-language': 'en' } });
    expect(body).toContain('href="/shop/assets/login.js"');
    expect(body).toContain('src="/shop/assets/index.js"');
    expect(body).toContain('href="https://elsewhere.example/"');
    const asset = await app.inject({ url: '/shop/assets/app-1a2b3c.js' });
    expect(asset.body).toBe(SCRIPT);
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await app.inject({ url: '/shop/assets/gone.js', headers: html })).statusCode).toBe(404);
  });

  test('CFG-59 an address without its last slash is led to it, with its query', async () => {
    const { app } = await two();
    const answer = await app.inject({ url: '/shop?day=2026-11-24', headers: html });
    expect(answer.statusCode).toBe(308);
    expect(answer.headers.location).toBe('/shop/?day=2026-11-24');
  });

  test.each([
    ['/shop/%', '/shop/'],
    ['/shop/offer/DAY%00', '/shop/'],
    ['/shop%', '/'],
    ['/offer/%?from=/shop/', '/'],
  ])('NAV-34 CFG-59 %s, which cannot be read, leads to the start of its own, %s', async (url, start) => {
    const { app } = await two();
    const answer = await app.inject({ url, headers: html });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe(start);
  });
});

describe('files', () => {
  test('what has its content in its name is kept for ever, and sent packed where it lies packed', async () => {
    const { app } = await withWeb();
    const url = '/assets/app-1a2b3c.js';
    const plain = await app.inject({ url });
    expect(plain.body).toBe(SCRIPT);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-type']).toMatch(/^(?:text|application)\/javascript/);
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br' } });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(packed.rawPayload).toEqual(brotliCompressSync(SCRIPT));
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(SCRIPT);
  });

  test('other files of the build are asked for again', async () => {
    const { app } = await withWeb();
    const answer = await app.inject({ url: '/favicon.svg' });
    expect(answer.body).toBe(PLATE);
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  test('only the folder of the build decides what is kept for ever, not where it lies', async () => {
    const webRoot = join(folder, 'assets/dist');
    await mkdir(webRoot, { recursive: true });
    await writeFile(join(webRoot, 'index.html'), '<head></head>');
    await writeFile(join(webRoot, 'favicon.svg'), PLATE);
    const { app } = await createTestApp({ database: database.current, app: { webRoot } });
    const answer = await app.inject({ url: '/favicon.svg' });
    expect(answer.body).toBe(PLATE);
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  test('an asset that is gone is 404, even for a browser that would take a page', async () => {
    const { app } = await withWeb();
    for (const url of ['/favicon.ico', '/assets/app-0000.js', '/assets/', '/plates/', '/plates/none.svg']) {
      const answer = await app.inject({ url, headers: html });
      expect(answer.statusCode, url).toBe(404);
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    }
  });

  test('plates are kept for a day and then asked for by their tag', async () => {
    const { app } = await withWeb();
    const answer = await app.inject({ url: '/plates/soup.svg' });
    expect(answer.body).toBe(PLATE);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400',
    });
    const etag = String(answer.headers.etag);
    const again = await app.inject({ url: '/plates/soup.svg', headers: { 'if-none-match': etag } });
    expect(again.statusCode).toBe(304);
  });

  test("the canteen's own files are asked for again, and are no way to others", async () => {
    const { app } = await createTestApp({
      database: database.current,
      app: { webRoot: join(folder, 'dist'), filesRoot: join(folder, 'files') },
    });
    const answer = await app.inject({ url: '/files/about.en.html' });
    expect(answer.body).toBe('<p>About us</p>');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
    for (const url of ['/files/', '/files/none.html', '/files/.secret', '/files/..%2fplates/soup.svg'])
      expect((await app.inject({ url, headers: html })).statusCode, url).toBeGreaterThanOrEqual(400);
  });

  /** What is sent of a folder of the canteen's own files: the status where it is not 200. */
  async function sending(filesRoot: string) {
    const app = { webRoot: join(folder, 'dist'), filesRoot };
    const t = await createTestApp({ database: database.current, app });
    return async (address: string) => {
      const { statusCode, body } = await t.app.inject({ url: `/files/${address}` });
      return statusCode === 200 ? body : statusCode;
    };
  }

  test("of the canteen's own files only those are sent that lie in its folder, however they are linked", async () => {
    const own = join(folder, 'linked/files');
    // As Kubernetes mounts configurations.
    await mkdir(join(own, '..today'), { recursive: true });
    await writeFile(join(own, '..today/menu.html'), 'today');
    await symlink('..today/menu.html', join(own, 'menu of today.html'));
    await symlink(join(folder, 'plates/soup.svg'), join(own, 'soup.svg'));
    await symlink(join(folder, 'plates'), join(own, 'plates'));
    await mkdir(join(folder, 'linked/files-of-others'));
    await writeFile(join(folder, 'linked/files-of-others/menu.html'), 'theirs');
    await symlink('../files-of-others/menu.html', join(own, 'others.html'));
    await symlink('none.html', join(own, 'gone.html'));
    await symlink('round.html', join(own, 'round.html'));
    await symlink(own, join(folder, 'linked/name'));
    const sent = await sending(join(folder, 'linked/name'));
    expect(await sent('menu%20of%20today.html')).toBe('today');
    for (const name of ['soup.svg', 'plates/soup.svg', 'others.html', 'gone.html', 'round.html'])
      expect(await sent(name), name).toBe(404);
  });

  test("a pipe among the canteen's own files is not opened, so that nobody waits for its other end", async () => {
    const pipe = join(folder, 'piped/menu.html');
    await mkdir(join(folder, 'piped'));
    execFileSync('mkfifo', [pipe]);
    // Who opened it after all is released at the end.
    const otherEnd = await open(pipe, 'r+');
    onTestFinished(() => otherEnd.close());
    const sent = await sending(join(folder, 'piped'));
    expect(await sent('menu.html')).toBe(404);
  });

  test.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fplates/soup.svg',
    '/.vite/manifest.json',
    '/%00',
  ])('nothing outside the build is served: %s', async (url) => {
    const { app } = await withWeb();
    // Who takes a page gets that of the application.
    const answer = await app.inject({ url, headers: { accept: 'application/json' } });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
  });
});
