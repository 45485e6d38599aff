import type { Canteen } from '@refectory/contract/canteens';
import type { Menu } from '@refectory/contract/menu';
import type { CalendarDay } from '@refectory/domain/day';
import { OLD_OFFER_MS } from '@refectory/domain/menu';
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
import { usePlatform, useToday, type Platform } from '#platform/platform.ts';

import { useCanteens, type Canteens } from './use-canteens.ts';
import type { OfferSelection } from './use-offer-selection.ts';

/** The offer as far as it is read. */
export type Offer = Canteens & {
  readonly menu: UseQueryResult<Menu>;
  /** The menu on screen is of other days than those selected, which are still being read. */
  readonly isOlder: boolean;
  readonly day: CalendarDay;
  /** The days to show. */
  readonly range: DayRange;
};

/** Reads canteens and menu for what is selected. */
export function useOffer(selection: OfferSelection): Offer {
  const platform = usePlatform();
  const today = useToday();
  const canteens = useCanteens(selection.canteen);
  const { canteen } = canteens;
  const menuOf = menuQueries(platform, canteen?.id ?? 0);
  const timeSpan = timeSpanOfPeriod(selection.period);
  const custom = customRange(selection, today);
  const rangeAround = (day: CalendarDay) => (timeSpan === 'custom' ? custom : rangeOf(timeSpan, day));
  // Of a day or a week the server finds the first that can be ordered (OQ-23).
  const askedDay = timeSpan === 'custom' ? custom.from : selection.day;
  const asked = menuOf(timeSpan, askedDay && rangeAround(askedDay));
  // The query of the day that the address names because it follows the day that is shown: it has its answer already.
  const followed = useRef<string>(undefined);
  const first = useQuery({
    ...asked,
    enabled: canteen !== undefined,
    // Days that were selected are read each time. The first day of the offer is where everybody comes by again and
    // again: it is read anew when something changed it, or when it is old (OQ-20).
    staleTime: ({ queryHash }) =>
      askedDay === undefined || queryHash === followed.current ? OLD_OFFER_MS : 0,
    placeholderData: keepPreviousData,
  });

  // Of a week that was not asked for by a day, today is shown, or the first day after it.
  const answered = first.data?.menu.map(({ date }) => date) ?? [];
  const wantedDay = askedDay ?? availableDayFor('day', today, answered, today);
  const isAnswered = first.isSuccess && !first.isPlaceholderData;
  const day = useShownDay({ wantedDay, timeSpan, canteen, isAnswered, menu: first.data });
  const range = rangeAround(day);
  const isOfRange = askedDay === undefined || rangeAround(askedDay).from === range.from;
  const menu = useCompleteMenu(first, menuOf, { timeSpan, day, range, isAnswered: isAnswered && isOfRange });
  useRereadAfter(menu.data?.menu.map(({ orderUntil }) => orderUntil) ?? [], 'getMenu');

  // The address follows the day that is shown, once the answer is there. Without dependencies: it acts only where they
  // differ. Nobody who is on the way to another page is called back.
  useEffect(() => {
    if (!isAnswered || first.isFetching || timeSpan === 'custom' || selection.isLeaving()) return;
    if (day === selection.day) {
      // Whoever comes back to the followed day reads it again.
      if (hashKey(asked.queryKey) !== followed.current) followed.current = undefined;
      return;
    }
    // The answer has the days of the shown one too, so that one needs no call of its own.
    if (askedDay === undefined && rangeOf(timeSpan, day).from === rangeOf(timeSpan, wantedDay).from) {
      const { queryKey } = menuOf(timeSpan, rangeAround(day));
      followed.current = hashKey(queryKey);
      platform.queries.setQueryData(queryKey, first.data, { updatedAt: first.dataUpdatedAt });
    }
    selection.followDay(day);
  });

  return { ...canteens, menu, isOlder: menu.isPlaceholderData, day, range };
}

/** The queries of a canteen's menus. */
function menuQueries({ query }: Platform, canteenId: number) {
  return (timeSpan: TimeSpan, days: DayRange | undefined) =>
    query('getMenu', { query: { timeSpan, canteenId, ...days } });
}

/**
 * The day to show for the one that is wanted: the next available one where that has no dishes. A day that is looked at
 * stays until it is over, also when it is closed meanwhile: another one in its place would have its buttons where
 * somebody is about to press.
 */
function useShownDay({
  wantedDay,
  timeSpan,
  canteen,
  isAnswered,
  menu,
}: {
  readonly wantedDay: CalendarDay;
  readonly timeSpan: TimeSpan;
  readonly canteen: Canteen | undefined;
  /** The menu is the answer for the days that were asked for. */
  readonly isAnswered: boolean;
  readonly menu: Menu | undefined;
}): CalendarDay {
  const today = useToday();
  const [lookedAt, setLookedAt] = useState('');
  const place = `${canteen?.id} ${wantedDay}`;
  if (isAnswered && place !== lookedAt && menu?.availableDays.includes(wantedDay)) setLookedAt(place);
  const isFixed = timeSpan === 'custom' || (place === lookedAt && wantedDay >= today);
  return menu && !isFixed ? availableDayFor(timeSpan, wantedDay, menu.availableDays, today) : wantedDay;
}

/** A server that does not know the days asked for is asked for more of them, once for each span (OQ-23, C10). */
function useCompleteMenu(
  first: UseQueryResult<Menu>,
  menuOf: ReturnType<typeof menuQueries>,
  {
    timeSpan,
    day,
    range,
    isAnswered,
  }: {
    readonly timeSpan: TimeSpan;
    readonly day: CalendarDay;
    readonly range: DayRange;
    /** The first menu is the answer for the days to show. */
    readonly isAnswered: boolean;
  },
): UseQueryResult<Menu> {
  const isShort = isAnswered && lacksDishes(first.data, range);
  const needsWeek = timeSpan === 'day' && isShort;
  const week = useQuery({ ...menuOf('week', rangeOf('week', day)), enabled: needsWeek });
  const needsCustom = needsWeek ? lacksDishes(week.data, range) : timeSpan === 'week' && isShort;
  const rest = useQuery({ ...menuOf('custom', rangeOf('custom', day)), enabled: needsCustom });
  return needsCustom ? rest : needsWeek ? week : first;
}

/** Whether dishes that the answer itself announces for these days are not in it (C10). */
function lacksDishes(menu: Menu | undefined, { from, to }: DayRange): boolean {
  const isWithin = (day: CalendarDay) => day >= from && day <= to;
  return (
    menu !== undefined && menu.availableDays.some(isWithin) && !menu.menu.some(({ date }) => isWithin(date))
  );
}
