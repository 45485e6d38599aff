import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { money } from '@refectory/domain/money';
import { calendarDay } from '@refectory/domain/day';
import { afterEach, expect, test } from 'vitest';

import { api } from './api.ts';
import { createClient, queryText, type ClientSettings } from './client.ts';
import { methodOf, type Endpoint } from './endpoint.ts';
import { failureOf } from './errors.ts';
import { Capabilities } from './session.ts';
import { topUp } from './top-up.ts';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

const servers: Server[] = [];

function closeServers(): void {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
}

afterEach(closeServers);

/** A client of a real server that writes down what reaches it and gives one answer to everything. */
async function answering(status: number, body: string, language = 'en') {
  const { seen, settings } = await recording(status, body, language);
  return { client: createClient(api, settings), seen };
}

/** The server of `answering`, and how to reach it. */
async function recording(status: number, body: string, language: string) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += String(chunk);
    });
    request.on('end', () => {
      seen.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: text,
      });
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const settings: ClientSettings = {
    baseUrl: `http://127.0.0.1:${port}/base`,
    fetch: (address, init) => fetch(address, init),
    language: () => language,
    token: () => 'T0KEN',
  };
  return { settings, seen };
}

const order = {
  price: money(667),
  item: { mealId: 1, date: calendarDay('2026-11-24'), quantity: 2, canteenId: 3 },
};

test('API-08 a query leaves out what is null and joins arrays with commas', () => {
  expect(queryText({ a: 1, b: null, c: [2, 3], d: undefined })).toBe('?a=1&c=2,3');
  expect(queryText({ a: null })).toBe('');
  expect(queryText({ name: 'a&b č' })).toBe('?name=a%26b%20%C4%8D');
});

test('API-01 a call with a body is a POST, one without is a GET', () => {
  const methods = Object.fromEntries(
    Object.entries(api).map(([name, definition]) => [name, methodOf(definition)]),
  );
  expect(methods).toEqual({
    authenticate: 'POST',
    login: 'POST',
    loginByCard: 'POST',
    logout: 'POST',
    endSessions: 'POST',
    startRegistration: 'POST',
    getRegistration: 'POST',
    finishRegistration: 'POST',
    changePassword: 'POST',
    requestPasswordReset: 'POST',
    getPasswordReset: 'POST',
    resetPassword: 'POST',
    getCustomer: 'GET',
    updateCustomer: 'POST',
    finishEmailChange: 'POST',
    repeatEmailChange: 'POST',
    cancelEmailChange: 'POST',
    sendComment: 'POST',
    getTerms: 'GET',
    acceptTerms: 'POST',
    startCardChange: 'POST',
    finishCardChange: 'POST',
    startCardRevocation: 'POST',
    finishCardRevocation: 'POST',
    unblockCard: 'POST',
    resetVirtualCard: 'GET',
    getBalance: 'GET',
    getBonusBalance: 'GET',
    listCustomData: 'GET',
    listTransactions: 'GET',
    listConsumption: 'GET',
    listBills: 'GET',
    listBonuses: 'GET',
    listVouchers: 'GET',
    getPairing: 'GET',
    listPairings: 'GET',
    confirmPairing: 'POST',
    rejectPairing: 'POST',
    deletePairing: 'POST',
    invalidatePairing: 'POST',
    confirmPairingByString: 'POST',
    rejectPairingByString: 'POST',
    listCanteens: 'GET',
    getMenu: 'GET',
    watchOffer: 'GET',
    checkCart: 'POST',
    submitCart: 'POST',
    listOrders: 'GET',
    createDirectOrder: 'POST',
    cancelOrder: 'POST',
    exchangeOrder: 'POST',
    exportPersonalData: 'GET',
  });
});

/** Calls beyond the specification, which a server announces first. */
const additions = [
  'POST /customer/logout',
  'POST /customer/sessions/end',
  'GET /customer/export',
  'GET /live',
  'GET /status',
  'POST /customer/register/state',
  'POST /customer/password/reset/state',
  'POST /customer/email/change/finish',
  'POST /customer/email/change/repeat',
  'POST /customer/email/change/cancel',
];

