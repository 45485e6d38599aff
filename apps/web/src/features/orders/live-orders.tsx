import { instantOf } from '@refectory/domain/day';

import { followLive } from '#platform/live/follow-live.ts';
import { spreadRereads } from '#platform/live/spread-rereads.ts';
import { useLiveStream } from '#platform/live/use-live-stream.ts';
import { usePlatform } from '#platform/platform.ts';

import { rereadIfTaken } from './reread-if-taken.ts';

/**
 * Follows the live stream for the orders on screen: they may change in another session of their customer, and one that is
 * on exchange may be taken. Renders nothing.
 */
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
        tell: (event) => {
          if (event.event === 'orders') reread('listOrders', 'getBalance', 'getPaymentStatus');
          else rereadIfTaken(event, platform, reread);
        },
        // Reading the orders renews the session, or says that it has ended.
        refused: () => reread('listOrders'),
      });
    } finally {
      stop();
    }
  });
  return null;
}
