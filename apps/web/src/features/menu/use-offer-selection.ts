import { startOfDay, type CalendarDay } from '@refectory/domain/day';
import { isPeriod, timeSpanOfPeriod, type DayRange, type Period } from '@refectory/domain/period';

import { useState } from 'react';

import { usePlatform } from '#platform/platform.ts';
import { usePlace } from '#platform/routing/place.tsx';
import type { Snapshot } from '#platform/storage/snapshot.ts';

import { offerAddress, offerSearchOf, type OfferSearch } from './offer-address.ts';

/**
 * What is chosen on the offer, as its address says, and how to choose something else: in the address, and in what the
 * application remembers for the next time without one.
 */
export function useOfferSelection() {
  const { snapshot, zone, navigation } = usePlatform();
  const place = usePlace();
  const search = offerSearchOf(place.search);
  const [shift, setShift] = useState<{ readonly from: CalendarDay | undefined; readonly to: CalendarDay }>();
  const [pressed, setPressed] = useState<PressedDay>();
  const [isChosenHere, setChosenHere] = useState(false);
  const remember = (part: Partial<Snapshot['selection']>) =>
    snapshot.setState(({ selection }) => ({ selection: { ...selection, ...part } }));
  // The route completes an address without a period.
  const periodOf = (period: string | undefined): Period => (isPeriod(period) ? period : 'DAY');
  // From the newest address: a page that is still being drawn may be behind it.
  const choose = (part: OfferSearch & { readonly period?: Period }, replace = false) => {
    const { period = periodOf(navigation.wanted()?.params['period']), ...chosen } = part;
    const before = offerSearchOf(navigation.wanted()?.search ?? place.search);
    void navigation.go(offerAddress(period, { ...before, ...chosen }), { replace });
  };

  return {
    ...search,
    period: periodOf(place.params['period']),
    /** The address is already another one, whose page is not drawn yet. */
    isLeaving: () => navigation.wanted()?.address !== place.address,
    /** The day that was chosen where another one is shown in its place; undefined where the day is as chosen. */
    shiftedFrom: shift?.to === search.day ? shift?.from : undefined,
    /** Nobody chose the day: it is the one that the offer began with. */
    isFirstDay: search.day === undefined || (shift?.to === search.day && shift?.from === undefined),
    /** A day was chosen since the page was opened. */
    isChosenHere,
    /** The last day of the week that was pressed. */
    pressed,
    selectPeriod: (period: Period) => {
      // A week opens at the day that was chosen before.
      setPressed(period === 'WEEK' && search.day !== undefined ? { day: search.day } : undefined);
      snapshot.setState(({ session }) => ({ session: { ...session, timespan: timeSpanOfPeriod(period) } }));
      remember({ periodSelected: period });
      choose({ period });
    },
    /** Shows a day, from its top or from the first dish of it that others offer. */
    selectDay: (day: CalendarDay, from: 'top' | 'offered' = 'top') => {
      setShift(undefined);
      setChosenHere(true);
      setPressed({ day, leadsToOffered: from === 'offered' });
      remember({ selectedDay: day, selectedDayTimestamp: startOfDay(day, zone) });
      choose({ day });
      // Another day begins at its top: where one was on the day before is another dish there.
      if (periodOf(place.params['period']) === 'DAY') globalThis.scrollTo(0, 0);
    },
    /** The day that is shown in place of one that nobody chose or that has nothing. */
    followDay: (day: CalendarDay) => {
      setShift({ from: search.day, to: day });
      choose({ day }, true);
    },
    selectRange: ({ from, to }: DayRange) => {
      remember({ start: from, end: to });
      choose({ start: from, end: to });
    },
    selectCanteen: (canteenId: number) => {
      setPressed(undefined);
      remember({ canteenId });
      choose({ canteen: canteenId });
    },
    selectFilters: (filters: string[]) => {
      remember({ filters });
      choose({ filter: filters.length > 0 ? filters : undefined }, true);
    },
  };
}

/** A press on a day, another one each time. */
export type PressedDay = { readonly day: CalendarDay; readonly leadsToOffered?: boolean };

/** What the address of the offer chooses, and the ways to change it. */
export type OfferSelection = ReturnType<typeof useOfferSelection>;
