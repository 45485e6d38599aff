import { dayAt } from '@refectory/domain/day';
import { OLD_OFFER_MS } from '@refectory/domain/menu';

import type { ApiName } from '#platform/api/api.ts';
import { invalidate } from '#platform/api/query.ts';
import type { Platform } from '#platform/platform.ts';
import { onVisibility } from '#platform/visibility/use-is-visible.ts';

/** What goes out of date by itself. */
const STALE: readonly ApiName[] = ['getMenu', 'listOrders'];

/**
 * Reads menu and orders again when the page comes back into sight after more than two minutes, and at midnight of
 * the canteen. Gives how to stop.
 */
export function rereadStale({ clock, queries, zone }: Platform): () => void {
  let hiddenAt: number | undefined;
  const stopLooking = onVisibility((isVisible) => {
    if (!isVisible) hiddenAt = clock.now();
    else if (hiddenAt !== undefined && clock.now() - hiddenAt > OLD_OFFER_MS)
      void invalidate(queries, ...STALE);
  });

  let today = dayAt(clock.now(), zone);
  const stopTicking = clock.ticks.subscribe(({ now }) => {
    const day = dayAt(now, zone);
    if (day === today) return;
    today = day;
    // The clock that is set right may change the day too: what was read on this one is not old.
    void queries.invalidateQueries({
      predicate: ({ queryKey: [name], state: { dataUpdatedAt } }) =>
        STALE.some((stale) => stale === name) &&
        dataUpdatedAt > 0 &&
        dayAt(clock.at(dataUpdatedAt), zone) < day,
    });
  });

  return () => {
    stopLooking();
    stopTicking();
  };
}
