import { instantOf } from '@refectory/domain/day';

import { followLive } from '#platform/live/follow-live.ts';
import { spreadRereads } from '#platform/live/spread-rereads.ts';
import { useLiveStream } from '#platform/live/use-live-stream.ts';
import { usePlatform } from '#platform/platform.ts';

import { hearOfTakings } from './hear-of-takings.ts';

/** Follows the live stream while one of the orders on screen is on exchange, so that it is seen when it is taken. It draws nothing. */
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
        tell: (event) => hearOfTakings(event, platform, reread),
        // Whoever reads is given a new session, or is told that there is none (OQ-52).
        refused: () => reread('listOrders'),
      });
    } finally {
      stop();
    }
  });
  return null;
}
