import { connect, type AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';

import { account } from '@refectory/contract/account';
import { api } from '@refectory/contract/api';
import { methodOf, type Endpoint } from '@refectory/contract/endpoint';
import { failureOf } from '@refectory/contract/errors';
import type { Settings } from '@refectory/contract/settings';
import { type Database, openDatabase, SERVING_TIMEOUTS, type Timeouts } from '@refectory/database/database';
import { createCustomer, createOffering, factoryDay } from '@refectory/database/factories';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { languages } from '@refectory/domain/texts';
import { describe, expect, inject, test } from 'vitest';

import { createTestApp, testSettings } from '../testing/create-test-app.ts';
import { createChangesUnderWay } from './changes-under-way.ts';
import { languageOf } from '@refectory/contract/accept-language';
import { isDatabaseOutage } from '@refectory/database/outage';
import { implement } from './implement.ts';
import { TOLD_OF_A_NETWORK } from './refusal-log.ts';

const database = useTestDatabase();
const endpoints = Object.entries<Endpoint>(api);
/** Those whose answer ends; `live.test.ts` looks at the other one. */
const ending = endpoints.filter(([, { events }]) => !events);

const newApp = () => createTestApp({ database: database.current });

let shared: ReturnType<typeof newApp> | undefined;
/** One app for tests that look at every call and leave nothing behind. */
const sharedApp = () => (shared ??= newApp());

/** An app and the token of one of its customers. */
async function withCustomer() {
  const t = await newApp();
  const customer = await createCustomer(database.current);
  return { ...t, customer, token: await t.tokenFor(customer) };
}

describe('calls', () => {
  test('the call that changes something by GET is not made by asking for its head', async () => {
    const { app, token } = await withCustomer();
    const headers = { 'x-asw-token': token };
    const answer = await app.inject({ method: 'HEAD', url: '/api/customer/resetwebidentcode', headers });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers['allow']).toBe('GET');
    const read = await app.inject({ method: 'HEAD', url: '/api/customer', headers });
    expect(read.statusCode).toBe(200);
    expect((await app.inject({ method: 'PUT', url: '/api/customer' })).headers['allow']).toBe(
      'GET, HEAD, POST',
    );
  });

  test('a path with an encoded slash is not the path of a call', async () => {
    const { app } = await sharedApp();
    const answer = await app.inject({ method: 'POST', url: '/api/customer%2Flogin' });
    expect([answer.statusCode, answer.headers['allow']]).toEqual([404, undefined]);
  });

  test.each(endpoints)('API-01 %s takes its method and no other', async (_, definition) => {
    const { app } = await sharedApp();
    const method = methodOf(definition);
    const atPath = endpoints.filter(([, other]) => other.path === definition.path);
    const answered: readonly string[] = atPath.map(([, other]) => methodOf(other));
    const others = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const).filter(
      (one) => !answered.includes(one),
    );
    for (const other of others) {
      const answer = await app.inject({ method: other, url: `/api${definition.path}` });
      expect(answer.statusCode).toBe(405);
      expect(answer.headers['allow']).toContain(method);
      expect(answer.json()).toMatchObject({ success: false, error: { code: 'methodNotAllowed' } });
    }
    const own = await app.inject({ method, url: `/api${definition.path}` });
    expect(own.statusCode).not.toBe(405);
  });

  test.each(ending.filter(([, { auth }]) => auth !== 'none'))(
    'API-05 %s needs a session, and a login where it says so',
    async (_, definition) => {
      const t = await sharedApp();
      const call = (headers: Record<string, string>) =>
        t.app.inject({ method: methodOf(definition), url: `/api${definition.path}`, headers });
      const unknown = [{}, { 'x-asw-token': '' }, { 'x-asw-token': 'no such token' }];
      for (const headers of unknown) {
        const answer = await call(headers);
        expect(answer.statusCode).toBe(401);
        expect(answer.json().error.code).toBe('sessionMissing');
        expect(answer.headers).not.toHaveProperty('www-authenticate');
      }
      const asGuest = await call({ 'x-asw-token': await t.tokenFor() });
      if (definition.auth === 'customer') expect(asGuest.json().error.code).toBe('loginRequired');
      else expect(asGuest.json().error?.code).not.toBe('loginRequired');
    },
  );

  test.each([
    ['no body and no type', undefined, undefined],
    ['an empty body of any type', '', 'text/plain'],
    ['an empty body of a type that is none', '', 'nonsense'],
    ['an empty body said to be JSON', '', 'application/json'],
    ['an empty object', '{}', 'application/json; charset=utf-8'],
  ])('API-02 a POST without data may come with %s', async (_, payload, type) => {
    const { app } = await newApp();
    const answer = await app.inject({
      method: 'POST',
      url: '/api/authenticate',
      headers: type === undefined ? {} : { 'content-type': type },
      ...(payload !== undefined && { payload }),
    });
    expect(answer.json()).toMatchObject({ success: true });
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
    'x',
  ])('API-02 data that comes as %s is refused with 415', async (type) => {
    const { app, token } = await withCustomer();
    const answer = await app.inject({
      method: 'POST',
      url: '/api/canteenorder/cancel',
      headers: { 'content-type': type, 'x-asw-token': token },
      payload: '{"orderId":1}',
    });
    expect(answer.statusCode).toBe(415);
    expect(answer.json().error.code).toBe('notJson');
  });

  test('API-02 what is said to be JSON and is not is refused with 400', async () => {
    const { app, token } = await withCustomer();
    const headers = { 'content-type': 'application/json', 'x-asw-token': token };
    for (const payload of [
      '{',
      '{"orderId":1}x',
      '{"__proto__":{"orderId":1}}',
      '{"constructor":{"prototype":{}}}',
    ]) {
      const answer = await app.inject({ method: 'POST', url: '/api/canteenorder/cancel', headers, payload });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error.code).toBe('badRequest');
    }
  });

  test('a body of more than 64 kB is refused with 413', async () => {
    const { app, token } = await withCustomer();
    const call = (bytes: number) =>
      app.inject({
        method: 'POST',
        url: '/api/canteenorder/cancel',
        headers: { 'content-type': 'application/json', 'x-asw-token': token },
        payload: JSON.stringify({ orderId: 1, force: 'x'.repeat(bytes) }),
      });
    expect((await call(64_000)).json().error.code).toBe('unknownOrder');
    const tooLarge = await call(65_536);
    expect(tooLarge.statusCode).toBe(413);
    expect(tooLarge.json().error.code).toBe('tooLarge');
  });

  test('API-02 data that is nested without end is refused or ignored, and is no failure of ours', async () => {
    const { app, token } = await withCustomer();
    const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const call = (payload: string) =>
      app.inject({
        method: 'POST',
        url: '/api/canteenorder/cancel',
        headers: { 'content-type': 'application/json', 'x-asw-token': token, 'idempotency-key': 'nested' },
        payload,
      });
    expect((await call(nested)).json().error.code).toBe('badRequest');
    expect((await call(`{"orderId":${nested}}`)).json().error.code).toBe('badRequest');
    expect((await call(`{"orderId":99999,"more":${nested}}`)).json().error.code).toBe('unknownOrder');
  });

  test('a body that is packed is held against the same limit when it is unpacked', async () => {
    const { app, token } = await withCustomer();
    const answer = await app.inject({
      method: 'POST',
      url: '/api/canteenorder/cancel',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', 'x-asw-token': token },
      payload: gzipSync(JSON.stringify({ orderId: 1, force: 'x'.repeat(10_000_000) })),
    });
    expect(answer.statusCode).toBe(413);
    expect(answer.json().error.code).toBe('tooLarge');
  });

  test('API-08 parameters are read from text, an empty one counts as left out, twice the same is refused', async () => {
    const { app, token } = await withCustomer();
    const call = (query: string) =>
      app.inject({ url: `/api/canteenmenu?${query}`, headers: { 'x-asw-token': token } });
    expect((await call('canteenId=7&timeSpan=day&from=&to=')).json().error.code).toBe('unknownCanteen');
    const wrong = [
      ['canteenId=7', 'timeSpan'],
      ['canteenId=x&timeSpan=day', 'canteenId'],
      ['canteenId=0x7&timeSpan=day', 'canteenId'],
      ['canteenId=7&canteenId=8&timeSpan=day', 'canteenId'],
      ['canteenId=7&timeSpan=year', 'timeSpan'],
      ['canteenId=7&timeSpan=day&from=2026-02-30&to=2026-03-01', 'from'],
    ] as const;
    for (const [query, field] of wrong) {
      const answer = await call(query);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().resultText).toBe(`The request could not be understood: ${field}.`);
    }
  });

  const ofTheOffer = ending.filter(([, { needs }]) => needs === 'offer');
  const withOffer = async (settings: Partial<Settings>) => {
    const t = await createTestApp({ database: database.current, settings });
    const customer = await t.tokenFor(await createCustomer(database.current));
    const guest = await t.tokenFor();
    const call = async (definition: Endpoint, token: string) => {
      const answer = await t.app.inject({
        method: methodOf(definition),
        url: `/api${definition.path}`,
        headers: { 'x-asw-token': token, 'accept-language': 'cs' },
      });
      return { status: answer.statusCode, ...answer.json() };
    };
    return { ...t, customer, guest, call };
  };

  test('what belongs to the offer is marked so, and the list of orders is not', () => {
    expect(ofTheOffer.map(([name]) => name)).toEqual(
      expect.arrayContaining(['getMenu', 'createDirectOrder', 'cancelOrder']),
    );
    expect(ofTheOffer.map(([name]) => name)).not.toContain('listOrders');
  });

  test.each(ofTheOffer)(
    '%s is refused by the server too where shopping is not allowed, and in webcare mode',
    async (_, definition) => {
      for (const settings of [{ allowShopping: false }, { applicationMode: 'webcare' }] as const) {
        const t = await withOffer(settings);
        expect(await t.call(definition, t.customer)).toMatchObject({
          status: 400,
          resultText: 'Tato jídelna to zde nenabízí.',
          error: { code: 'switchedOff' },
        });
      }
      const open = await withOffer({});
      expect((await open.call(definition, open.customer)).error.code).toBe('badRequest');
    },
  );

  test.each(ofTheOffer.filter(([, { auth }]) => auth === 'session'))(
    '%s is refused to guests by the server too where they are not allowed',
    async (_, definition) => {
      const closed = await withOffer({ allowGuests: false });
      expect(await closed.call(definition, closed.guest)).toMatchObject({
        status: 401,
        error: { code: 'loginRequired' },
      });
      expect((await closed.call(definition, closed.customer)).error.code).toBe('badRequest');
      const open = await withOffer({ allowGuests: true });
      expect((await open.call(definition, open.guest)).error.code).toBe('badRequest');
    },
  );

  test('an address of the API that there is not is 404 in the envelope', async () => {
    const { app } = await newApp();
    for (const url of ['/api', '/api/', '/api/nothing', '/api/customer/x']) {
      const answer = await app.inject({ url, headers: { accept: 'text/html' } });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ success: false, error: { code: 'notFound' } });
    }
    expect((await app.inject({ url: '/api/%zz' })).json().error.code).toBe('badRequest');
  });

  test('part of API-57: a key has 1 to 255 visible signs', async () => {
    const { app, token } = await withCustomer();
    const call = (key: string) =>
      app.inject({
        method: 'POST',
        url: '/api/canteenorder/cancel',
        headers: { 'content-type': 'application/json', 'x-asw-token': token, 'idempotency-key': key },
        payload: '{"orderId":99999}',
      });
    for (const key of ['k', '~!#'.repeat(85)])
      expect((await call(key)).json().error.code).toBe('unknownOrder');
    for (const key of ['', 'a b', 'x'.repeat(256), 'ž']) {
      const answer = await call(key);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().resultText).toContain('Idempotency-Key');
    }
  });
});

