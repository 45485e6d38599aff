import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { money } from '@refectory/domain/money';
import { calendarDay } from '@refectory/domain/day';
import { afterEach, expect, test } from 'vitest';

import { api } from './api.ts';
import { createClient, queryText } from './client.ts';
import { methodOf } from './endpoint.ts';
import { failureOf } from './errors.ts';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A real server that writes down what reaches it and gives one answer to everything. */
async function answering(status: number, body: string, language = 'en') {
  const seen: Seen[] = [];
  server = createServer((request, response) => {
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
  await new Promise<void>((resolve) => {
    server?.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const client = createClient(api, {
    baseUrl: `http://127.0.0.1:${port}/base`,
    fetch: (address, init) => fetch(address, init),
    language: () => language,
    token: () => 'T0KEN',
  });
  return { client, seen };
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
    getCustomer: 'GET',
    listCanteens: 'GET',
    getMenu: 'GET',
    listOrders: 'GET',
    createDirectOrder: 'POST',
    cancelOrder: 'POST',
    getBalance: 'GET',
    getBonusBalance: 'GET',
    listCustomData: 'GET',
  });
});

test('API-02 a POST with data is JSON, one without has neither body nor content type', async () => {
  const { client, seen } = await answering(200, '{"success":true}');
  await client.createDirectOrder({ body: order });
  await client.authenticate();
  expect(seen[0]?.headers['content-type']).toBe('application/json');
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
    price: 6.67,
    item: { mealId: 1, date: '2026-11-24', quantity: 2, canteenId: 3 },
  });
  expect(seen[1]).toMatchObject({ method: 'POST', body: '' });
  expect(seen[1]?.headers['content-type']).toBeUndefined();
});

test('API-03 API-05 API-07 every call goes to the base, with the token and the language', async () => {
  const { client, seen } = await answering(
    200,
    '{"success":true,"balance":1,"canteens":[],"orders":[]}',
    'pl',
  );
  await client.getBalance();
  await client.listCanteens();
  await client.listOrders();
  expect(seen.map(({ url }) => url)).toEqual([
    '/base/customer/account/balance',
    '/base/canteens',
    '/base/customer/canteenorders',
  ]);
  for (const { headers } of seen) {
    expect(headers['x-asw-token']).toBe('T0KEN');
    expect(headers['accept-language']).toBe('pl');
    expect(headers.authorization).toBeUndefined();
  }
});

test('a key and the answers to questions travel as headers, each answer encoded', async () => {
  const { client, seen } = await answering(200, '{"success":true}');
  await client.cancelOrder({ body: { orderId: 1 } }, { idempotencyKey: 'K', force: ['yes', 'a,b č'] });
  await client.cancelOrder({ body: { orderId: 1 } });
  expect(seen[0]?.headers).toMatchObject({ 'idempotency-key': 'K', 'x-asw-force': 'yes,a%2Cb%20%C4%8D' });
  expect(seen[1]?.headers).not.toHaveProperty('idempotency-key');
  expect(seen[1]?.headers).not.toHaveProperty('x-asw-force');
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
  server?.close();
  server?.closeAllConnections();
  await expect(client.getBalance().catch((error: unknown) => failureOf(error)?.kind)).resolves.toBe(
    'offline',
  );
  const aborted = AbortSignal.abort();
  await expect(
    client.getBalance(undefined, { signal: aborted }).catch((error: unknown) => failureOf(error)),
  ).resolves.toBeUndefined();
});
