import type { AddressInfo } from 'node:net';

import { WebSocketServer } from 'ws';

/** A card reader that does what a test tells it, behind a real WebSocket. */
export type TestReader = {
  readonly address: string;
  /** What was sent to it, in order. */
  readonly heard: () => readonly string[];
  /** How many connections there were, and how many of them are open. */
  readonly connections: () => { readonly all: number; readonly open: number };
  /** Sends a frame to whoever is connected, as often as that. */
  readonly say: (frame: string, times: number) => void;
  /** Ends every connection and refuses new ones until `admit`. */
  readonly refuse: () => void;
  readonly admit: () => void;
  readonly close: () => void;
};

const COMMANDS: ReadonlySet<unknown> = new Set(['connect', 'read', 'stop']);

/** Opens a reader on a loopback port; `obeys` has it answer each command with a result. */
export async function openTestReader({ obeys }: { readonly obeys: boolean }): Promise<TestReader> {
  const heard: string[] = [];
  let all = 0;
  let isRefusing = false;
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    verifyClient: () => !isRefusing,
  });
  server.on('connection', (socket) => {
    all += 1;
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      heard.push(text);
      const { type } = JSON.parse(text) as { type?: unknown };
      if (obeys && COMMANDS.has(type)) socket.send('{"type":"result"}');
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const cut = () => {
    for (const socket of server.clients) socket.terminate();
  };
  return {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: () => heard,
    connections: () => ({ all, open: server.clients.size }),
    say: (frame, times) => {
      for (const socket of server.clients) for (let time = 0; time < times; time += 1) socket.send(frame);
    },
    refuse: () => {
      isRefusing = true;
      cut();
    },
    admit: () => {
      isRefusing = false;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
