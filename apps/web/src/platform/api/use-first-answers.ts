import { useEffect, useState } from 'react';

import { usePlatform } from '#platform/platform.ts';

/** How long a page waits for its slowest part before it shows what is there, in milliseconds. */
const PATIENCE_MS = 3000;

/**
 * Whether all that the page asked for when it began has been answered, for good: its parts are then shown at once and
 * push nobody aside. What takes too long is not waited for.
 */
export function useFirstAnswers(): boolean {
  const { queries } = usePlatform();
  const [areThere, setThere] = useState(false);
  useEffect(() => {
    const look = () => {
      if (queries.isFetching({ predicate: ({ state }) => state.status === 'pending' }) === 0) setThere(true);
    };
    // The effects of the parts ran before this one: what they ask for is under way.
    look();
    // The cache also tells of a part that is being drawn, when no other part may change; only these can end the wait.
    const forget = queries.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated' || type === 'removed') look();
    });
    const timer = setTimeout(() => setThere(true), PATIENCE_MS);
    return () => {
      forget();
      clearTimeout(timer);
    };
  }, [queries]);
  return areThere;
}