describe('answers', () => {
  test('the date of every answer is that of the clock of the app', async () => {
    const { app, clock } = await newApp();
    clock.set(Date.parse('2024-03-15T07:30:00Z'));
    for (const url of ['/api/canteens', '/api/nothing', '/']) {
      const { headers } = await app.inject({ url });
      expect(headers['date']).toBe('Fri, 15 Mar 2024 07:30:00 GMT');
    }
  });

  test('API-09 a success says so beside its payload, a refusal gives a text and a code', async () => {
    const { app, token } = await withCustomer();
    const headers = { 'x-asw-token': token };
    expect((await app.inject({ url: '/api/customer/account/balance', headers })).json()).toEqual({
      success: true,
      balance: 1000,
      available: 1000,
      pluginData: [{ label: 'Prices', value: 'Guests' }],
    });
    expect((await app.inject({ url: '/api/customer' })).json()).toEqual({
      success: false,
      resultText: 'Your session has ended. Please sign in again.',
      error: { code: 'sessionMissing', message: 'Your session has ended. Please sign in again.' },
    });
  });

  test('API-07 refusals are told in the language that is asked for', async () => {
    const t = await newApp();
    const texts = await Promise.all(
      languages.map(async (language) =>
        failureOf(
          await t
            .client(language)
            .getCustomer()
            .catch((e: unknown) => e),
        ),
      ),
    );
    expect(texts.map((failure) => failure && 'message' in failure && failure.message)).toEqual([
      'Vaše přihlášení skončilo. Přihlaste se prosím znovu.',
      'Your session has ended. Please sign in again.',
      expect.stringMatching(/sesja|Sesja|zalog/),
      expect.stringMatching(/[Pp]rihl/),
    ]);
  });

  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['cs', 'cs'],
    ['pl-PL,pl;q=0.9,en;q=0.8', 'pl'],
    ['de, sk;q=0.5, en;q=0.4', 'sk'],
    ['en;q=0.1, cs;q=0.2', 'cs'],
    ['cs;q=0, en;q=0.1', 'en'],
    ['fr, de', 'en'],
    ['CS', 'cs'],
    [';;,q=', 'en'],
  ])('API-07 %j is answered in %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });

  test('white space in a header of languages is no part of them, however much there is', () => {
    const space = ' '.repeat(300);
    expect(languageOf(`de,${space}pl${space};${space}q=0.5`)).toBe('pl');
    expect(languageOf(`a${space}b`)).toBe('en');
  });

  test('of a header of languages a thousand characters are read, so that none takes long', () => {
    expect(languageOf(`${' '.repeat(998)}pl`)).toBe('pl');
    expect(languageOf(`${' '.repeat(1000)}pl`)).toBe('en');
    expect(languageOf(`${'de,'.repeat(334)}pl`)).toBe('en');
  });

  test.each(ending.filter(([name]) => name !== 'getMenu'))(
    'what %s answers is kept by no cache, whether it succeeds or not',
    async (_, definition) => {
      const { app, token } = await withCustomer();
      const method = methodOf(definition);
      for (const headers of [{ 'x-asw-token': token }, {}]) {
        const answer = await app.inject({ method, url: `/api${definition.path}`, headers });
        expect(answer.headers['cache-control']).toBe('no-store');
      }
    },
  );
});