test('API-01, part of API-55: every call there is was specified by its method and path, or is an addition that servers announce', () => {
  const catalogue = readFileSync(new URL('../../../docs/requirements/API.md', import.meta.url), 'utf8');
  const specified = [...catalogue.matchAll(/^### API-(\d+) (GET|POST) ([\w/]+)/gm)]
    .filter(([, number]) => Number(number) >= 10 && Number(number) <= 54)
    .map(([, , method, path]) => `${method} /${path}`);
  expect(specified).toHaveLength(45);
  const calls = Object.values({ ...api, ...topUp }).map(
    (definition) => `${methodOf(definition)} ${definition.path}`,
  );
  expect(calls.toSorted()).toEqual([...new Set([...specified, ...additions])].toSorted());
});

const person = {
  type: 'Person',
  userName: 'jana',
  firstName: 'Jana',
  lastName: 'Malá',
  email: 'jana@example.org',
  additionalData: [{ variableId: 'language', value: 'cs' }],
} as const;
const company = { ...person, type: 'Company', companyName: 'Malá Ltd' } as const;

test.each([
  ['startRegistration', person],
  ['startRegistration', company],
  ['updateCustomer', person],
  ['updateCustomer', company],
  ['sendComment', { comment: 'good' }],
  ['changePassword', { passwordOld: 'old', passwordNew: 'new' }],
  ['startCardChange', { cardNumber: '04A1' }],
  ['requestPasswordReset', { email: 'jana@example.org' }],
  ['resetPassword', { passwordNew: 'new', resetKey: 'R1' }],
  ['finishRegistration', { password: 'new', token: 'T1' }],
] as const)('DATA-23 the body of %s has the keys of %o alone', async (name, body) => {
  const { client, seen } = await answering(200, '{"success":true}');
  const typed = { ...body, passwordAgain: 'new', passwordNewAgain: 'new', password2: 'new', other: 1 };
  await client[name]({ body: typed } as never);
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual(body);
});

test('DATA-23 a login says user name and password in its header alone, and whether to stay signed in', async () => {
  const { client, seen } = await answering(200, '{"success":true,"sessionToken":"T"}');
  await client.login({ authorization: 'Basic amFuYTpzZWNyZXQ=', keepLogged: true });
  await client.login({ authorization: 'Basic amFuYTpzZWNyZXQ=' });
  expect(
    seen.map(({ body, headers }) => [body, headers.authorization, headers['x-asw-keep-logged']]),
  ).toEqual([
    ['', 'Basic amFuYTpzZWNyZXQ=', '1'],
    ['', 'Basic amFuYTpzZWNyZXQ=', undefined],
  ]);
});

test.each(Object.keys(Capabilities.shape))(
  'DATA-38 %s is announced by 1 or "1", and by nothing else',
  async (name) => {
    const announced = async (value: unknown) => {
      const capabilities = { [name]: value };
      const answer = JSON.stringify({
        success: true,
        sessionToken: 'T',
        capabilities,
        customersPairing: value,
      });
      const { client } = await answering(200, answer);
      const [session, customer] = [await client.authenticate(), await client.getCustomer()];
      return [session, customer].flatMap((told) => [
        Reflect.get(told.capabilities ?? {}, name) as unknown,
        told.customersPairing,
      ]);
    };
    for (const value of [1, '1']) expect(await announced(value)).toEqual([true, true, true, true]);
    for (const value of [0, 2, -1, '0', '', 'yes', true, null, {}, [1]])
      expect((await announced(value)).every((said) => said !== true)).toBe(true);
  },
);

test.each([
  ['Chromium', new TypeError('Failed to fetch')],
  ['Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
  ['Safari', new TypeError('Load failed')],
  ['Safari before 16', new TypeError('The network connection was lost.')],
  ['a timeout', new DOMException('signal timed out', 'TimeoutError')],
])(
  'ERR-36 a lost connection is the same failure in every browser, without its words: %s',
  async (_, error) => {
    const { settings } = await recording(200, '{}', 'en');
    const client = createClient(api, { ...settings, fetch: () => Promise.reject(error) });
    const failed = await client.getCustomer().catch(failureOf);
    expect(failed).toEqual({ kind: 'offline' });
  },
);

test('API-02 a POST with data is JSON', async () => {
  const { client, seen } = await answering(200, '{"success":true}');
  await client.createDirectOrder({ body: order });
  expect(seen[0]?.headers['content-type']).toBe('application/json');
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
    price: 6.67,
    item: { mealId: 1, date: '2026-11-24', quantity: 2, canteenId: 3 },
  });
});

test('API-01 API-02 a POST without data has neither body nor content type', async () => {
  const { client, seen } = await answering(200, '{"success":true,"sessionToken":"T"}');
  const calls = {
    authenticate: () => client.authenticate(),
    login: () => client.login({ authorization: 'Basic amFuYTpzZWNyZXQ=' }),
    logout: () => client.logout(),
    endSessions: () => client.endSessions(),
    repeatEmailChange: () => client.repeatEmailChange(),
    cancelEmailChange: () => client.cancelEmailChange(),
    startCardRevocation: () => client.startCardRevocation(),
    unblockCard: () => client.unblockCard(),
  };
  const withoutData = Object.entries<Endpoint>(api).filter(([, { body }]) => body === 'empty');
  expect(Object.keys(calls)).toEqual(withoutData.map(([name]) => name));
  for (const call of Object.values(calls)) await call();
  expect(seen).toHaveLength(withoutData.length);
  for (const { method, url, headers, body } of seen) {
    expect([method, body], url).toEqual(['POST', '']);
    expect(headers['content-type'], url).toBeUndefined();
  }
});

test('API-57 every call that changes something has a key, and no other has', () => {
  const calls = Object.entries<Endpoint>({ ...api, ...topUp });
  expect(calls.filter(([, { changes }]) => changes).map(([name]) => name)).toEqual([
    'startRegistration',
    'finishRegistration',
    'changePassword',
    'requestPasswordReset',
    'resetPassword',
    'updateCustomer',
    'sendComment',
    'finishEmailChange',
    'repeatEmailChange',
    'cancelEmailChange',
    'acceptTerms',
    'startCardChange',
    'finishCardChange',
    'startCardRevocation',
    'finishCardRevocation',
    'unblockCard',
    'resetVirtualCard',
    'confirmPairing',
    'rejectPairing',
    'deletePairing',
    'invalidatePairing',
    'confirmPairingByString',
    'rejectPairingByString',
    'submitCart',
    'createDirectOrder',
    'cancelOrder',
    'exchangeOrder',
    'startTopUp',
  ]);
});

test('API-03 API-05 API-07 I18N-09 every call goes to the base, with the token and the language', async () => {
  const { settings, seen } = await recording(
    200,
    '{"success":true,"balance":1,"canteens":[],"orders":[],"gatewayLink":"https://pay.example/1"}',
    'pl',
  );
  const client = createClient(api, settings);
  await client.getBalance();
  await client.listCanteens();
  await client.listOrders();
  await client.createDirectOrder({ body: order });
  await client.cancelOrder({ body: { orderId: 1 } });
  const payment = { customerId: 7, toBePaid: money(100), successUrl: 'https://a/1', failUrl: 'https://a/2' };
  await createClient(topUp, settings).startTopUp({ body: payment });
  expect(seen.map(({ url }) => url)).toEqual([
    '/base/customer/account/balance',
    '/base/canteens',
    '/base/customer/canteenorders',
    '/base/canteenorder/direct',
    '/base/canteenorder/cancel',
    '/base/topup',
  ]);
  for (const { headers } of seen) {
    expect(headers['x-asw-token']).toBe('T0KEN');
    expect(headers['accept-language']).toBe('pl');
    expect(headers.authorization).toBeUndefined();
  }
});

test('a key and the answers to questions travel as headers, each answer encoded, and with some calls in the body too', async () => {
  const { client, seen } = await answering(200, '{"success":true,"token":"T"}');
  await client.cancelOrder({ body: { orderId: 1 } }, { idempotencyKey: 'K', force: ['yes', 'a,b č'] });
  await client.cancelOrder({ body: { orderId: 1 } });
  expect(seen[0]?.headers).toMatchObject({ 'idempotency-key': 'K', 'x-asw-force': 'yes,a%2Cb%20%C4%8D' });
  expect(seen[1]?.headers).not.toHaveProperty('idempotency-key');
  expect(seen[1]?.headers).not.toHaveProperty('x-asw-force');
  await client.exchangeOrder({ body: { orderId: 1 } }, { force: ['yes'] });
  await client.loginByCard({ body: { cardId: 'C' } }, { force: ['yes'] });
  await client.createDirectOrder({ body: order }, { force: ['yes'] });
  expect(seen.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { orderId: 1, force: 'yes,a%2Cb%20%C4%8D' },
    { orderId: 1 },
    { orderId: 1, force: 'yes' },
    { cardId: 'C', force: 'yes' },
    { price: 6.67, item: { mealId: 1, date: '2026-11-24', quantity: 2, canteenId: 3 } },
  ]);
});

