import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { followLive } from './follow-live.ts';

/** A server that answers so, and how it is followed until the test ends. */
async function serve(answer: RequestListener) {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const leaving = new AbortController();
  onTestFinished(() => {
    leaving.abort();
    server.closeAllConnections();
    server.close();
  });
  const source = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/live`,
    token: 'a token',
    language: () => 'en' as const,
    refused: () => {},
    signal: leaving.signal,
  };
  return { server, source };
}

test('a stream is left when what it says cannot be told, so that the server counts it no longer', async () => {
  const { server, source } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('id: 1\ndata: {"event":"menu"}\n\n');
  });
  const asked = once(server, 'request');
  const followed = followLive({
    ...source,
    since: () => undefined,
    tell: () => {
      throw new Error('nobody can be told');
    },
  });
  await expect(followed).rejects.toThrow('nobody can be told');
  const [, response] = await asked;
  if (!response.closed) await once(response, 'close');
});

test('API-62 a connection that is cut while it is open is no error: it is opened again, from what was told last', async () => {
  const askedSince: unknown[] = [];
  let cut = () => {};
  const { source } = await serve((request, response) => {
    askedSince.push(request.headers['last-event-id']);
    cut = () => response.destroy();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`id: ${askedSince.length}\ndata: {"event":"menu"}\n\n`);
  });
  const told: unknown[] = [];
  await new Promise<void>((resolve, reject) => {
    followLive({
      ...source,
      since: () => (told.length === 0 ? undefined : told.length),
      tell: ({ event }, at) => {
        told.push([event, at]);
        if (told.length === 1) cut();
        else resolve();
      },
    }).catch(reject);
  });
  expect(told).toEqual([
    ['menu', 1],
    ['menu', 2],
  ]);
  expect(askedSince).toEqual([undefined, '1']);
});
