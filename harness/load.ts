import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The result of a load: times in ms, from the request to the last byte of its answer. */
export type LoadResult = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers by their status. */
  readonly statuses: ReadonlyMap<number, number>;
};

const HEADER_END = Buffer.from('\r\n\r\n');

/** Reads one whole answer on a kept-alive connection, and gives its status. */
async function readAnswer(socket: Socket): Promise<number> {
  let read = Buffer.alloc(0);
  for (;;) {
    const headerEnd = read.indexOf(HEADER_END);
    if (headerEnd >= 0) {
      const head = read.subarray(0, headerEnd).toString('latin1');
      const status = Number(head.slice(9, 12));
      const length = /^content-length: (\d+)/im.exec(head)?.[1];
      if (length === undefined && status !== 304 && status !== 204)
        throw new Error(`an answer ${status} without a length`);
      if (read.length >= headerEnd + HEADER_END.length + Number(length ?? 0)) return status;
    }
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    read = Buffer.concat([read, chunk]);
  }
}

/** The bytes of a request to a server on this machine. */
export function requestText(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): string {
  const lines = Object.entries({
    host: '127.0.0.1',
    ...headers,
    ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** Sends one request after the other on each of several connections, for a time. */
export async function load(options: {
  readonly port: number;
  readonly connections: number;
  readonly durationMs: number;
  readonly next: () => string;
  /** How many requests are sent in a second at most; without it as many as are answered. */
  readonly atMost?: number;
}): Promise<LoadResult> {
  const { port, connections, durationMs, next, atMost = Infinity } = options;
  const times: number[] = [];
  const statuses = new Map<number, number>();
  const since = performance.now();
  const until = since + durationMs;
  let begun = 0;
  /** Waits until the next request is due. */
  const due = async () => {
    const early = since + (begun * 1_000) / atMost - performance.now();
    begun += 1;
    if (early > 0) await sleep(early);
  };
  const run = async () => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    await once(socket, 'connect');
    while (performance.now() < until) {
      await due();
      const sent = performance.now();
      const answer = readAnswer(socket);
      socket.write(next());
      const status = await answer;
      times.push(performance.now() - sent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, run));
  times.sort((one, other) => one - other);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return {
    perSecond: times.length / ((performance.now() - since) / 1_000),
    p50: at(0.5),
    p99: at(0.99),
    statuses,
  };
}
