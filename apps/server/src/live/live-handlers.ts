import type { live } from '@refectory/contract/live';

import type { ServerHandlers } from '../http/implement.ts';
import type { LiveOffer } from './live-offer.ts';

/** A moment in milliseconds, as the ids of events are; anything else says nothing. */
const momentOf = (id: string | undefined) =>
  id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : undefined;

/** The handlers of the live stream. */
export function liveHandlers(offer: Pick<LiveOffer, 'stream'>): ServerHandlers<typeof live> {
  return {
    watchOffer: ({ session, address }, { lastEventId }) =>
      offer.stream({ session, address }, momentOf(lastEventId)),
  };
}
