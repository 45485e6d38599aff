import type { LiveEvent } from '@refectory/contract/live';
import { mayBeOnExchange } from '@refectory/domain/exchange';

import type { Rereads } from '#platform/live/spread-rereads.ts';
import type { Platform } from '#platform/platform.ts';

/** Has the orders and the money read again when what is told may be that somebody took one that is offered (C28). */
export function hearOfTakings(
  event: LiveEvent,
  { queries, query }: Pick<Platform, 'queries' | 'query'>,
  reread: Rereads['reread'],
): void {
  const state = queries.getQueryState(query('listOrders', undefined).queryKey);
  // What is being read may be offered by now.
  const isReading = state?.fetchStatus === 'fetching';
  const mayBeTaken =
    event.event === 'dish'
      ? state?.data?.orders.some(
          (order) => mayBeOnExchange(order, event) && (order.onExchange === true || isReading),
        )
      : // Without a canteen, everything may be another thing than before.
        event.event === 'menu' && event.canteenId === undefined;
  if (mayBeTaken) reread('listOrders', 'getBalance');
}
