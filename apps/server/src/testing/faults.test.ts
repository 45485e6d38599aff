import type { AddressInfo } from 'node:net';

import { api } from '@refectory/contract/api';
import { createClient } from '@refectory/contract/client';
import { failureOf } from '@refectory/contract/errors';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { expect, test } from 'vitest';

import { createTestApp } from './create-test-app.ts';
import { startFaultsProxy } from './faults.ts';

const database = useTestDatabase();

test('a proxy of its own passes calls on, and breaks those it is told to', async () => {
  const { app } = await createTestApp({ database: database.current });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const proxy = await startFaultsProxy(`http://127.0.0.1:${port}`);
  const client = createClient(api, {
    baseUrl: `${proxy.address}/api`,
    fetch,
    language: () => 'cs',
    token: () => 'x',
  });

  expect(await client.authenticate()).toHaveProperty('sessionToken');
  const rule = proxy.add({
    match: /^GET .*canteens/,
    fault: { answer: { status: 503, headers: { 'retry-after': '1' } } },
  });
  expect(await client.listCanteens().catch(failureOf)).toEqual({ kind: 'unavailable' });
  rule.remove();
  expect(await client.listCanteens().catch(failureOf)).toMatchObject({ kind: 'unauthorized' });
  proxy.add({ match: 'canteens', fault: { delayMs: 1 } });
  expect(await client.listCanteens().catch(failureOf)).toMatchObject({ kind: 'unauthorized' });
  expect(proxy.seen().map(({ method, path, headers }) => [method, path, headers['x-asw-token']])).toEqual([
    ['POST', '/api/authenticate', 'x'],
    ['GET', '/api/canteens', 'x'],
    ['GET', '/api/canteens', 'x'],
    ['GET', '/api/canteens', 'x'],
  ]);
  await app.close();
  // The server behind is gone: the connection breaks, as it would without the proxy.
  expect(await client.authenticate().catch(failureOf)).toEqual({ kind: 'offline' });
  await proxy.close();
});
