import { instantOf } from '@refectory/domain/day';
import { orderLimit } from '@refectory/domain/dish';
import type { DishTimes } from '@refectory/domain/menu';
import { useTranslations } from 'use-intl';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useServerTime, useToday } from '#platform/platform.ts';

/** Until when to order: a time, in the last hour the minutes left, then nothing. */
export function useOrderLimit(orderUntil: DishTimes['orderUntil']): string | undefined {
  const { zone } = usePlatform();
  const t = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  const until = instantOf(orderUntil, zone);
  const limit = useServerTime((now) => (until === undefined ? undefined : orderLimit(until, now)));
  if (limit === undefined || until === undefined) return undefined;
  return limit === 'time'
    ? t('orderUntil', { time: formats.timeOrDay(until, today) })
    : t('orderMinutes', { minutes: limit });
}

/** When dishes are handed out. */
export function usePickup({ pickupFrom, pickupTo }: DishTimes): string | undefined {
  const { zone } = usePlatform();
  const t = useTranslations('menu');
  const formats = useFormats();
  const from = instantOf(pickupFrom, zone);
  const to = instantOf(pickupTo, zone);
  return from === undefined || to === undefined
    ? undefined
    : t('pickup', { from: formats.time(from), to: formats.time(to) });
}
