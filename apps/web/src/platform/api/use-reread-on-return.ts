import { useEffect } from 'react';

import { usePlatform } from '#platform/platform.ts';
import { onVisibility } from '#platform/visibility/use-is-visible.ts';

import type { ApiName } from './api.ts';

/** What was read so recently is not read again. */
const FRESH_MS = 5_000;

/** Reads calls again when somebody comes back to the page, to its tab or its window, and their answers are not fresh. */
export function useRereadOnReturn(...names: readonly ApiName[]): void {
  const { clock, queries } = usePlatform();
  const key = names.join(' ');
  useEffect(() => {
    const reread = () => {
      void queries.refetchQueries(
        {
          type: 'active',
          predicate: ({ queryKey: [name], state: { dataUpdatedAt } }) =>
            key.split(' ').includes(String(name)) &&
            dataUpdatedAt > 0 &&
            clock.now() - clock.at(dataUpdatedAt) > FRESH_MS,
        },
        // A browser may tell of one return twice.
        { cancelRefetch: false },
      );
    };
    const stop = onVisibility((isVisible) => {
      if (isVisible) reread();
    });
    globalThis.addEventListener('focus', reread);
    return () => {
      stop();
      globalThis.removeEventListener('focus', reread);
    };
  }, [clock, queries, key]);
}
