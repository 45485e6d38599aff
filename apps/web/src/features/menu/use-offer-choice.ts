import { startOfDay, type CalendarDay } from '@refectory/domain/day';
import { isPeriod, timeSpanOfPeriod, type DayRange, type Period } from '@refectory/domain/period';
import { getRouteApi, useRouterState } from '@tanstack/react-router';

import { useState } from 'react';

import { usePlatform } from '#platform/platform.ts';
import type { Snapshot } from '#platform/storage/snapshot.ts';

const route = getRouteApi('/offer/{-$period}');

/**
 * What is chosen on the offer, as its address says, and how to choose something else: in the address, and in what the
 * application remembers for the next time without one. // spec §3, interface state
 */
export function useOfferChoice() {
  const { snapshot, zone } = usePlatform();
  const params = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isLeaving = useRouterState({
    select: ({ location, resolvedLocation }) => location.pathname !== resolvedLocation?.pathname,
  });
  const [shift, setShift] = useState<{ readonly from: CalendarDay; readonly to: CalendarDay }>();
  const [pressed, setPressed] = useState<PressedDay>();
  const remember = (part: Partial<Snapshot['selection']>) =>
    snapshot.setState(({ selection }) => ({ selection: { ...selection, ...part } }));

  return {
    ...search,
    /** The address is already that of another page, which is still being fetched. */
    isLeaving,
    /** The day that was chosen where another one is shown in its place; undefined where the day is as chosen. */
    shiftedFrom: shift?.to === search.day ? shift?.from : undefined,
    /** The last day of the week that was pressed. */
    pressed,
    // The route lets no other period pass.
    period: (isPeriod(params.period) ? params.period : 'DAY') satisfies Period,
    selectPeriod: (period: Period) => {
      setPressed(undefined);
      snapshot.setState(({ session }) => ({ session: { ...session, timespan: timeSpanOfPeriod(period) } }));
      remember({ periodSelected: period });
      void navigate({ to: '.', params: { period }, search: (before) => before });
    },
    selectDay: (day: CalendarDay) => {
      setShift(undefined);
      setPressed({ day });
      remember({ selectedDay: day, selectedDayTimestamp: startOfDay(day, zone) });
      // On a phone the day of a week is scrolled to.
      const resetScroll = params.period !== 'WEEK';
      void navigate({ to: '.', search: (before) => ({ ...before, day }), resetScroll });
    },
    /** The day that is shown in place of one that nobody chose or that has nothing. */
    followDay: (day: CalendarDay) => {
      // Until the address has followed, this is called with every drawing.
      setShift((known) => (known?.to === day ? known : search.day && { from: search.day, to: day }));
      void navigate({ to: '.', search: (before) => ({ ...before, day }), replace: true });
    },
    selectRange: ({ from, to }: DayRange) =>
      void navigate({ to: '.', search: (before) => ({ ...before, start: from, end: to }) }),
    selectCanteen: (canteenId: number) => {
      setPressed(undefined);
      remember({ canteenId });
      void navigate({ to: '.', search: (before) => ({ ...before, canteen: canteenId }) });
    },
    selectFilters: (filters: string[]) => {
      remember({ filters });
      void navigate({
        to: '.',
        search: (before) => ({ ...before, filter: filters.length > 0 ? filters : undefined }),
        replace: true,
      });
    },
  };
}

/** A press on a day, another one each time. */
export type PressedDay = { readonly day: CalendarDay };

/** What the address of the offer chooses, and the ways to change it. */
export type OfferChoice = ReturnType<typeof useOfferChoice>;
