import { api } from '@refectory/contract/api';
import { createClient } from '@refectory/contract/client';
import { failureOf } from '@refectory/contract/errors';
import { factoryNow } from '@refectory/database/factories';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { startTestHost, type TestHost } from './test-host.ts';

describe('the host of browser tests', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await startTestHost({ cluster: inject('testCluster') });
  });
  afterAll(() => host.close());

  const post = async (path: string, body: unknown = {}) => {
    const response = await fetch(host.address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { id: string; apiUrl: string; made: object; faultId: number };
  };
  const clientOf = (apiUrl: string, token?: string) =>
    createClient(api, {
      baseUrl: host.address + apiUrl,
      fetch,
      language: () => 'en',
      token: () => token,
    });
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

  test('an app is made, seeded and used over HTTP, each with a database of its own', async () => {
    const app = await post('/control/create', {
      now: '2026-11-20T07:30:00Z',
      seed: [
        { make: 'canteen', as: 'main', with: { key: 'main' } },
        { make: 'customer', as: 'jana', with: { userName: 'jana', password: 'refectory', balance: 50_000 } },
        { make: 'offering', as: 'soup', with: { canteenId: '$main', price: 455_000, capacity: 3 } },
        { make: 'order', as: 'lunch', with: { customer: 'jana', offering: 'soup' } },
        { make: 'credit', with: { customerId: '$jana', amount: 1000 } },
      ],
    });
    expect(app.made).toEqual({ main: 1, jana: 1, soup: 1, lunch: 1 });
    const { sessionToken } = await clientOf(app.apiUrl).authenticate();
    const login = await clientOf(app.apiUrl, sessionToken).login({
      authorization: basic('jana:refectory'),
    });
    const jana = clientOf(app.apiUrl, login.sessionToken);
    expect(await jana.getBalance()).toMatchObject({ balance: 50_000 - 4550 + 1000 });
    expect((await jana.listOrders()).orders).toHaveLength(1);

    const other = await post('/control/create');
    const guest = await clientOf(other.apiUrl).authenticate();
    expect((await clientOf(other.apiUrl, guest.sessionToken).listCanteens()).canteens).toEqual([]);
    expect(await post(`/control/${app.id}/close`)).toEqual({});
    expect((await fetch(`${host.address}${app.apiUrl}/canteens`)).status).toBe(404);
  });

  test('rows that are seeded later are in the very next menu', async () => {
    const app = await host.create({ seed: [{ make: 'canteen', as: 'main' }] });
    const apiUrl = `${app.base}/api`;
    const { sessionToken } = await clientOf(apiUrl).authenticate();
    const guest = clientOf(apiUrl, sessionToken);
    const query = { canteenId: 1, timeSpan: 'day' as const };
    expect((await guest.getMenu({ query })).menu).toEqual([]);
    await app.seed([{ make: 'offering', with: { canteenId: '$main' } }]);
    expect((await guest.getMenu({ query })).menu).toHaveLength(1);
  });

  test('the clock goes on from where it is set', async () => {
    const app = await host.create({});
    await post(`/control/${app.id}/clock`, { now: factoryNow + 3_600_000 });
    const { serverTime } = await clientOf(`${app.base}/api`).authenticate();
    const passed = Number(serverTime) - factoryNow;
    expect(passed).toBeGreaterThanOrEqual(3_600_000);
    expect(passed).toBeLessThan(3_660_000);
  });

  test('requests are seen, and answered, cut, held and dropped as they are told to be', async () => {
    const app = await host.create({
      seed: [{ make: 'customer', as: 'jana', with: { userName: 'jana', password: 'refectory' } }],
    });
    const client = clientOf(`${app.base}/api`);
    const sessions = async () =>
      Number((await app.database.pool.query('select count(*) as count from session')).rows[0].count);
    const { sessionToken: guest } = await client.authenticate();
    const login = () => clientOf(`${app.base}/api`, guest).login({ authorization: basic('jana:refectory') });

    await post(`/control/${app.id}/faults`, {
      match: '^POST /api/authenticate$',
      times: 1,
      fault: { answer: { status: 418, body: { success: false, resultText: 'no coffee' } } },
    });
    const refused = await client.authenticate().catch(failureOf);
    expect(refused).toMatchObject({ kind: 'refused', status: 418, message: 'no coffee' });

    app.faults.add({ match: /login/, times: 1, fault: { cut: true } });
    expect(await login().catch(failureOf)).toEqual({ kind: 'offline' });
    expect(await sessions()).toBe(0);

    app.faults.add({ match: /login/, times: 1, fault: { dropAfter: true } });
    expect(await login().catch(failureOf)).toEqual({ kind: 'offline' });
    expect(await sessions()).toBe(1);

    const { faultId } = await post(`/control/${app.id}/faults`, {
      match: 'login',
      times: 1,
      fault: { hold: true },
    });
    const held = login();
    expect(await login()).toHaveProperty('sessionToken');
    expect(await sessions()).toBe(2);
    await post(`/control/${app.id}/faults/release`, { faultId });
    expect(await held).toHaveProperty('sessionToken');
    expect(await sessions()).toBe(3);

    const seen = await (await fetch(`${host.address}/control/${app.id}/requests`)).json();
    expect(seen).toMatchObject({
      requests: ['authenticate', 'authenticate', ...Array.from({ length: 4 }, () => 'customer/login')].map(
        (path) => ({ method: 'POST', path: `/api/${path}`, body: '', headers: { 'accept-language': 'en' } }),
      ),
    });
  });
});
