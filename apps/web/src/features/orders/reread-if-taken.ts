import type { LiveEvent } from '@refectory/contract/live';
import { mayBeOnExchange } from '@refectory/domain/exchange';

import type { Rereads } from '#platform/live/spread-rereads.ts';
import type { Platform } from '#platform/platform.ts';

/** Reads orders and balance again when a live event may mean that somebody took an order from the exchange. */
export function rereadIfTaken(
  event: LiveEvent,
  { queries, query }: Pick<Platform, 'queries' | 'query'>,
  reread: Rereads['reread'],
): void {
  const state = queries.getQueryState(query('listOrders', undefined).queryKey);
  // While the list is being read, an order that it shows as kept may be offered already.
  const isReading = state?.fetchStatus === 'fetching';
  const mayBeTaken =
    event.event === 'dish'
      ? state?.data?.orders.some(
          (order) => mayBeOnExchange(order, event) && (order.onExchange === true || isReading),
        )
      : // A menu event without a canteen says that anything may have changed.
        event.event === 'menu' && event.canteenId === undefined;
  if (mayBeTaken) reread('listOrders', 'getBalance');
}
