import type { CalendarDay } from './day.ts';

/** An offer that was read, or last in sight, longer ago is old, in milliseconds. // spec §9 */
export const OLD_OFFER_MS = 120_000;

/** The dishes of one group on one day, and those of them that are wanted. */
export type MenuGroup<Dish> = {
  readonly group: string;
  readonly dishes: readonly Dish[];
  readonly wanted: readonly Dish[];
};

/** One day of the menu with its groups, and those of them that are wanted: with a dish that is. */
export type MenuDay<Dish> = {
  readonly day: CalendarDay;
  readonly groups: readonly MenuGroup<Dish>[];
  readonly wanted: readonly MenuGroup<Dish>[];
};

/**
 * The menu by day, ascending, and within a day by group in the order of first appearance (OQ-24). What is narrowed
 * keeps the order of the whole, groups left empty are not wanted.
 * // spec §2, offer
 */
export function groupMenu<Dish extends { readonly date: CalendarDay; readonly group: string }>(
  dishes: readonly Dish[],
  wanted: readonly Dish[] = dishes,
): MenuDay<Dish>[] {
  const isWanted = new Set(wanted);
  const days = new Map<CalendarDay, Map<string, Dish[]>>();
  for (const dish of dishes) {
    const groups = days.get(dish.date) ?? new Map<string, Dish[]>();
    days.set(dish.date, groups);
    const group = groups.get(dish.group) ?? [];
    groups.set(dish.group, group);
    group.push(dish);
  }
  return [...days]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, lists]) => {
      const groups = [...lists].map(([group, list]) => ({
        group,
        dishes: list,
        wanted: list.filter((dish) => isWanted.has(dish)),
      }));
      return { day, groups, wanted: groups.filter((group) => group.wanted.length > 0) };
    });
}

/**
 * The dishes that answer to the chosen filters of a menu: to all chosen diet filters, and to at least one of the other
 * chosen ones. A chosen filter that the menu does not know is of the other sort.
 */
export function withFilters<Dish extends { readonly filter?: string | readonly string[] | undefined }>(
  dishes: readonly Dish[],
  filters: readonly { readonly id: string; readonly kind?: string | undefined }[],
  chosen: readonly string[],
): readonly Dish[] {
  const isDiet = (id: string) => filters.some((filter) => filter.id === id && filter.kind === 'diet');
  const diet = chosen.filter(isDiet);
  const others = chosen.filter((id) => !isDiet(id));
  return dishes.filter(({ filter = [] }) => {
    const own = typeof filter === 'string' ? [filter] : filter;
    return (
      diet.every((id) => own.includes(id)) && (others.length === 0 || others.some((id) => own.includes(id)))
    );
  });
}

/** The filters that are on, by id: those of the menu that are chosen. A chosen one that it does not know is off (OQ-24). */
export function filtersOn(
  filters: readonly { readonly id: string }[],
  chosen: readonly string[] | undefined,
): string[] {
  return filters.map(({ id }) => id).filter((id) => chosen?.includes(id));
}
