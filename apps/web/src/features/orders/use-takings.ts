import type { ExchangedPortions } from '@refectory/contract/orders';
import { takingsToTell } from '@refectory/domain/exchange';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform } from '#platform/platform.ts';
import { mayUseOffer } from '#platform/routing/guards.ts';
import { withEntry } from '#platform/storage/snapshot.ts';
import { aboutDish } from '#platform/toasts/about-dish.ts';

/** So many takings are told each by its dish. */
const MOST_NAMED = 4;

const NONE: readonly ExchangedPortions[] = [];

/** The portions that others took of the customer's orders, from the list that the page reads. A toast tells each taking once. */
export function useTakings(): readonly ExchangedPortions[] {
  const platform = usePlatform();
  const { query, snapshot, toasts } = platform;
  const t = useTranslations('orderList');
  const formats = useFormats();
  // Disabled, since the page itself reads the orders.
  const { data: takings } = useQuery({
    ...query('listOrders', undefined),
    select: ({ exchanged }) => exchanged ?? NONE,
    enabled: false,
  });
  const tell = useEffectEvent((read: readonly ExchangedPortions[]) => {
    const { session, toldTakings } = snapshot.getState();
    const { customerId } = session;
    if (customerId === undefined) return;
    const known = toldTakings.find((told) => told.customerId === customerId);
    const now = { customerId, takings: read.flatMap(({ id }) => id ?? []) };
    // Another tab may have told of some meanwhile.
    snapshot.setState((newest) => ({ toldTakings: withEntry(newest.toldTakings, now) }));
    const untold = takingsToTell(read, known?.takings);
    for (const { name, date, refunded } of untold) {
      const returned = t('returned', { amount: formats.amount(refunded) });
      toasts.add({
        messageKey: 'Toasts.messageOrderTaken',
        // Whoever offered it did not press anything when it was taken, and has no meal now.
        stays: true,
        // More than can stand beside each other are one notification that counts them.
        reason: untold.length > MOST_NAMED ? undefined : aboutDish(formats, { dish: name, date }, returned),
        ...(mayUseOffer(platform) && { link: '/orders' }),
      });
    }
  });
  useEffect(() => {
    if (takings) tell(takings);
  }, [takings]);
  return takings ?? NONE;
}
