/** Why a card gave no number: it was taken away too soon, it answered with nonsense, or it makes up another number each time. */
export type CardProblem = 'unreadable' | 'random';

/** Hears what happens at a reader. */
export type CardListener = {
  /** A card was put on the reader, by its number. */
  readonly onCard: (cardId: string) => void;
  /** A card was put on the reader, and gave no number. */
  readonly onProblem: (problem: CardProblem) => void;
  /** A reader was plugged in, or the last one was taken away. */
  readonly onReady: (isReady: boolean) => void;
};

/** Where cards are read. */
export type CardSource = {
  readonly isReady: () => boolean;
  /** Answers how to stop listening. */
  readonly listen: (listener: CardListener) => () => void;
  readonly close: () => void;
};

/** A source whose owner tells its listeners what the reader does. */
export function createListeners() {
  const listeners = new Set<CardListener>();
  let ready = false;
  return {
    isReady: () => ready,
    listen: (listener: CardListener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tellCard: (cardId: string) => {
      for (const { onCard } of listeners) onCard(cardId);
    },
    tellProblem: (problem: CardProblem) => {
      for (const { onProblem } of listeners) onProblem(problem);
    },
    tellReady: (isReady: boolean) => {
      if (ready === isReady) return;
      ready = isReady;
      for (const { onReady } of listeners) onReady(isReady);
    },
  };
}
