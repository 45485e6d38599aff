import type { LiveDish, LiveEvent } from '@refectory/contract/live';
import type { Menu } from '@refectory/contract/menu';
import { instantOf } from '@refectory/domain/day';
import { mayBeOnExchange } from '@refectory/domain/exchange';
import type { QueryClient } from '@tanstack/react-query';

import { hearOfTakings } from '#features/orders/hear-of-takings.ts';
import { followLive } from '#platform/live/follow-live.ts';
import { spreadRereads } from '#platform/live/spread-rereads.ts';
import type { LiveStream } from '#platform/live/use-live-stream.ts';
import type { Platform } from '#platform/platform.ts';

import { withLiveDish } from './live-dish.ts';

/** What is on screen now, and the moment of the last thing that was told, in milliseconds. */
export type ShownOffer = {
  canteenId?: number | undefined;
  menu?: Menu | undefined;
  toldAt?: number;
};

/** Shows what is told of dishes on the menus on screen; a menu on its way may be older and is told of it too. */
function showDishes(queries: QueryClient): { show: (dish: LiveDish) => void; stop: () => void } {
  const cache = queries.getQueryCache();
  const toldMeanwhile: LiveDish[] = [];
  const show = (dish: LiveDish) => {
    for (const query of cache.findAll({ queryKey: ['getMenu'], type: 'active' })) {
      if (query.state.fetchStatus !== 'idle') toldMeanwhile.push(dish);
      // What the key stands for is what the call of this name answers.
      const menu = query.state.data as Menu | undefined;
      const next = menu && withLiveDish(menu, dish);
      if (next === menu) continue;
      // It was not read now, so nothing but the dish changes: not its age, nor that a re-read failed. A re-read that is
      // given up falls back to it.
      const { dataUpdatedAt, status, error, isInvalidated } = query.state;
      query.setData(next, { updatedAt: dataUpdatedAt, manual: true });
      query.setState({ ...query.state, status, error, isInvalidated });
    }
  };
  const stop = cache.subscribe((happened) => {
    if (happened.type !== 'updated' || happened.query.queryKey[0] !== 'getMenu') return;
    const { action } = happened;
    if (action.type === 'fetch') toldMeanwhile.length = 0;
    if (action.type === 'success' && !action.manual) toldMeanwhile.splice(0).forEach(show);
  });
  return { show, stop };
}

/** Follows a live stream for the offer on screen until its signal aborts. */
export async function followOffer(platform: Platform, shown: ShownOffer, stream: LiveStream): Promise<void> {
  const { queries, query, zone } = platform;
  const { show, stop } = showDishes(queries);
  const rereads = spreadRereads(queries);
  const rereadMenu = () => rereads.reread('getMenu');
  const tell = (event: LiveEvent, at: number) => {
    if (stream.signal.aborted) return;
    if (Number.isSafeInteger(at)) shown.toldAt = at;
    hearOfTakings(event, platform, rereads.reread);
    if (event.event === 'dish') {
      // All are told the same, but nobody has his own offer on exchange (C28): the menu says what is left of others.
      const orders = queries.getQueryData(query('listOrders', undefined).queryKey)?.orders ?? [];
      if (event.status === 'EXCHANGE' && orders.some((order) => mayBeOnExchange(order, event))) rereadMenu();
      else show(event);
    }
    if (event.event === 'menu' && (event.canteenId ?? shown.canteenId) === shown.canteenId) rereadMenu();
  };
  const since = () => {
    const moments = [shown.toldAt, instantOf(shown.menu?.serverTime, zone)];
    const known = moments.filter((moment) => moment !== undefined);
    return known.length > 0 ? Math.max(...known) : undefined;
  };
  try {
    await followLive({
      ...stream,
      since,
      tell,
      // Whoever reads the menu is given a new session, or is told that there is none (OQ-52).
      refused: rereadMenu,
    });
  } finally {
    rereads.stop();
    stop();
  }
}
