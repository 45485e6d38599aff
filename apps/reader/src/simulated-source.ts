import { createListeners, type CardSource } from './card-source.ts';

/** A reader that is there in software alone, with what happens to one of plastic. */
export type SimulatedSource = CardSource & {
  /** Puts a card on the reader; answers whether the reader was there. */
  readonly tap: (cardId: string) => boolean;
  /** Puts a card on the reader that cannot be read. */
  readonly tapUnreadable: () => boolean;
  readonly plug: () => void;
  readonly unplug: () => void;
};

/** A simulated reader, plugged in. */
export function createSimulatedSource(): SimulatedSource {
  const { tellCard, tellProblem, tellReady, isReady, listen } = createListeners();
  tellReady(true);
  const ifReady = (tell: () => void) => {
    const ready = isReady();
    if (ready) tell();
    return ready;
  };
  return {
    isReady,
    listen,
    close: () => tellReady(false),
    tap: (cardId) => ifReady(() => tellCard(cardId)),
    tapUnreadable: () => ifReady(() => tellProblem('unreadable')),
    plug: () => tellReady(true),
    unplug: () => tellReady(false),
  };
}
