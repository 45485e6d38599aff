import { refuse } from './refusal.ts';

/** Changes of one session under way at once: far more than anybody presses, and few enough to ask the database about. */
const MOST_OF_A_SESSION = 40;

/** Counts the changes that are under way, so that a session that sends thousands is refused before anything is asked. */
export type ChangesUnderWay = {
  /** Runs a change of a session; throws `tooManyOrders` when too many of its changes are under way. */
  readonly run: <T>(token: string, change: () => Promise<T>) => Promise<T>;
};

/** Nothing is under way yet. */
export function createChangesUnderWay(): ChangesUnderWay {
  const counts = new Map<string, number>();
  return {
    async run(token, change) {
      const others = counts.get(token) ?? 0;
      if (others >= MOST_OF_A_SESSION) throw refuse('tooManyOrders');
      counts.set(token, others + 1);
      try {
        return await change();
      } finally {
        const left = (counts.get(token) ?? 0) - 1;
        if (left > 0) counts.set(token, left);
        else counts.delete(token);
      }
    },
  };
}
