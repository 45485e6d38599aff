import type { Order } from '@refectory/contract/orders';
import { instantOf } from '@refectory/domain/day';
import { cancelLimit } from '@refectory/domain/order';
import { useTranslations } from 'use-intl';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useToday } from '#platform/platform.ts';

/** How an order can be given back: until when it can be cancelled, else what comes back when it is offered and somebody takes it. */
export function useWayBack(): (order: Order) => string | undefined {
  const { zone } = usePlatform();
  const t = useTranslations('orders');
  const formats = useFormats();
  const today = useToday();
  return (order) => {
    const cancelUntil = cancelLimit(order, zone);
    if (cancelUntil !== undefined) return t('cancelUntil', { time: formats.timeOrDay(cancelUntil, today) });
    if (order.cancelStatus !== 'FOR_EXCHANGE') return undefined;
    const until = instantOf(order.exchangeUntil, zone);
    return t(order.onExchange ? 'backIfTaken' : 'backIfOffered', {
      amount: formats.amount(order.orderPrice),
      time: until === undefined ? 'none' : formats.timeOrDay(until, today),
    });
  };
}
