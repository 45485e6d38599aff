import { instantOf } from '@refectory/domain/day';

import { followLive } from '#platform/live/follow-live.ts';
import { spreadRereads } from '#platform/live/spread-rereads.ts';
import { useLiveStream } from '#platform/live/use-live-stream.ts';
import { usePlatform } from '#platform/platform.ts';

import { rereadIfTaken } from './reread-if-taken.ts';

/** Follows the live stream while one of the orders on screen is on exchange, to notice when it is taken. Renders nothing. */
export function LiveOrders() {
  const platform = usePlatform();
  const { queries, query, zone } = platform;
  useLiveStream(async (stream) => {
    const { reread, stop } = spreadRereads(queries);
    const orders = () => queries.getQueryData(query('listOrders', undefined).queryKey);
    try {
      await followLive({
        ...stream,
        since: () => instantOf(orders()?.serverTime, zone),
        tell: (event) => rereadIfTaken(event, platform, reread),
        // Reading the orders renews the session, or says that it has ended.
        refused: () => reread('listOrders'),
      });
    } finally {
      stop();
    }
  });
  return null;
}
