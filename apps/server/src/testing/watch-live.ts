import { once } from 'node:events';
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

/** A live stream as a program reads it. */
export type WatchedStream = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** What was told so far but the time, with the ids. */
  readonly events: readonly {
    readonly id: string | undefined;
    readonly event: Readonly<Record<string, unknown>>;
  }[];
  /** How often the time was told. */
  readonly beats: () => number;
  /** How it ended: by the server's word, or cut; undefined while it is open. */
  readonly end: () => 'ended' | 'cut' | undefined;
  /** What came in place of a stream. */
  readonly refusal: () => unknown;
  readonly close: () => void;
};

/** Opens the live stream of a server at an address, and reads it until one of them ends it. */
export async function watchLive(
  address: string,
  headers: Readonly<Record<string, string>>,
): Promise<WatchedStream> {
  // Not by `fetch`, which connects once more when a stream is left.
  const request = get(`${address}/api/live`, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const events: { id: string | undefined; event: Readonly<Record<string, unknown>> }[] = [];
  let beats = 0;
  let text = '';
  let end: 'ended' | 'cut' | undefined;

  function take(block: string): void {
    const field = (name: string) =>
      block
        .split('\n')
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2);
    const event = JSON.parse(field('data') ?? '{}') as Readonly<Record<string, unknown>>;
    if (event['event'] === 'time') beats += 1;
    else events.push({ id: field('id'), event });
  }

  const isStream = response.statusCode === 200;
  response.setEncoding('utf8');
  response.on('data', (part: string) => {
    text += part;
    if (!isStream) return;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    blocks.forEach(take);
  });
  response.on('end', () => (end = 'ended'));
  response.on('error', () => (end = 'cut'));
  if (!isStream) await once(response, 'end');

  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    beats: () => beats,
    end: () => end,
    refusal: () => JSON.parse(text) as unknown,
    close: () => request.destroy(),
  };
}
