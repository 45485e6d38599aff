import type { Menu, MenuItem } from '@refectory/contract/menu';
import type { CalendarDay } from '@refectory/domain/day';
import { searchDishes } from '@refectory/domain/dish-search';
import { groupMenu, timesOfDay, withFilters, type MenuDay, type TimesOfDay } from '@refectory/domain/menu';
import type { Period } from '@refectory/domain/period';
import { useTranslations } from 'use-intl';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { useToday } from '#platform/platform.ts';

/** The part of the menu on screen. */
export type MenuView = {
  readonly menu: Menu;
  readonly period: Period;
  /** The first and the last day. */
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  /** Filters that are on. */
  readonly filters: readonly string[];
  /** What is searched for. */
  readonly search: string;
};

/** A day of the menu with its dishes by group, ready to be shown. */
export type DayView = MenuDay<MenuItem> & {
  readonly heading: string;
  /** The day has dishes that pass search and filters, or is closed; a closed day is hidden when no dish passes at all. */
  readonly isShown: boolean;
  readonly isClosed: boolean;
  /** That it is closed, and why. */
  readonly closedText: string | undefined;
  readonly closedReason: string | undefined;
  /** What holds for the whole day: its dishes say what differs. */
  readonly times: TimesOfDay;
};

/** The times of a day; of one that is past nobody asks when ordering ended. */
function timesOf(groups: MenuDay<MenuItem>['groups'], isPast: boolean): TimesOfDay {
  const times = timesOfDay(groups.flatMap((group) => group.dishes));
  return isPast ? { ...times, isOver: false } : times;
}

/** The days of the range that have dishes or are closed, ascending. */
export function useDayViews({ menu, from, to, filters, search }: MenuView): readonly DayView[] {
  const t = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  const isWithin = ({ date }: { date: CalendarDay }) => date >= from && date <= to;
  const dishes = menu.menu.filter(isWithin);
  const wantedDishes = searchDishes(withFilters(dishes, menu.filters, filters), search);
  const menuDays = new Map(groupMenu(dishes, wantedDishes).map((day) => [day.day, day]));
  const title = t('closedTitle');
  // A reason that only repeats the title is left out.
  const closed = new Map(
    menu.closedDays
      ?.filter(isWithin)
      .map(({ date, reason }) => [date, reason === title ? undefined : reason]),
  );
  const areAllLeftOut = dishes.length > 0 && wantedDishes.length === 0;
  return [...new Set([...menuDays.keys(), ...closed.keys()])].sort().map((day) => {
    const { groups, wanted } = menuDays.get(day) ?? { groups: [], wanted: [] };
    return {
      day,
      groups,
      wanted,
      heading: formats.dayHeading(day, today),
      isShown: wanted.length > 0 || (closed.has(day) && !areAllLeftOut),
      isClosed: closed.has(day),
      closedText: closed.has(day) ? [title, closed.get(day)].filter(Boolean).join(': ') : undefined,
      closedReason: closed.get(day),
      // A closed day says in its place that it is closed, so that its dishes say their times themselves.
      times: closed.has(day) ? timesOfDay([]) : timesOf(groups, day < today),
    };
  });
}