test('amounts and days are decoded, lists are found under `data` too, unknown values are tolerated', async () => {
  const wire = {
    id: 7,
    canteenId: 1,
    name: 'Broth',
    orderPrice: 45.9,
    cancelStatus: 'MAYBE',
    orderItem: { mealId: 1, date: '2026-11-24 11:00', quantity: 2, productId: null },
  };
  const { client } = await answering(200, JSON.stringify({ success: true, data: [wire] }));
  const { orders } = await client.listOrders();
  expect(orders).toEqual([
    expect.objectContaining({
      orderPrice: 4590,
      cancelStatus: 'NOT_POSSIBLE',
      orderItem: expect.objectContaining({ date: '2026-11-24', quantity: 2 }) as unknown,
    }),
  ]);
});

test.each([
  [200, '<html>', 'malformed'],
  [200, '{"success":true,"balance":"a lot"}', 'malformed'],
  [200, '{"success":true', 'malformed'],
  [503, '', 'unavailable'],
  [500, '<html>', 'refused'],
])('an answer %i with %s is %s', async (status, body, kind) => {
  const { client } = await answering(status, body);
  await expect(client.getBalance().catch((error: unknown) => failureOf(error)?.kind)).resolves.toBe(kind);
});

test('a lost connection is offline, an aborted call is no failure of ours', async () => {
  const { client } = await answering(200, '{}');
  closeServers();
  await expect(client.getBalance().catch((error: unknown) => failureOf(error)?.kind)).resolves.toBe(
    'offline',
  );
  const aborted = AbortSignal.abort();
  await expect(
    client.getBalance(undefined, { signal: aborted }).catch((error: unknown) => failureOf(error)),
  ).resolves.toBeUndefined();
});

