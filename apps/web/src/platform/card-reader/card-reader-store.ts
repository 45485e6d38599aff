import type { Failure } from '@refectory/contract/errors';
import type { ReaderPhase } from '@refectory/domain/card-reader';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** What people are told of the card reader. */
export type CardReader = {
  readonly phase: ReaderPhase;
  /**
   * Whether a card can be held to the reader. It stays `ready` between two reads, and changes when something else is
   * known: no reader answers or it is unplugged (`absent`), or the browser keeps the page from it (`blocked`).
   */
  readonly readiness: 'preparing' | 'ready' | 'absent' | 'blocked';
  /** What becomes of the card that was read last. */
  readonly signIn: 'not-loaded' | 'loading' | 'loaded' | 'failed';
  /** Why the last card signed nobody in. */
  readonly failure?: Failure | undefined;
  /** How many places on the screen tell all this: without one a failure is told in a toast. */
  readonly places: number;
};
/** Where all this is kept. */
export type CardReaderStore = StoreApi<CardReader>;

/** Where the state of the card reader is kept; what connects to it is fetched when it is wanted. */
export const createCardReaderStore = (): CardReaderStore =>
  createStore<CardReader>(() => ({
    phase: 'disconnected',
    readiness: 'preparing',
    signIn: 'not-loaded',
    places: 0,
  }));
