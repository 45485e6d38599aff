import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { readReaderFrame } from '@refectory/contract/reader';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { createBridge } from './bridge.ts';
import { serveBridge } from './serve-bridge.ts';
import { createSimulatedSource } from './simulated-source.ts';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0).toReversed()) close();
});

/** A page as the bridge knows it: what it was told, without a socket. */
function connectPage(bridge: ReturnType<typeof createBridge>) {
  const told: string[] = [];
  const page = bridge.connect((frame) => told.push(frame));
  return {
    ...page,
    told: () => told.splice(0).map((frame) => JSON.parse(frame) as object),
    ask: (...commands: string[]) => {
      for (const type of commands) page.hear(JSON.stringify({ type }));
    },
  };
}

function bridgeWithReader(terminal?: string) {
  const source = createSimulatedSource();
  const bridge = createBridge(source, terminal);
  open.push(bridge.close);
  return { source, bridge };
}

const DONE = { type: 'result' };
const failed = (code: string) => ({ type: 'error', code });

test('a card goes to the page that reads, once, with the credential of the terminal', () => {
  const { source, bridge } = bridgeWithReader('credential');
  const page = connectPage(bridge);
  page.ask('connect', 'read', 'ping');
  expect(page.told()).toEqual([DONE, DONE]);
  source.tap('04A1');
  source.tap('04A2');
  expect(page.told()).toEqual([
    { type: 'message', final: true, data: { code: '04A1', terminal: 'credential' } },
  ]);
  page.ask('read', 'stop');
  source.tap('04A3');
  expect(page.told()).toEqual([DONE, DONE]);
});

test('of several pages the newest that reads gets the card, and the one before it once that is gone', () => {
  const { source, bridge } = bridgeWithReader();
  const [older, newer] = [connectPage(bridge), connectPage(bridge)];
  for (const page of [newer, older]) page.ask('connect', 'read');
  for (const page of [newer, older]) page.told();
  source.tap('1');
  expect([older.told(), newer.told()]).toEqual([[], [{ type: 'message', final: true, data: { code: '1' } }]]);
  newer.ask('read');
  newer.leave();
  source.tap('2');
  expect(older.told()).toEqual([{ type: 'message', final: true, data: { code: '2' } }]);
});

test('without a reader a page is told so, and with one again it reads', () => {
  const { source, bridge } = bridgeWithReader();
  const page = connectPage(bridge);
  page.ask('connect', 'read');
  page.told();
  source.unplug();
  expect(page.told()).toEqual([failed('CRTRANSPORTREADERROR')]);
  page.ask('read', 'connect');
  expect(page.told()).toEqual([failed('CRTRANSPORTOPENERROR'), failed('CRTRANSPORTOPENERROR')]);
  source.plug();
  expect(page.told()).toEqual([]);
  page.ask('read');
  source.tapUnreadable();
  expect(page.told()).toEqual([DONE, failed('CRCARDERROR')]);
});

test('what is said is what the application understands, whatever the card is', () => {
  const { source, bridge } = bridgeWithReader('t');
  const told: string[] = [];
  const page = bridge.connect((frame) => told.push(frame));
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (code) => {
      page.hear('{"type":"read"}');
      source.tap(code);
      expect(readReaderFrame(told.at(-1))).toEqual({ type: 'message', code, final: true, terminal: 't' });
    }),
  );
});

test(
  '100,000 frames that nobody meant throw nothing, and leave the bridge at work',
  { timeout: 60_000 },
  () => {
    const { source, bridge } = bridgeWithReader();
    const page = connectPage(bridge);
    const frames = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc
        .record({
          type: fc.constantFrom('connect', 'read', 'stop', 'ping', 'toString', '__proto__', 5, null),
        })
        .map((value) => JSON.stringify(value)),
    );
    for (const frame of fc.sample(frames, { numRuns: 100_000, seed: 1 })) page.hear(frame);
    page.ask('stop', 'read');
    page.told();
    source.tap('1');
    expect(page.told()).toHaveLength(1);
  },
);