test('API-28 a report asks for its days, a bill for its details', async () => {
  const days = { from: calendarDay('2026-11-01'), to: calendarDay('2026-11-30') };
  const { client, seen } = await answering(200, '{"success":true,"bills":[],"transactions":[]}');
  await client.listTransactions({ query: days });
  await client.listBills({ query: { ...days, withDetails: true } });
  expect(seen.map(({ url }) => url)).toEqual([
    '/base/customer/account/transactions?from=2026-11-01&to=2026-11-30',
    '/base/customer/bills?from=2026-11-01&to=2026-11-30&withDetails=true',
  ]);
});

test('a login asks for a long session by a header of its own, its body stays empty', async () => {
  const { client, seen } = await answering(200, '{"success":true,"sessionToken":"S"}');
  await client.login({ authorization: 'Basic x', keepLogged: true });
  await client.login({ authorization: 'Basic x' });
  expect(seen[0]).toMatchObject({
    body: '',
    headers: { 'x-asw-keep-logged': '1', authorization: 'Basic x' },
  });
  expect(seen[1]?.headers).not.toHaveProperty('x-asw-keep-logged');
});

test('FORM-24 REG-07 REG-13 PROF-07 the contract does not limit the length of a text that is sent', async () => {
  const { client, seen } = await answering(200, '{"success":true}');
  const long = 'a'.repeat(30_000);
  await client.updateCustomer({ body: { firstName: long } });
  await client.sendComment({ body: { comment: long } });
  await client.finishRegistration({ body: { password: long, token: long } });
  await client.resetPassword({ body: { passwordNew: long, resetKey: long } });
  expect(seen.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { firstName: long },
    { comment: long },
    { password: long, token: long },
    { passwordNew: long, resetKey: long },
  ]);
});

