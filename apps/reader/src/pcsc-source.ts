import { createRequire } from 'node:module';

import type * as Pcsc from 'pcsc-mini';
import type { Card, Client, Err, Reader, ReaderStatusFlags } from 'pcsc-mini';

import { cardNumberOf, GET_NUMBER } from './card-number.ts';
import { createListeners, type CardSource } from './card-source.ts';

/** PC/SC was stopped, or is not there yet: it is tried again after so long. */
const RETRY_MS = 1_000;
/** A card that does not answer for so long does not answer. */
const PATIENCE_MS = 2_000;

/** There is no binding to PC/SC on this machine; the message says how to get one. */
export class NoBindingError extends Error {
  override readonly name = 'NoBindingError';
}

function loadBinding(): typeof Pcsc {
  try {
    // A module of CommonJS, whose names an import does not see everywhere.
    return createRequire(import.meta.url)('pcsc-mini') as typeof Pcsc;
  } catch (error) {
    throw new NoBindingError(
      `There is no binding to PC/SC for ${process.platform} on ${process.arch} here: ` +
        'run "npm ci --ignore-scripts --include=optional" in the checkout, and start again.',
      { cause: error },
    );
  }
}

/** Whether a card lies on a reader, and how often one was put on or taken off. */
type CardState = { readonly isThere: boolean; readonly changes: number };

/** How often a card was put on or taken off, which PC/SC counts in the upper half of a status; macOS always says zero. */
export const changesIn = (rawStatus: number): number => rawStatus >>> 16;

/** Whether a card was put on. One that takes the place of another quickly is told by the count alone. */
export const isNewCard = (before: CardState, now: CardState): boolean =>
  now.isThere && (!before.isThere || now.changes !== before.changes);

/** What a pending answer becomes when it takes too long. */
function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the card does not answer')), PATIENCE_MS);
    void answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * The readers of this machine by PC/SC, all of them or those with a part of a name. Each card is read once when it is put
 * on a reader, however long it stays there. PC/SC may be stopped and started at any time.
 */
export function createPcscSource({
  readerName = '',
  say,
}: {
  readonly readerName?: string | undefined;
  /** Tells the operator what changes; nothing of cards. */
  readonly say: (line: string) => void;
}): CardSource {
  const { CardDisposition, CardMode, Client: PcscClient, ReaderStatus } = loadBinding();
  const { tellCard, tellProblem, tellReady, isReady, listen } = createListeners();
  const readers = new Set<Reader>();
  let client: Client | undefined;
  let isStarted = false;
  /** A client cannot be used again that has lost PC/SC, and throws when its memory is given back: it is kept. */
  const lost: Client[] = [];
  let retrying: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let said = '';

  /** Says what is not said already. */
  function sayOnce(line: string): void {
    if (line !== said) say(line);
    said = line;
  }

  /** Lets go of a card, which may have been taken away meanwhile. */
  const release = (card: Card) => card.disconnect(CardDisposition.LEAVE).catch(() => undefined);

  async function readNumber(reader: Reader): Promise<void> {
    const connecting = reader.connect(CardMode.SHARED);
    let isInTime = false;
    try {
      const card = await inTime(connecting);
      isInTime = true;
      try {
        const read = cardNumberOf(await inTime(card.transmit(GET_NUMBER)));
        if ('cardId' in read) tellCard(read.cardId);
        else tellProblem(read.problem);
      } finally {
        await release(card);
      }
    } catch {
      // Nobody else can use a card that answers late and is held.
      if (!isInTime) void connecting.then(release, () => undefined);
      tellProblem('unreadable');
    }
  }

  function follow(reader: Reader): void {
    if (!reader.name().toLowerCase().includes(readerName.toLowerCase())) return;
    readers.add(reader);
    sayOnce(`Reader: ${reader.name()}`);
    tellReady(true);
    // What lay there before the bridge was started is not meant.
    let before: CardState | undefined;
    reader.on('change', (status: ReaderStatusFlags) => {
      const now = { isThere: status.has(ReaderStatus.PRESENT), changes: changesIn(status.raw) };
      const isNew = before !== undefined && isNewCard(before, now);
      before = now;
      if (!isNew) return;
      if (status.has(ReaderStatus.MUTE)) tellProblem('unreadable');
      else void readNumber(reader);
    });
    reader.on('disconnect', () => {
      readers.delete(reader);
      if (readers.size > 0) return;
      sayOnce('No reader is plugged in.');
      tellReady(false);
    });
  }

  /** A client whose news are heard as long as it is the present one. */
  function createClient(): Client {
    const created = new PcscClient();
    created.on('reader', follow);
    created.on('error', ({ code }) => {
      if (created === client) again(code);
    });
    return created;
  }

  function begin(): void {
    client ??= createClient();
    try {
      client.start();
      isStarted = true;
    } catch (error) {
      // By its documentation it throws nothing else.
      again((error as Err).code);
      return;
    }
    if (readers.size === 0) sayOnce('PC/SC is there; no reader is plugged in.');
  }

  function end(): void {
    if (client && isStarted) {
      lost.push(client);
      const ended = client;
      client = undefined;
      isStarted = false;
      try {
        ended.stop();
      } catch {
        // It had ended by itself.
      }
    }
    readers.clear();
    tellReady(false);
  }

  function again(code: string): void {
    if (isClosed) return;
    sayOnce(`PC/SC cannot be reached (${code}); it is tried again every second.`);
    end();
    clearTimeout(retrying);
    retrying = setTimeout(begin, RETRY_MS);
  }

  begin();
  return {
    isReady,
    listen,
    close: () => {
      isClosed = true;
      clearTimeout(retrying);
      end();
    },
  };
}
