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
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { useRereadAfter } from '#platform/api/use-reread-after.ts';
import { usePlatform, useToday, type Platform } from '#platform/platform.ts';

import { followShownDay } from './follow-shown-day.ts';
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
  // Where no day is selected, the server finds the first one that can be ordered.
  const askedDay = timeSpan === 'custom' ? custom.from : selection.day;
  const asked = menuOf(timeSpan, askedDay && rangeAround(askedDay));
  /** The hash of the query that `followShownDay` has put the answer of into the cache. */
  const followed = useRef<string>(undefined);
  const first = useQuery({
    ...asked,
    enabled: canteen !== undefined,
    // A day that somebody selects is read each time. The first day of the offer, where everybody comes by again and
    // again, is read anew only when something changed it, or when it is old.
    staleTime: ({ queryHash }) =>
      askedDay === undefined || queryHash === followed.current ? OLD_OFFER_MS : 0,
    placeholderData: keepPreviousData,
  });

  // Of a week that no day was selected of, today is shown, or the first day after it.
  const answered = first.data?.menu.map(({ date }) => date) ?? [];
  const wantedDay = askedDay ?? availableDayFor('day', today, answered, today);
  const isAnswered = first.isSuccess && !first.isPlaceholderData;
  const day = useShownDay({ wantedDay, timeSpan, canteen, isAnswered, menu: first.data });
  const range = rangeAround(day);
  const isOfRange = askedDay === undefined || rangeAround(askedDay).from === range.from;
  const menu = useCompleteMenu(first, menuOf, { timeSpan, day, range, isAnswered: isAnswered && isOfRange });
  useRereadAfter(menu.data?.menu.map(({ orderUntil }) => orderUntil) ?? [], 'getMenu');

  // Without dependencies: it acts only where the address and the day that is shown differ.
  useEffect(() =>
    followShownDay({
      selection,
      timeSpan,
      day,
      wantedDay,
      asked: asked.queryKey,
      answer: first,
      queryKeyOf: (shown) => menuOf(timeSpan, rangeAround(shown)).queryKey,
      followed,
      queries: platform.queries,
    }),
  );

  return { ...canteens, menu, isOlder: menu.isPlaceholderData, day, range };
}

/** The queries of a canteen's menus. */
function menuQueries({ query }: Platform, canteenId: number) {
  return (timeSpan: TimeSpan, days: DayRange | undefined) =>
    query('getMenu', { query: { timeSpan, canteenId, ...days } });
}

/**
 * The day to show for the one that is wanted: the next available one where that has no dishes. A day that was on screen
 * with its dishes stays until it is over, also when it is closed meanwhile: another one in its place would have its
 * buttons where somebody is about to press.
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
  /** The last canteen and wanted day that had dishes, which later menus do not say. */
  const [seen, setSeen] = useState('');
  const place = `${canteen?.id} ${wantedDay}`;
  if (isAnswered && place !== seen && menu?.availableDays.includes(wantedDay)) setSeen(place);
  const isFixed = timeSpan === 'custom' || (place === seen && wantedDay >= today);
  return menu && !isFixed ? availableDayFor(timeSpan, wantedDay, menu.availableDays, today) : wantedDay;
}

/**
 * The menu with all days to show. An older server ignores the days that it is asked for: it is asked for the week, and
 * then for all days, where its answer announces dishes of these days without having them.
 */
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

/** Whether a menu announces dishes of these days and does not have them. */
function lacksDishes(menu: Menu | undefined, { from, to }: DayRange): boolean {
  const isWithin = (day: CalendarDay) => day >= from && day <= to;
  return (
    menu !== undefined && menu.availableDays.some(isWithin) && !menu.menu.some(({ date }) => isWithin(date))
  );
}
