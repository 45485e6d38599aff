import pLimit from 'p-limit';

import { isLockTimeout } from './outage.ts';

/** How long a change waits in its turn for a row that somebody holds; a batch of orders holds one for some 20 ms. */
export const PATIENCE_MS = 100;

/**
 * Runs a change when its turn comes. The change is called with a patience first; one that meets a held row is made aside,
 * and waits as long as it may.
 */
export type PatientTurns = <T>(change: (patienceMs?: number) => Promise<T>) => Promise<T>;

/**
 * Turns for changes that wait for locks: so many at once, and so many aside. Each has a connection while it waits, and the
 * others are everybody else's.
 */
export function patientTurns(most: { readonly atOnce: number; readonly aside: number }): PatientTurns {
  const [turns, aside] = [pLimit(most.atOnce), pLimit(most.aside)];
  return async (change) => {
    try {
      return await turns(() => change(PATIENCE_MS));
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      return aside(() => change());
    }
  };
}
