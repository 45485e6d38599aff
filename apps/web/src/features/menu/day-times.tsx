import { instantOf, type CalendarDay } from '@refectory/domain/day';
import { limitToCancel, orderingClosedAt } from '@refectory/domain/dish';
import type { DishTimes, TimesOfDay } from '@refectory/domain/menu';
import { createContext, useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';

import { useOrderLimit, usePickup } from '#platform/dish-times/dish-times.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useServerTime, useToday } from '#platform/platform.ts';
import { Icon } from '#ui/icon.tsx';
import { PageNote } from '#ui/page-shell.tsx';

/** What is told once for the whole day: a dish in it says only what differs. */
export const DayTimesContext = createContext<TimesOfDay>({ isOver: false });

/** Tells the dishes of a day what is said above them. */
export function WithinDay({
  times: { orderUntil, pickupFrom, pickupTo, isOver },
  children,
}: {
  times: TimesOfDay;
  children: ReactNode;
}) {
  // The same object as long as the times are the same: another one draws all dishes anew.
  const times = useMemo(
    () => ({ orderUntil, pickupFrom, pickupTo, isOver }),
    [orderUntil, pickupFrom, pickupTo, isOver],
  );
  return <DayTimesContext value={times}>{children}</DayTimesContext>;
}

/** Until when an order can be cancelled, where that is not until when to order. */
function useCancelLimit({ orderUntil, cancelUntil }: DishTimes): string | undefined {
  const { zone } = usePlatform();
  const t = useTranslations();
  const formats = useFormats();
  const today = useToday();
  const until = instantOf(cancelUntil, zone);
  const lastOrder = instantOf(orderUntil, zone);
  const limit = useServerTime((now) => limitToCancel(lastOrder, until, now));
  if (limit === undefined || until === undefined) return undefined;
  return limit === 'over'
    ? t('menu.noCancel')
    : t('orders.cancelUntil', { time: formats.timeOrDay(until, today) });
}

/** When ordering for a day ended, once it has ended for all dishes that share its limit. */
function useOrderEnd({ orderUntil, isOver }: TimesOfDay): string | undefined {
  const { zone } = usePlatform();
  const t = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  const until = instantOf(orderUntil, zone);
  const status = isOver ? 'CLOSED' : 'AVAILABLE';
  const end = useServerTime((now) => orderingClosedAt({ status, orderUntil: until }, now));
  return end === undefined ? undefined : t('orderingClosedAt', { time: formats.timeOrDay(end, today) });
}

/** What holds for all dishes of a day, in one line: of a past day that it is over; nothing where nothing does. */
export function DayTimes({
  day,
  times,
  isNote = false,
}: {
  day: CalendarDay;
  times: TimesOfDay;
  isNote?: boolean;
}) {
  const t = useTranslations('menu');
  const isPast = day < useToday();
  const limit = useOrderLimit(times.orderUntil);
  const cancelLimit = useCancelLimit(times);
  const pickup = usePickup(times);
  const end = useOrderEnd(times);
  const text = isPast ? t('dayOver') : [limit, end, cancelLimit, pickup].filter(Boolean).join(' · ');
  return isNote && text ? <PageNote icon={<Icon name="clock" />}>{text}</PageNote> : text;
}