test('1,000 rounds of plugging, reading, tapping and leaving end with a page that reads, and nobody is left over', () => {
  const { source, bridge } = bridgeWithReader();
  let cards = 0;
  for (let round = 0; round < 1_000; round += 1) {
    const page = connectPage(bridge);
    page.ask('connect', 'read');
    if (round % 3 === 0) source.unplug();
    if (round % 5 === 0) source.tapUnreadable();
    source.plug();
    page.ask('read');
    page.told();
    source.tap(String(round));
    cards += page.told().length;
    page.ask('read');
    if (round % 2 === 0) page.ask('stop');
    page.leave();
  }
  expect(cards).toBe(1_000);
  expect(bridge.waiting()).toBe(0);
});

/** A bridge behind a socket that pages of one origin may reach. */
async function serve(): Promise<{
  address: string;
  source: ReturnType<typeof createSimulatedSource>;
  server: Server;
  bridge: ReturnType<typeof createBridge>;
}> {
  const { source, bridge } = bridgeWithReader();
  const server = createServer((_request, answer) => answer.writeHead(404).end());
  const stop = serveBridge(server, bridge, {
    path: '/reader',
    isAllowed: (origin) => origin === 'https://canteen.example.org',
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  open.push(() => server.close(), stop);
  return { address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, source, server, bridge };
}

/** What becomes of a connection: the status it is refused with, or that it is open. */
function outcomeOf(address: string, origin?: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address, { ...(origin !== undefined && { origin }) });
    open.push(() => socket.terminate());
    socket.on('open', () => resolve('open'));
    socket.on('unexpected-response', (_request, { statusCode }) => resolve(String(statusCode)));
    socket.on('error', () => undefined);
  });
}

test('only pages of the allowed origin are let in', async () => {
  const { address } = await serve();
  expect(await outcomeOf(`${address}/reader`, 'https://canteen.example.org')).toBe('open');
  for (const origin of [undefined, 'null', 'https://evil.example', 'http://canteen.example.org'])
    expect(await outcomeOf(`${address}/reader`, origin)).toBe('403');
  expect(await outcomeOf(`${address}/elsewhere`, 'https://canteen.example.org')).toBe('404');
});

test('a target that is no address is refused, and the bridge goes on', async () => {
  const { address } = await serve();
  expect(await outcomeOf(`${address}//`, 'https://evil.example')).toBe('404');
  expect(await outcomeOf(`${address}/reader`, 'https://canteen.example.org')).toBe('open');
});

test.each([
  ['a frame that is too long', (socket: WebSocket) => socket.send('x'.repeat(2_000))],
  ['bytes that are no text', (socket: WebSocket) => socket.send(Buffer.of(1, 2, 3))],
  [
    'a flood',
    (socket: WebSocket) => {
      for (let count = 0; count < 1_000; count += 1) socket.send('{"type":"ping"}');
    },
  ],
])('%s ends the connection of whoever sends it, and nobody else’s', async (_, misbehave) => {
  const { address, source } = await serve();
  const connect = async () => {
    const socket = new WebSocket(`${address}/reader`, { origin: 'https://canteen.example.org' });
    open.push(() => socket.terminate());
    await new Promise((resolve) => socket.once('open', resolve));
    return socket;
  };
  const [good, bad] = [await connect(), await connect()];
  const ended = new Promise((resolve) => bad.once('close', resolve));
  misbehave(bad);
  await ended;
  const heard = new Promise((resolve) => good.on('message', (data: Buffer) => resolve(data.toString())));
  good.send('{"type":"read"}');
  expect(await heard).toBe('{"type":"result"}');
  const card = new Promise((resolve) => good.once('message', (data: Buffer) => resolve(data.toString())));
  source.tap('1');
  expect(await card).toContain('"code":"1"');
});

test('a page that floods and never closes its side gets no card, and is cut off', async () => {
  const { address, source, bridge, server } = await serve();
  const socket = new WebSocket(`${address}/reader`, { origin: 'https://canteen.example.org' });
  open.push(() => socket.terminate());
  await new Promise((resolve) => socket.once('open', resolve));
  // It reads nothing any more, so that it never answers the close.
  socket.pause();
  socket.send('{"type":"read"}');
  await expect.poll(bridge.waiting).toBe(1);
  // More than twice what a page may send in a second, so that no second ends in between.
  for (let count = 0; count < 200; count += 1) socket.send('{"type":"read"}');
  await expect.poll(bridge.waiting).toBe(0);
  source.tap('1');
  const connections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  await expect.poll(connections, { timeout: 5_000 }).toBe(0);
  socket.terminate();
});
