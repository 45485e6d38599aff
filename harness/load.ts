import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** What a load came to: times in milliseconds, from the request to the last byte of its answer. */
export type LoadResult = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers by their status. */
  readonly statuses: ReadonlyMap<number, number>;
};

const HEADER_END = Buffer.from('\r\n\r\n');

/** One answer on a kept-alive connection: its status, once all of it is there. */
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

/** Sends one request after the other on each of so many connections, for so long. */
export async function load(options: {
  readonly port: number;
  readonly connections: number;
  readonly durationMs: number;
  readonly next: () => string;
}): Promise<LoadResult> {
  const { port, connections, durationMs, next } = options;
  const times: number[] = [];
  const statuses = new Map<number, number>();
  const since = performance.now();
  const until = since + durationMs;
  const run = async () => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    await once(socket, 'connect');
    while (performance.now() < until) {
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
