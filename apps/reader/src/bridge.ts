import { ReaderFrame, readerCommands, type ReaderMessage } from '@refectory/contract/reader';
import * as z from 'zod/mini';

import type { CardSource } from './card-source.ts';

/** A page that is connected to the bridge. */
export type ConnectedPage = {
  /** Takes in what the page sent. */
  readonly hear: (frame: string) => void;
  readonly leave: () => void;
};

/** Passes cards from a reader to the pages that ask for them. */
export type Bridge = {
  /** Connects a page; `send` brings a frame to it. */
  readonly connect: (send: (frame: string) => void) => ConnectedPage;
  /** How many pages wait for a card. */
  readonly waiting: () => number;
  readonly close: () => void;
};

/** No reader is there when one is asked for. */
const NO_READER = 'CRTRANSPORTOPENERROR';
/** The reader was taken away while it was to read. */
const READER_LOST = 'CRTRANSPORTREADERROR';
/** The card could not be read; the next one may be. */
const BAD_CARD = 'CRCARDERROR';

type Command = keyof typeof readerCommands;
type Page = { readonly say: (message: ReaderMessage) => void; isReading: boolean };

/** The command of a frame; nothing where it is none. */
function commandOf(frame: string): Command | undefined {
  let value: unknown;
  try {
    value = JSON.parse(frame);
  } catch {
    return undefined; // Whatever is no command is ignored.
  }
  const type: unknown =
    typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  return (Object.keys(readerCommands) as Command[]).find((command) => command === type);
}

/**
 * A bridge over a reader. A card goes to one page alone, the newest of those that wait for one: the page before it is one
 * that is being reloaded, or lies in another tab. `terminal` goes with every card.
 */
export function createBridge(source: CardSource, terminal: string | undefined): Bridge {
  const pages = new Set<Page>();
  const newest = () => [...pages].findLast(({ isReading }) => isReading);

  /** Ends the read of the page that a card is for. */
  function tellNewest(message: ReaderMessage): void {
    const page = newest();
    if (!page) return;
    page.isReading = false;
    page.say(message);
  }

  const stopListening = source.listen({
    onCard: (code) => tellNewest({ type: 'message', code, final: true, terminal }),
    onProblem: () => tellNewest({ type: 'error', code: BAD_CARD, message: undefined }),
    onReady: (isReady) => {
      if (isReady) return;
      for (const page of pages) {
        if (!page.isReading) continue;
        page.isReading = false;
        page.say({ type: 'error', code: READER_LOST, message: undefined });
      }
    },
  });

  /** Answers a command that needs the reader. */
  function answer(page: Page, isReading: boolean): void {
    page.isReading = isReading && source.isReady();
    page.say(source.isReady() ? { type: 'result' } : { type: 'error', code: NO_READER, message: undefined });
  }

  function obey(page: Page, command: Command): void {
    switch (command) {
      case 'connect':
        return answer(page, false);
      case 'read':
        return answer(page, true);
      case 'stop':
        page.isReading = false;
        return page.say({ type: 'result' });
      case 'ping':
        // An answer would be taken for that of a command.
        return undefined;
    }
  }

  return {
    waiting: () => [...pages].filter(({ isReading }) => isReading).length,
    connect: (send) => {
      const page: Page = {
        isReading: false,
        say: (message) => send(JSON.stringify(z.encode(ReaderFrame, message))),
      };
      pages.add(page);
      return {
        hear: (frame) => {
          const command = commandOf(frame);
          if (command) obey(page, command);
        },
        leave: () => void pages.delete(page),
      };
    },
    close: () => {
      stopListening();
      pages.clear();
    },
  };
}
