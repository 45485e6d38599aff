import type { Language } from '@refectory/domain/texts';
import { LiveEvent } from '@refectory/contract/live';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import * as z from 'zod/mini';

import { retryDelayMs } from './retry-delay.ts';

/** A live stream to follow, and whom to tell. */
export type LiveSource = {
  readonly address: string;
  readonly token: string;
  /** The language chosen at present. */
  readonly language: () => Language;
  /** The moment at the server, in milliseconds, up to which everything is known. */
  readonly since: () => number | undefined;
  /** What happened, with the moment it was told at. */
  readonly tell: (event: LiveEvent, at: number) => void;
  /** The server does not know the session. */
  readonly refused: () => void;
  readonly signal: AbortSignal;
};

/** A server says something every 20 s: after three of them in silence the connection is dead. */
const SILENCE_MS = 65_000;
/** A stream that lasted for so long counts as one that worked. */
const STEADY_MS = 10_000;

/** Reads the stream until it ends, however it does. */
async function read({ address, token, language, since, tell, refused, signal }: LiveSource): Promise<void> {
  const silence = new AbortController();
  let listening: ReturnType<typeof setTimeout> | undefined;
  const hear = () => {
    clearTimeout(listening);
    listening = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  hear();
  try {
    const known = since();
    // Offline, cut or silent: nothing is shown, since the offer works without.
    const response = await fetch(address, {
      headers: {
        accept: 'text/event-stream',
        'accept-language': language(),
        'x-asw-token': token,
        ...(known !== undefined && { 'last-event-id': String(known) }),
      },
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    }).catch(() => undefined);
    if (response?.status === 401) refused();
    if (!response?.ok || !response.body) {
      await response?.body?.cancel().catch(() => undefined);
      return;
    }
    const events = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader();
    try {
      for (;;) {
        const { value } = (await events.read().catch(() => undefined)) ?? {};
        if (!value) return;
        hear();
        const event = eventOf(value.data);
        if (event) tell(event, Number(value.id));
      }
    } finally {
      // Also when telling failed: else the server would go on counting the stream.
      await events.cancel().catch(() => undefined);
    }
  } finally {
    clearTimeout(listening);
  }
}

/** What an event tells; undefined when this application does not know it. */
function eventOf(data: string): LiveEvent | undefined {
  try {
    // Whatever it is, the schema decides.
    return z.decode(LiveEvent, JSON.parse(data) as z.input<typeof LiveEvent>);
  } catch {
    return undefined;
  }
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    // Whoever has left already tells it no more.
    const timer = setTimeout(end, signal.aborted ? 0 : delayMs);
    signal.addEventListener('abort', end);
  });
}

/** Follows a live stream until its signal aborts; one that breaks off is opened again, later each time (API-62). */
export async function followLive(source: LiveSource): Promise<void> {
  let failures = 0;
  while (!source.signal.aborted) {
    const begun = performance.now();
    await read(source);
    failures = performance.now() - begun > STEADY_MS ? 1 : failures + 1;
    await pause(retryDelayMs(failures, Math.random()), source.signal);
  }
}
