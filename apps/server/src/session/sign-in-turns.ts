import pLimit from 'p-limit';

import { refuse } from '../http/refusal.ts';

/** Sign-ins at once: each asks the database several times, and its connections are everybody's. */
const AT_ONCE = 4;
/** Sign-ins that may wait, some twenty seconds' work; the next one is told to come again. */
const MOST_WAITING = 2_000;

/** Runs a part of a sign-in when its turn comes; throws `unavailable` when too many wait. */
export type SignInTurns = <T>(run: () => Promise<T>) => Promise<T>;

/** Turns for all sign-ins of a process, so that a company that comes at nine does not stop everybody else. */
export function createSignInTurns({
  mostWaiting = MOST_WAITING,
}: { readonly mostWaiting?: number } = {}): SignInTurns {
  const turns = pLimit(AT_ONCE);
  return async (run) => {
    if (turns.pendingCount >= mostWaiting) throw refuse('unavailable');
    return turns(run);
  };
}
