import { lookup } from 'node:dns/promises';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';

import { DemoRefusal } from './demo-refusal.ts';
import { refuseUsedPort } from './used-port.ts';

async function listenOn(host: string, port = 0): Promise<{ port: number; close: () => Promise<unknown> }> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen({ port, host }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const sentenceOf = (port: number, host: string) =>
  refuseUsedPort(port, host).then(
    () => undefined,
    (error: unknown) => (error instanceof DemoRefusal ? error.message : error),
  );

test.each(await lookup('localhost', { all: true }))(
  'a port that is in use at $address of localhost is refused',
  async ({ address }) => {
    const other = await listenOn(address);
    expect(await sentenceOf(other.port, 'localhost')).toMatch(`Port ${other.port} is already in use`);
    await other.close();
    expect(await sentenceOf(other.port, 'localhost')).toBeUndefined();
  },
);

test('a host that is none, or another machine’s, is refused', async () => {
  expect(await sentenceOf(4300, 'no host')).toMatch(/^HOST has to be .*"no host"/);
  expect(await sentenceOf(4300, '192.0.2.1')).toMatch(/^HOST has to be .*"192\.0\.2\.1"/);
});
