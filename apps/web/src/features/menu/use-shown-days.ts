import type { Menu, MenuItem } from '@refectory/contract/menu';
import type { CalendarDay } from '@refectory/domain/day';
import { searchDishes } from '@refectory/domain/dish-search';
import { groupMenu, withAnyFilter, type MenuGroup } from '@refectory/domain/menu';
import type { Period } from '@refectory/domain/period';
import { useTranslations } from 'use-intl';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { useToday } from '#platform/platform.ts';

/** What of the menu is shown. */
export type ShownMenu = {
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

/** A day of the menu, with all its dishes by group. */
export type ShownDay = {
  readonly day: CalendarDay;
  readonly heading: string;
  /** It has dishes that are wanted, or is a closed one between those that have. */
  readonly isShown: boolean;
  readonly groups: readonly MenuGroup<MenuItem>[];
  readonly isClosed: boolean;
  /** That it is closed, and why. */
  readonly closedText: string | undefined;
  readonly closedReason: string | undefined;
};

/** The days with dishes, and the closed ones between them, ascending, and which dishes are wanted. */
export function useShownDays({ menu, from, to, filters, search }: ShownMenu): {
  readonly days: readonly ShownDay[];
  readonly wanted: ReadonlySet<MenuItem>;
} {
  const t = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  const isWithin = ({ date }: { date: CalendarDay }) => date >= from && date <= to;
  const dishes = menu.menu.filter(isWithin);
  const wanted = new Set(searchDishes(withAnyFilter(dishes, filters), search));
  const groups = new Map(groupMenu(dishes).map((day) => [day.day, day.groups]));
  const title = t('closedTitle');
  // A reason may say no more than that.
  const closed = new Map(
    menu.closedDays
      ?.filter(isWithin)
      .map(({ date, reason }) => [date, reason === title ? undefined : reason]),
  );
  const areAllLeftOut = dishes.length > 0 && wanted.size === 0;
  const daysWanted = new Set([...wanted].map(({ date }) => date));
  const days = [...new Set([...groups.keys(), ...closed.keys()])].sort().map((day) => ({
    day,
    heading: formats.dayHeading(day, today),
    isShown: daysWanted.has(day) || (closed.has(day) && !areAllLeftOut),
    groups: groups.get(day) ?? [],
    isClosed: closed.has(day),
    closedText: closed.has(day) ? [title, closed.get(day)].filter(Boolean).join(': ') : undefined,
    closedReason: closed.get(day),
  }));
  return { days, wanted };
}
