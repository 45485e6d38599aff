import type { Canteen } from '@refectory/contract/canteens';
import type { Menu } from '@refectory/contract/menu';
import type { CalendarDay } from '@refectory/domain/day';
import { availableDayFor, rangeOf, timeSpanOfPeriod, type Period } from '@refectory/domain/period';
import { keepPreviousData, useQuery, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { useRereadAfter } from '#platform/api/use-reread-after.ts';
import { usePlatform, useSnapshot, useToday } from '#platform/platform.ts';

/** What the address of the offer chooses. */
export type OfferChoice = {
  readonly period: Period;
  readonly day: CalendarDay | undefined;
  readonly canteen: number | undefined;
};

/** The offer as far as it is read. */
export type Offer = {
  readonly canteens: UseQueryResult<{ canteens: Canteen[] }>;
  readonly canteen: Canteen | undefined;
  readonly menu: UseQueryResult<Menu>;
  /** The menu on screen is of other days than those chosen, which are still being read. */
  readonly isOlder: boolean;
  readonly day: CalendarDay;
};

/** How long the address may take to follow the day that is shown. */
const FOLLOW_MS = 5_000;

/** The canteen to begin with: chosen before, else the configured default, else the first (OQ-28). */
function canteenToShow(
  canteens: readonly Canteen[],
  chosen: number | undefined,
  configured: string | number | undefined,
): Canteen | undefined {
  return (
    canteens.find(({ id }) => id === chosen) ??
    canteens.find(({ key }) => key !== undefined && key === String(configured)) ??
    canteens.find(({ id }) => String(id) === String(configured)) ??
    canteens[0]
  );
}

/** Reads canteens and menu for what the address chooses; `select` changes the address. */
export function useOffer(choice: OfferChoice, select: (day: CalendarDay) => void): Offer {
  const { settings, query, queries } = usePlatform();
  const today = useToday();
  const remembered = useSnapshot((snapshot) => snapshot.selection.canteenId);
  const canteens = useQuery(query('listCanteens', undefined));
  const canteen = canteenToShow(
    canteens.data?.canteens ?? [],
    choice.canteen ?? remembered,
    settings.defaultCanteen,
  );

  const timeSpan = timeSpanOfPeriod(choice.period);
  // A custom period begins today; of a day or a week the server finds the first that can be ordered (OQ-23).
  const chosen = choice.day ?? (timeSpan === 'custom' ? today : undefined);
  const menuOf = (day: CalendarDay | undefined) =>
    query('getMenu', {
      query: { timeSpan, canteenId: canteen?.id ?? 0, ...(day && rangeOf(timeSpan, day)) },
    });
  const menu = useQuery({
    ...menuOf(chosen),
    enabled: canteen !== undefined,
    // Other days are always asked for, those that were shown a moment ago too.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const { data } = menu;
  const isOlder = menu.isPlaceholderData;
  useRereadAfter(data?.menu.map(({ orderUntil }) => orderUntil) ?? [], 'getMenu');

  // Of a week that was not asked for by a day, today is shown, or the first day after it.
  const answered = data?.menu.map(({ date }) => date) ?? [];
  const wanted = chosen ?? availableDayFor('day', today, answered, today);
  const day =
    data && timeSpan !== 'custom' ? availableDayFor(timeSpan, wanted, data.availableDays, today) : wanted;
  const isSettled = data !== undefined && !isOlder && menu.isSuccess;

  const followed = useRef<QueryKey>(undefined);
  // The address follows the day that is shown. Without dependencies: it acts only where they differ.
  useEffect(() => {
    if (!isSettled) return;
    if (day === choice.day) {
      // The address is there: whoever comes back to this day later asks for it.
      if (followed.current)
        void queries.invalidateQueries({ queryKey: followed.current, refetchType: 'none' });
      followed.current = undefined;
      return;
    }
    // The answer has the days of the one now chosen, so that one needs no call of its own.
    const isAnswered = rangeOf(timeSpan, day).from === rangeOf(timeSpan, wanted).from;
    if (chosen === undefined && isAnswered) {
      followed.current = menuOf(day).queryKey;
      queries.setQueryData(menuOf(day).queryKey, data, { updatedAt: Date.now() + FOLLOW_MS });
    }
    select(day);
  });

  return { canteens, canteen, menu, isOlder, day };
}
