import { mayBeOnExchange } from '@refectory/domain/exchange';

import { invalidate } from '#platform/api/query.ts';
import { followLive } from '#platform/live/follow-live.ts';
import { useLiveStream } from '#platform/live/use-live-stream.ts';
import { usePlatform } from '#platform/platform.ts';

/** How exactly the server's clock is known; what is told twice only has the orders read once more. */
const CLOCK_MS = 2_000;

/** Follows the live stream while one of the orders on screen is on exchange, so that it is seen when it is taken. It draws nothing. */
export function LiveOrders() {
  const { clock, queries, query } = usePlatform();
  const { queryKey } = query('listOrders', undefined);
  const reread = () => void invalidate(queries, 'listOrders', 'getBalance');
  useLiveStream((stream) =>
    followLive({
      ...stream,
      since: () => clock.at(queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0) - CLOCK_MS,
      tell: (event) => {
        const orders = queries.getQueryData(queryKey)?.orders ?? [];
        if (event.event === 'dish' && orders.some((order) => mayBeOnExchange(order, event))) reread();
      },
      refused: reread,
    }),
  );
  return null;
}
