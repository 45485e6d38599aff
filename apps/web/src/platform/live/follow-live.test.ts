import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { followLive } from './follow-live.ts';

test('a stream is left when what it says cannot be told, so that the server counts it no longer', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('id: 1\ndata: {"event":"menu"}\n\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const leaving = new AbortController();
  onTestFinished(() => {
    leaving.abort();
    server.closeAllConnections();
    server.close();
  });
  const asked = once(server, 'request');
  const followed = followLive({
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/live`,
    token: 'a token',
    language: () => 'en',
    since: () => undefined,
    tell: () => {
      throw new Error('nobody can be told');
    },
    refused: () => {},
    signal: leaving.signal,
  });
  await expect(followed).rejects.toThrow('nobody can be told');
  const [, response] = await asked;
  if (!response.closed) await once(response, 'close');
});
