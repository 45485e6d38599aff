import { fileURLToPath } from 'node:url';

import { Settings } from '@refectory/contract/settings';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { createTestApp, testSettings } from '../testing/create-test-app.ts';
import { observatoryRules, observatoryScore, type ScannedPage } from '../testing/observatory-score.ts';

const database = useTestDatabase();
const webRoot = fileURLToPath(new URL('../../../web', import.meta.url));
const PUBLIC_URL = 'https://lunch.example';

const applications = (
  [
    ['/', { applicationMode: 'canteen' }],
    ['/shop/', { applicationMode: 'shop', apiUrl: 'https://api.example/v1' }],
    [
      '/webcare/',
      { applicationMode: 'webcare', topUpGateways: [{ id: 'card', url: 'https://pay.example/topup' }] },
    ],
    ['/kiosk/', { kiosk: true, allowCardLogin: true, cardReaderUrl: 'ws://localhost:4330/reader' }],
  ] as const
).map(([basePath, settings]) => ({
  basePath,
  settings: z.parse(Settings, { ...testSettings, ...settings }),
}));

async function scan(url: string, publicUrl: string = PUBLIC_URL): Promise<ScannedPage> {
  const { app } = await createTestApp({
    database: database.current,
    app: { publicUrl, webRoot, applications },
  });
  const { statusCode, headers, body } = await app.inject({ url, headers: { accept: 'text/html' } });
  expect(statusCode).toBe(200);
  // A number is the length of the body, which no rule reads.
  const { 'content-length': _, ...texts } = headers;
  return { headers: texts as ScannedPage['headers'], html: body };
}

test.each(['/', '/login', '/shop/', '/shop/cart', '/webcare/', '/webcare/login', '/kiosk/', '/kiosk/login'])(
  'the page at %s is an A+ of the HTTP Observatory with 130 points',
  async (url) => {
    const page = await scan(url);
    expect(page.html).toContain('<script');
    const rules = observatoryRules(page);
    expect(rules).toEqual({
      'content-security-policy': { found: "default-src 'none', nothing unsafe", points: 10 },
      cookies: { found: 'none', points: 0 },
      'cross-origin-resource-sharing': { found: 'none', points: 0 },
      'referrer-policy': { found: 'no-referrer', points: 5 },
      'strict-transport-security': { found: 'six months or more', points: 0 },
      'subresource-integrity': { found: 'all of this origin', points: 0 },
      'x-content-type-options': { found: 'nosniff', points: 0 },
      'x-frame-options': { found: 'frame-ancestors', points: 5 },
      'cross-origin-resource-policy': { found: 'same-origin', points: 10 },
    });
    expect(observatoryScore(rules)).toBe(130);
  },
);

test('over plain http nothing binds browsers to https: 20 points fewer, and none extra', async () => {
  const rules = observatoryRules(await scan('/', 'http://localhost:4300'));
  expect(rules['strict-transport-security']).toEqual({ found: 'none', points: -20 });
  expect(observatoryScore(rules)).toBe(80);
});

test.each([
  ['content-security-policy', undefined, -25],
  ['content-security-policy', "script-src 'self' 'unsafe-inline'; object-src 'none'", -20],
  ['content-security-policy', "default-src 'none'; connect-src http://api.example", -20],
  ['content-security-policy', "default-src 'self' 'unsafe-eval'", -10],
  ['content-security-policy', "default-src 'none'; img-src http://pictures.example", -10],
  ['content-security-policy', "default-src 'none'; style-src 'unsafe-inline'", 0],
  ['content-security-policy', "default-src 'self'", 5],
  ['cookies', 'id=1', -10],
  ['cookies', 'id=1; Secure; HttpOnly; SameSite=Strict', 5],
  ['referrer-policy', 'unsafe-url', -5],
  ['strict-transport-security', 'max-age=60', -10],
  ['x-content-type-options', undefined, -5],
  ['cross-origin-resource-policy', 'cross-origin', 0],
])('the rule of %s given %j counts %i points', async (rule, value, points) => {
  const page = await scan('/');
  const header = rule === 'cookies' ? 'set-cookie' : rule;
  const rules = observatoryRules({ ...page, headers: { ...page.headers, [header]: value } });
  expect(rules[rule]?.points).toBe(points);
});