describe('security headers', () => {
  const common = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': expect.stringContaining('geolocation=()'),
  };

  test('every answer has them: pages, calls, refusals, what is not there and what cannot be read', async () => {
    const { app } = await newApp();
    const calls = [
      ['GET', '/'],
      ['GET', '/config.json'],
      ['GET', '/assets/none.js'],
      ['GET', '/api/canteens'],
      ['GET', '/api/nothing'],
      ['PUT', '/api/customer'],
      ['GET', '/api/%zz'],
      ['GET', '/%zz'],
      ['POST', '/api/authenticate'],
    ] as const;
    for (const [method, url] of calls) {
      const { headers } = await app.inject({ method, url });
      expect(headers, url).toMatchObject(common);
      expect(headers['content-type'], url).toMatch(/; charset=utf-8$/);
    }
  });

  test('what never becomes a request is answered in the envelope, with the headers too', async () => {
    const { app } = await newApp();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const answerTo = (text: string) =>
      new Promise<string>((resolve, reject) => {
        let answer = '';
        const socket = connect(port, '127.0.0.1', () => socket.write(text));
        socket.on('data', (data) => (answer += String(data)));
        socket.on('close', () => resolve(answer));
        socket.on('error', reject);
      });
    const garbage = await answerTo('NONSENSE\r\n\r\n');
    expect(garbage).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(garbage).toContain('X-Content-Type-Options: nosniff');
    expect(JSON.parse(garbage.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      success: false,
      error: { code: 'badRequest' },
    });
    const tooLarge = await answerTo(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(tooLarge).toMatch(/^HTTP\/1\.1 431 /);
    await app.close();
  });

  test('a request that is not there in ten seconds is given up, wherever it stopped', async () => {
    const { app } = await newApp();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const answerTo = (text: string) =>
      new Promise<{ answer: string; afterMs: number }>((resolve, reject) => {
        const begun = performance.now();
        const socket = connect(port, '127.0.0.1', () => socket.write(text));
        socket.on('data', (data) => resolve({ answer: String(data), afterMs: performance.now() - begun }));
        socket.on('error', reject);
      });
    const beginning = 'POST /api/authenticate HTTP/1.1\r\nHost: x\r\nContent-';
    for (const { answer, afterMs } of await Promise.all([
      answerTo(beginning),
      answerTo(`${beginning}Length: 10\r\n\r\n{`),
    ])) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(afterMs).toBeGreaterThan(9_000);
      expect(afterMs).toBeLessThan(14_000);
    }
    await app.close();
  });

  test('pages run only what comes from their own origin', async () => {
    const { app } = await newApp();
    expect((await app.inject({ url: '/' })).headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
        "connect-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; " +
        "manifest-src 'self'; require-trusted-types-for 'script'; trusted-types apphtml dompurify",
    );
  });

  test('an answer of the API opened as a page does nothing', async () => {
    const { app } = await newApp();
    for (const url of [
      '/api/canteens',
      '/api/canteens?x',
      '/%61pi/canteens',
      '/api/nothing',
      '/%61pi/nothing',
    ])
      expect((await app.inject({ url })).headers['content-security-policy'], url).toBe(
        "default-src 'none'; frame-ancestors 'none'; sandbox",
      );
  });

  test.each([
    ['/api', 'https://lunch.example', "connect-src 'self';"],
    ['https://lunch.example/api', 'https://lunch.example', "connect-src 'self';"],
    ['https://api.example:8443/v1', 'https://lunch.example', "connect-src 'self' https://api.example:8443;"],
  ])('with the API at %s the pages of %s may talk to no one else', async (apiUrl, publicUrl, directive) => {
    const { app } = await createTestApp({
      database: database.current,
      settings: { apiUrl },
      app: { publicUrl },
    });
    expect((await app.inject({ url: '/' })).headers['content-security-policy']).toContain(directive);
  });

  test('with a card reader on the kiosk itself the pages may talk to that too', async () => {
    const { app } = await createTestApp({
      database: database.current,
      settings: { cardReaderUrl: 'ws://localhost:4330/reader' },
    });
    expect((await app.inject({ url: '/' })).headers['content-security-policy']).toContain(
      "connect-src 'self' ws://localhost:4330;",
    );
  });

  test('an address whose host would end a directive is not in the policy', async () => {
    for (const host of ['x.example;sandbox', 'x.example,sandbox']) {
      const { app } = await createTestApp({
        database: database.current,
        settings: { apiUrl: `https://${host}/api`, cardReaderUrl: `wss://${host}` },
      });
      const policy = (await app.inject({ url: '/' })).headers['content-security-policy'];
      expect(policy).toContain("connect-src 'self';");
      expect(policy).not.toContain('sandbox');
    }
  });

  test('only a server that is reached over https says so for the future', async () => {
    const at = async (publicUrl: string) =>
      (await createTestApp({ database: database.current, app: { publicUrl } })).app.inject({ url: '/' });
    expect((await at('https://lunch.example')).headers['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    );
    expect((await at('http://localhost:4300')).headers).not.toHaveProperty('strict-transport-security');
  });
});

describe('failures', () => {
  test('ERR-01 a database that is away gives 503 in the envelope and a time to come back', async () => {
    const away = openDatabase({ host: '/tmp/no-such-socket-folder', port: 5432, user: 'x', database: 'x' });
    const { app } = await createTestApp({ database: away });
    for (const [method, url] of [
      ['POST', '/api/authenticate'],
      ['GET', '/api/canteens'],
    ] as const) {
      const answer = await app.inject({
        method,
        url,
        headers: { 'x-asw-token': 'x', 'accept-language': 'cs' },
      });
      expect(answer.statusCode).toBe(503);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(answer.json()).toMatchObject({ success: false, error: { code: 'unavailable' } });
    }
    await away.close();
  });

  test('ERR-01 calls work again as soon as the database is back, without a restart', async () => {
    const own = openDatabase(database.current.connection, { max: 3 });
    const t = await createTestApp({ database: own });
    const guest = t.client('en', await t.tokenFor());
    expect(await guest.listCanteens()).toHaveProperty('canteens');
    const cut = () =>
      database.current.pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    const lost = own.pool.query('select pg_sleep(30)').catch((error: unknown) => error);
    // The query is on its way once its backend is seen to sleep.
    await expect
      .poll(
        async () =>
          (
            await database.current.pool.query(
              `select from pg_stat_activity where query like '%pg_sleep(30)%' and state = 'active' and pid <> pg_backend_pid()`,
            )
          ).rowCount,
      )
      .toBe(1);
    await cut();
    expect(await lost).toBeInstanceOf(Error);
    t.clock.advance(1000);
    await expect.poll(() => guest.listCanteens().catch(failureOf)).toHaveProperty('canteens');
    await own.close();
  });

  test('ERR-01 a pool without a free connection gives 503 too', async () => {
    const busy = openDatabase({ ...inject('testCluster').connection }, { max: 1, waitMs: 1000 });
    const { app } = await createTestApp({ database: busy });
    const taken = await busy.pool.connect();
    const answer = await app.inject({ url: '/api/canteens', headers: { 'x-asw-token': 'x' } });
    expect(answer.statusCode).toBe(503);
    taken.release();
    await busy.close();
  });

  describe('a database that keeps a call waiting', () => {
    /** An app whose patience is short, and a customer whose account somebody else holds. */
    async function withHeldAccount(patience: Partial<Timeouts>) {
      const long = { statementMs: 30_000, lockMs: 30_000, answerMs: 30_000, idleInTransactionMs: 30_000 };
      const timeouts = { ...long, ...patience };
      const own = openDatabase(database.current.connection, { timeouts });
      const t = await createTestApp({ database: own });
      const customer = await createCustomer(database.current);
      const offering = await createOffering(database.current);
      const holder = await database.current.pool.connect();
      await holder.query('begin');
      await holder.query('select from account where customer_id = $1 for update', [customer.id]);
      const token = await t.tokenFor(customer);
      const order = () =>
        t.app.inject({
          method: 'POST',
          url: '/api/canteenorder/direct',
          headers: { 'x-asw-token': token, 'accept-language': 'cs', 'idempotency-key': 'held' },
          payload: {
            price: 100,
            item: { mealId: offering.id, date: factoryDay, quantity: 1, canteenId: offering.canteenId },
          },
        });
      const letGo = async () => {
        await holder.query('rollback');
        holder.release();
      };
      return { order, letGo, close: () => own.close() };
    }

    test.each([
      ['a lock', { lockMs: 50 }],
      ['a statement', { statementMs: 50 }],
      ['an answer of any kind', { answerMs: 50 }],
    ])(
      'ERR-01 for %s longer than is meant gives 503, and the same call succeeds later',
      async (_, patience) => {
        const t = await withHeldAccount(patience);
        const refused = await t.order();
        expect(refused.statusCode).toBe(503);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
        expect(refused.json()).toMatchObject({
          success: false,
          resultText: 'Server je momentálně nedostupný. Zkuste to prosím za chvíli znovu.',
          error: { code: 'unavailable' },
        });
        await t.letGo();
        // A call nobody waits for any more may still be at work in the database.
        await expect.poll(async () => (await t.order()).json()).toMatchObject({ success: true });
        await t.close();
      },
    );

    test('a transaction that is left open loses its locks', async () => {
      const own = openDatabase(database.current.connection, {
        timeouts: { ...SERVING_TIMEOUTS, idleInTransactionMs: 50 },
      });
      const customer = await createCustomer(database.current);
      const forgetful = await own.pool.connect();
      forgetful.on('error', () => {});
      await forgetful.query('begin');
      await forgetful.query('select from account where customer_id = $1 for update', [customer.id]);
      await database.current.pool.query('select from account where customer_id = $1 for update', [
        customer.id,
      ]);
      const next = await forgetful.query('select 1').catch((error: unknown) => error);
      expect(isDatabaseOutage(next)).toBe(true);
      forgetful.release(true);
      await own.close();
    });
  });

  /** A log, and what was written into it. */
  function keptLog() {
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk));
        done();
      },
    });
    return { log: { stream }, lines };
  }

  test('an outage is told in one line, however many calls meet it, and without a stack', async () => {
    const away = openDatabase({ host: '/tmp/no-such-socket-folder', port: 5432, user: 'x', database: 'x' });
    const { log, lines } = keptLog();
    const { app } = await createTestApp({ database: away, app: { log } });
    for (let call = 0; call < 20; call += 1)
      expect((await app.inject({ method: 'POST', url: '/api/authenticate' })).statusCode).toBe(503);
    await away.close();
    const told = lines.filter((line) => line.includes('the database is out of reach'));
    expect(told).toHaveLength(1);
    expect(told[0]).not.toContain('node_modules');
  });

  test('a proxy that is not named is told of once, and one that is named is not', async () => {
    const send = async (trustProxy: string) => {
      const { log, lines } = keptLog();
      const { app } = await createTestApp({ database: database.current, app: { log, trustProxy } });
      for (let call = 0; call < 3; call += 1)
        await app.inject({ url: '/api/canteens', headers: { 'x-forwarded-for': '203.0.113.7' } });
      await app.close();
      return lines.filter((line) => line.includes('X-Forwarded-For'));
    };
    const [told, ...more] = await send('10.0.0.7');
    expect(told).toContain('"sender":"127.0.0.1"');
    expect(more).toEqual([]);
    expect(await send('loopback')).toEqual([]);
  });

  test('whoever goes away in the middle of their body is no outage, and nothing is logged', async () => {
    const { log, lines } = keptLog();
    const { app } = await createTestApp({ database: database.current, app: { log } });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const ended = new Promise((resolve) =>
      app.server.once('request', (request) => request.once('close', resolve)),
    );
    const socket = connect({ host: '127.0.0.1', port });
    const head = 'POST /api/canteenorder/direct HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    socket.write(`${head}Content-Length: 100\r\n\r\n{"price":`, () => setImmediate(() => socket.destroy()));
    await ended;
    await app.close();
    expect(lines.filter((line) => !line.includes('Server listening'))).toEqual([]);
  });

  test('a surprise is 500 with an id, logged once with its cause, and tells nothing of it', async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const t = await createTestApp({ database: database.current, app: { log: { stream } } });
    const surprising = await createTestApp({ database: database.current, app: { log: { stream } } });
    const customer = await createCustomer(database.current);
    await surprising.app.register(
      async (broken) =>
        implement(
          broken,
          { getBalance: account.getBalance },
          {
            getBalance: () => {
              throw new Error('secret detail');
            },
          },
          {
            clock: surprising.clock.now,
            settings: testSettings,
            addressOf: () => 'http://localhost',
            apiHeaders: {},
            changesUnderWay: createChangesUnderWay(),
            sessions: {
              find: () =>
                Promise.resolve({
                  token: 'x',
                  customerId: customer.id,
                  priceLevel: 'other',
                  owesTerms: false,
                  needsPassword: false,
                }),
              check: () => Promise.reject(new Error('not used')),
              rememberLanguage: () => Promise.reject(new Error('not used')),
            },
          },
        ),
      { prefix: '/broken' },
    );
    const answer = await surprising.app.inject({
      url: '/broken/customer/account/balance',
      headers: { 'x-asw-token': 'x' },
    });
    expect(answer.statusCode).toBe(500);
    const { resultText, error } = answer.json();
    expect(resultText).toBe(
      'There was an error. Please try again your request. If the problem continues, please contact us.',
    );
    expect(answer.body).not.toContain('secret');
    expect(answer.body).not.toContain('.ts');
    const logged = lines.filter((line) => line.includes('secret detail'));
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain(error.id);
    await t.app.close();
  });

  test('a process tells that it runs, and whether its database answers', async () => {
    const away = openDatabase({ host: '/tmp/no-such-socket-folder', port: 5432, user: 'x', database: 'x' });
    const statesOf = async (of: Database) => {
      const { app } = await createTestApp({ database: of });
      const answers = [await app.inject('/health'), await app.inject('/ready')];
      await app.close();
      return answers.map(({ statusCode, headers, body }) => [statusCode, headers['cache-control'], body]);
    };
    const fine = [200, 'no-store', '{"status":"ok"}'];
    expect(await statesOf(database.current)).toEqual([fine, fine]);
    expect(await statesOf(away)).toEqual([
      fine,
      [503, 'no-store', '{"status":"the database is out of reach"}'],
    ]);
    await away.close();
  });

  test('a sign-in that is refused is told in a line with its network address, and with nothing that was typed', async () => {
    const { log, lines } = keptLog();
    const t = await createTestApp({ database: database.current, app: { log } });
    const typed = Buffer.from('hunter2:secret').toString('base64');
    await t.app.inject({
      method: 'POST',
      url: '/api/customer/login?x=hunter2',
      headers: {
        'x-asw-token': await t.tokenFor(),
        authorization: `Basic ${typed}`,
        'x-forwarded-for': '203.0.113.7',
      },
    });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      ip: '203.0.113.7',
      method: 'POST',
      route: '/api/customer/login',
      msg: 'refused: wrongCredentials',
    });
    expect(lines[0]).not.toMatch(/hunter2|secret/);
    await t.app.close();
  });

  test('of a network that guesses and guesses a few refusals a minute are told', async () => {
    const { log, lines } = keptLog();
    const t = await createTestApp({ database: database.current, app: { log } });
    const token = await t.tokenFor();
    const guess = (guessed: number, address: string) =>
      t.app.inject({
        method: 'POST',
        url: '/api/customer/login',
        headers: {
          'x-asw-token': token,
          authorization: `Basic ${Buffer.from(`guess-${guessed}:secret`).toString('base64')}`,
          'x-forwarded-for': address,
        },
      });
    for (let guessed = 0; guessed < TOLD_OF_A_NETWORK + 5; guessed += 1) await guess(guessed, '203.0.113.7');
    expect(lines).toHaveLength(TOLD_OF_A_NETWORK);
    await guess(0, '203.0.113.8');
    expect(lines).toHaveLength(TOLD_OF_A_NETWORK + 1);
    await t.app.close();
  });

  test('other refusals are not logged, and nothing logs a token', async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const t = await createTestApp({ database: database.current, app: { log: { stream } } });
    const token = await t.tokenFor();
    await t.client('en', token).getCustomer().catch(failureOf);
    await t.client('en', token).listCanteens();
    expect(lines).toEqual([]);
  });
});