test('API-25 a call that changes something by GET is never answered from a cache', async () => {
  const { client, seen } = await answering(200, '{"success":true,"webidentcode":"1"}');
  await expect(client.resetVirtualCard()).resolves.toEqual({ webidentcode: '1' });
  await client.getTerms();
  expect(seen[0]?.headers['cache-control']).toBe('no-cache');
  expect(seen[1]?.headers['cache-control']).toBeUndefined();
});

test.each([
  ['{"gatewayLink":"https://pay.example/1"}', 'https://pay.example/1'],
  ['{"success":true,"gatewayLink":"https://pay.example/1"}', 'https://pay.example/1'],
  ['{"success":false,"gatewayLink":"https://pay.example/1"}', 'refused'],
  ['{"gatewayLink":""}', 'refused'],
  ['{}', 'refused'],
])('a gateway that answers %s gives %s', async (body, expected) => {
  const { settings, seen } = await recording(200, body, 'en');
  const gateway = createClient(topUp, settings);
  const payment = {
    customerId: 7,
    toBePaid: money(15_000),
    successUrl: 'https://a/1',
    failUrl: 'https://a/2',
  };
  const outcome = await gateway.startTopUp({ body: payment }).then(
    ({ gatewayLink }) => gatewayLink,
    (error: unknown) => failureOf(error)?.kind,
  );
  expect(outcome).toBe(expected);
  expect(seen[0]?.url).toBe('/base/topup');
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ ...payment, toBePaid: 150 });
});

test('rows of reports keep what can be read, moments with their zone or as civil time', async () => {
  const bill = {
    id: 'b1',
    serialNumber: 17,
    dateTime: '2024-03-15 11:30',
    priceWIT: 10.1,
    discount: '5',
    usedBonus: 'much',
    items: [{ prodid: 3, name: 'Broth', amount: 0.35, priceWIT: '3.50', taxRate: 12 }],
  };
  const { client } = await answering(200, JSON.stringify({ success: true, data: [bill], totalCount: 201 }));
  const day = calendarDay('2024-03-15');
  const { bills, totalCount } = await client.listBills({ query: { from: day, to: day } });
  expect(totalCount).toBe(201);
  expect(bills[0]).toMatchObject({
    serialNumber: 17,
    dateTime: '2024-03-15 11:30',
    priceWIT: 1010,
    discount: '5',
  });
  expect(bills[0]?.usedBonus).toBeUndefined();
  expect(bills[0]?.items[0]).toMatchObject({ amount: 0.35, priceWIT: 350, taxRate: 12 });
});

test('the status of a pairing is known in any case of letters, an unknown one is that of none', async () => {
  const wire = ['Pending', 'VALID', 'missed', 'ANOTHER'].map((pairingStatus) => ({ pairingStatus }));
  const { client } = await answering(200, JSON.stringify({ success: true, pairings: wire }));
  const { pairings } = await client.listPairings();
  expect(pairings.map(({ pairingStatus }) => pairingStatus)).toEqual([
    'pending',
    'valid',
    'missed',
    'invalid',
  ]);
});

test("of a customer's additional data only what is of no field is left out, and the rest is as it came", async () => {
  const kept = [
    { variableId: 'phone', value: '123', multiple: null, options: null },
    { variableId: 'colours', multiple: true, options: ['a'], value: ['a'], unit: 'RGB' },
    { variableId: 7, value: 1 },
  ];
  const additionalData = [kept[0], { value: 'no name' }, null, 'text', kept[1], kept[2]];
  const { client } = await answering(200, JSON.stringify({ success: true, customerId: 1, additionalData }));
  expect((await client.getCustomer()).additionalData).toEqual(kept);
});
