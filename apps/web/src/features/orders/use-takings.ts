import type { ExchangedPortions } from '@refectory/contract/orders';
import { instantOf } from '@refectory/domain/day';
import { takingsToTell } from '@refectory/domain/exchange';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import { usePlatform } from '#platform/platform.ts';
import { mayUseOffer } from '#platform/routing/guards.ts';

const NONE: readonly ExchangedPortions[] = [];

/** What others took of the customer's orders, as the page has read it; each taking is told of once, by a toast. */
export function useTakings(): readonly ExchangedPortions[] {
  const platform = usePlatform();
  const { query, snapshot, toasts, zone } = platform;
  // It only looks: the page reads the orders.
  const { data: takings } = useQuery({
    ...query('listOrders', undefined),
    select: ({ exchanged }) => exchanged ?? NONE,
    enabled: false,
  });
  const tell = useEffectEvent((read: readonly ExchangedPortions[]) => {
    const moments = read.flatMap(({ exchangedAt }) => instantOf(exchangedAt, zone) ?? []);
    const { takingsToldUntil } = snapshot.getState().session;
    const { count, until } = takingsToTell(moments, takingsToldUntil);
    if (until === takingsToldUntil) return;
    snapshot.setState(({ session }) => ({ session: { ...session, takingsToldUntil: until } }));
    for (let told = 0; told < count; told += 1) {
      toasts.add({
        messageKey: 'Toasts.messageOrderTaken',
        ...(mayUseOffer(platform) && { link: '/orders' }),
      });
    }
  });
  useEffect(() => {
    if (takings) tell(takings);
  }, [takings]);
  return takings ?? NONE;
}
