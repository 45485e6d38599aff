import type { Canteen } from '@refectory/contract/canteens';
import type { Menu } from '@refectory/contract/menu';
import type { CalendarDay } from '@refectory/domain/day';
import { OLD_OFFER_MS } from '@refectory/domain/menu';
import { canteenToShow, defaultCanteen } from '@refectory/domain/canteen';
import {
  availableDayFor,
  customRange,
  rangeOf,
  timeSpanOfPeriod,
  type DayRange,
  type TimeSpan,
} from '@refectory/domain/period';
import { hashKey, keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { useRereadAfter } from '#platform/api/use-reread-after.ts';
import { usePlatform, useSnapshot, useToday } from '#platform/platform.ts';

import type { OfferChoice } from './use-offer-choice.ts';

/** The offer as far as it is read. */
export type Offer = {
  readonly canteens: UseQueryResult<{ canteens: Canteen[] }>;
  readonly canteen: Canteen | undefined;
  /** There are several canteens, and nothing says which. */
  readonly needsCanteen: boolean;
  readonly menu: UseQueryResult<Menu>;
  /** The menu on screen is of other days than those chosen, which are still being read. */
  readonly isOlder: boolean;
  readonly day: CalendarDay;
  /** The days to show. */
  readonly range: DayRange;
};

/** Whether dishes that the answer itself announces for these days are not in it (C10). */
function lacksDishes(menu: Menu | undefined, { from, to }: DayRange): boolean {
  const isWithin = (day: CalendarDay) => day >= from && day <= to;
  return (
    menu !== undefined && menu.availableDays.some(isWithin) && !menu.menu.some(({ date }) => isWithin(date))
  );
}

/** Reads canteens and menu for what is chosen. */
export function useOffer(choice: OfferChoice): Offer {
  const { settings, query, queries, toasts } = usePlatform();
  const today = useToday();
  const remembered = useSnapshot((snapshot) => snapshot.selection.canteenId);
  const canteens = useQuery(query('listCanteens', undefined));
  const known = canteens.data?.canteens;
  const canteen = canteenToShow(known ?? [], [choice.canteen, remembered], settings.defaultCanteen);

  const isDefaultWrong =
    known !== undefined &&
    settings.defaultCanteen !== undefined &&
    !known.some(({ id }) => id === remembered) &&
    !defaultCanteen(known, settings.defaultCanteen);
  useEffect(() => {
    if (isDefaultWrong) toasts.add({ messageKey: 'Toasts.messageDefaultCanteenError', tone: 'error' });
  }, [isDefaultWrong, toasts]);

  const timeSpan = timeSpanOfPeriod(choice.period);
  const custom = customRange(choice, today);
  // Of a day or a week the server finds the first that can be ordered (OQ-23).
  const chosen = timeSpan === 'custom' ? custom.from : choice.day;
  const menuOf = (wantedSpan: TimeSpan, days: DayRange | undefined) =>
    query('getMenu', { query: { timeSpan: wantedSpan, canteenId: canteen?.id ?? 0, ...days } });
  const rangeAround = (day: CalendarDay) => (timeSpan === 'custom' ? custom : rangeOf(timeSpan, day));
  const asked = menuOf(timeSpan, chosen && rangeAround(chosen));
  // What the address names since it follows the day that is shown: it was answered before it was asked.
  const followed = useRef<string>(undefined);
  const first = useQuery({
    ...asked,
    enabled: canteen !== undefined,
    // Other days are always asked for, those that were shown a moment ago too. The start is where everybody comes by
    // again and again: its first day is asked for anew when something changed it, or when it is old (OQ-20).
    staleTime: ({ queryHash }) => (chosen === undefined || queryHash === followed.current ? OLD_OFFER_MS : 0),
    placeholderData: keepPreviousData,
  });
  const { data } = first;

  // Of a week that was not asked for by a day, today is shown, or the first day after it.
  const answered = data?.menu.map(({ date }) => date) ?? [];
  const wanted = chosen ?? availableDayFor('day', today, answered, today);
  const isNew = first.isSuccess && !first.isPlaceholderData;
  // A day that is looked at stays until it is over, also when it is closed meanwhile: another one in its place would
  // have its buttons where somebody is about to press.
  const [lookedAt, setLookedAt] = useState('');
  const place = `${canteen?.id} ${wanted}`;
  if (isNew && place !== lookedAt && data?.availableDays.includes(wanted)) setLookedAt(place);
  const isFixed = timeSpan === 'custom' || (place === lookedAt && wanted >= today);
  const day = data && !isFixed ? availableDayFor(timeSpan, wanted, data.availableDays, today) : wanted;
  const range = rangeAround(day);

  // A server that does not know the days asked for is asked for more of them, once for each span (OQ-23, C10).
  const isAsked = chosen === undefined || rangeAround(chosen).from === range.from;
  const isShort = isNew && isAsked && lacksDishes(data, range);
  const needsWeek = timeSpan === 'day' && isShort;
  const week = useQuery({ ...menuOf('week', rangeOf('week', day)), enabled: needsWeek });
  const needsCustom = needsWeek ? lacksDishes(week.data, range) : timeSpan === 'week' && isShort;
  const rest = useQuery({ ...menuOf('custom', rangeOf('custom', day)), enabled: needsCustom });
  const menu = needsCustom ? rest : needsWeek ? week : first;
  useRereadAfter(menu.data?.menu.map(({ orderUntil }) => orderUntil) ?? [], 'getMenu');

  // The address follows the day that is shown, once the answer is there. Without dependencies: it acts only where they
  // differ. Whoever is on the way to another page is not called back.
  useEffect(() => {
    if (!isNew || first.isFetching || timeSpan === 'custom' || choice.isLeaving()) return;
    if (day === choice.day) {
      // Whoever comes back to what was followed asks for it.
      if (hashKey(asked.queryKey) !== followed.current) followed.current = undefined;
      return;
    }
    // The answer has the days of the one now chosen, so that one needs no call of its own.
    const isAnswered = rangeOf(timeSpan, day).from === rangeOf(timeSpan, wanted).from;
    if (chosen === undefined && isAnswered) {
      const { queryKey } = menuOf(timeSpan, rangeAround(day));
      followed.current = hashKey(queryKey);
      queries.setQueryData(queryKey, data, { updatedAt: first.dataUpdatedAt });
    }
    choice.followDay(day);
  });

  const needsCanteen = !canteen && known !== undefined && known.length > 0;
  return { canteens, canteen, needsCanteen, menu, isOlder: menu.isPlaceholderData, day, range };
}
