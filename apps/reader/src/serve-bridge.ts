import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

import { WebSocketServer, type RawData } from 'ws';

import type { Bridge } from './bridge.ts';

/** More than any command has, in bytes. */
const LONGEST_FRAME = 1_024;
/** A page that sends more commands in a second is cut off. */
const MOST_COMMANDS = 50;
/** More pages than one browser has open; the oldest is cut off for another one. */
const MOST_PAGES = 20;
/** The close code of WebSocket for a policy violation. */
const AGAINST_THE_RULES = 1008;
/** A page that was told to go, and does not close its side for so long, is cut off. */
const CLOSE_PATIENCE_MS = 1_000;

/** Where a bridge is reached, and by whose pages. */
export type BridgeAddress = {
  readonly path: string;
  /** Whether pages of an origin may connect; `host` is the one that was asked for. */
  readonly isAllowed: (origin: string, host: string) => boolean;
};

/** Serves a bridge at a path of an HTTP server; answers how to end it. */
export function serveBridge(server: Server, bridge: Bridge, { path, isAllowed }: BridgeAddress): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LONGEST_FRAME,
    perMessageDeflate: false,
    clientTracking: true,
  });

  sockets.on('connection', (socket) => {
    const [oldest] = sockets.clients;
    if (sockets.clients.size > MOST_PAGES) oldest?.terminate();
    const page = bridge.connect((frame) => socket.send(frame));
    let commands = 0;
    const counting = setInterval(() => {
      commands = 0;
    }, 1_000);
    let isExpelled = false;
    let cuttingOff: ReturnType<typeof setTimeout> | undefined;
    /** From here on no card goes to the page, and nothing of it is read, whether it closes its side or not. */
    const expel = () => {
      isExpelled = true;
      page.leave();
      socket.close(AGAINST_THE_RULES);
      cuttingOff = setTimeout(() => socket.terminate(), CLOSE_PATIENCE_MS);
    };
    socket.on('message', (data: RawData, isBinary) => {
      if (isExpelled) return;
      commands += 1;
      if (isBinary || commands > MOST_COMMANDS) expel();
      else page.hear((data as Buffer).toString());
    });
    // It is told before the end that follows it; there is nothing to mend.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(counting);
      clearTimeout(cuttingOff);
      page.leave();
    });
  });

  const upgrade = (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    const { origin, host = '' } = request.headers;
    // The target is whatever was sent, and need be no address: nothing parses it that could throw.
    const [pathname] = (request.url ?? '').split('?');
    if (pathname !== path) return refuse(connection, '404 Not Found');
    // Every browser names the origin of the page: a client without one is not a page.
    if (origin === undefined || !isAllowed(origin, host)) return refuse(connection, '403 Forbidden');
    return sockets.handleUpgrade(request, connection, head, (socket) => sockets.emit('connection', socket));
  };
  server.on('upgrade', upgrade);
  return () => {
    server.off('upgrade', upgrade);
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  };
}

function refuse(connection: Duplex, status: string): void {
  connection.on('error', () => undefined);
  connection.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
