import type { LiveDish, LiveEvent } from '@refectory/contract/live';
import type { Menu } from '@refectory/contract/menu';
import { dayAt, instantOf } from '@refectory/domain/day';
import { mayBeOnExchange } from '@refectory/domain/exchange';
import type { QueryClient } from '@tanstack/react-query';

import { rereadIfTaken } from '#features/orders/reread-if-taken.ts';
import { followLive } from '#platform/live/follow-live.ts';
import { spreadRereads } from '#platform/live/spread-rereads.ts';
import type { LiveStream } from '#platform/live/use-live-stream.ts';
import type { Platform } from '#platform/platform.ts';

import { withLiveDish } from './live-dish.ts';

/** The offer on screen, which a live stream follows. */
export type FollowedOffer = {
  canteenId?: number | undefined;
  menu?: Menu | undefined;
  /** The moment of the last event, in milliseconds since 1970. */
  lastEventAt?: number;
};

/**
 * Applies events of dishes to the menus on screen. A menu that is being read may be older than an event, so the event
 * is applied to its answer too.
 */
function applyDishEvents(queries: QueryClient): { apply: (dish: LiveDish) => void; stop: () => void } {
  const cache = queries.getQueryCache();
  const duringRead: LiveDish[] = [];
  const apply = (dish: LiveDish) => {
    for (const query of cache.findAll({ queryKey: ['getMenu'], type: 'active' })) {
      if (query.state.fetchStatus !== 'idle') duringRead.push(dish);
      // The key's first part is the name of the call, so this is its answer.
      const menu = query.state.data as Menu | undefined;
      const next = menu && withLiveDish(menu, dish);
      if (next === menu) continue;
      // Nothing but the dish changes: the menu is as old as before, and a failed re-read stays failed. A re-read that is
      // cancelled falls back to this menu.
      const { dataUpdatedAt, status, error, isInvalidated } = query.state;
      query.setData(next, { updatedAt: dataUpdatedAt, manual: true });
      query.setState({ ...query.state, status, error, isInvalidated });
    }
  };
  const stop = cache.subscribe((happened) => {
    if (happened.type !== 'updated' || happened.query.queryKey[0] !== 'getMenu') return;
    const { action } = happened;
    if (action.type === 'fetch') duringRead.length = 0;
    if (action.type === 'success' && !action.manual) duringRead.splice(0).forEach(apply);
  });
  return { apply, stop };
}

/** Follows a live stream for the offer on screen until its signal aborts. */
export async function followOffer(
  platform: Platform,
  shown: FollowedOffer,
  stream: LiveStream,
): Promise<void> {
  const { clock, queries, query, zone } = platform;
  const { apply, stop } = applyDishEvents(queries);
  const rereads = spreadRereads(queries);
  const rereadMenu = () => rereads.reread('getMenu');
  /** Of a day that is not shown a menu says only what others offer today. */
  const isToldInOneLine = ({ mealId, date, status }: LiveDish) =>
    date === dayAt(clock.now(), zone) &&
    (status === 'EXCHANGE' || shown.menu?.offeredToday !== undefined) &&
    shown.menu?.menu.some((dish) => dish.mealId === mealId) === false;
  const tell = (event: LiveEvent, at: number) => {
    if (stream.signal.aborted) return;
    if (Number.isSafeInteger(at)) shown.lastEventAt = at;
    rereadIfTaken(event, platform, rereads.reread);
    if (event.event === 'dish') {
      // Everybody gets the same event, but nobody can take their own offer: only the menu knows what others offer.
      const orders = queries.getQueryData(query('listOrders', undefined).queryKey)?.orders ?? [];
      if (event.status === 'EXCHANGE' && orders.some((order) => mayBeOnExchange(order, event))) rereadMenu();
      else apply(event);
      if (event.status === 'EXCHANGE' && event.offers === undefined) rereadMenu();
      if (isToldInOneLine(event)) rereadMenu();
    }
    if (event.event === 'menu' && (event.canteenId ?? shown.canteenId) === shown.canteenId) rereadMenu();
  };
  const since = () => {
    const moments = [shown.lastEventAt, instantOf(shown.menu?.serverTime, zone)];
    const known = moments.filter((moment) => moment !== undefined);
    return known.length > 0 ? Math.max(...known) : undefined;
  };
  try {
    await followLive({
      ...stream,
      since,
      tell,
      // Reading the menu renews the session, or says that it has ended.
      refused: rereadMenu,
    });
  } finally {
    rereads.stop();
    stop();
  }
}
