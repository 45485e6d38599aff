import type { CalendarDay, Instant } from './day.ts';
import type { DishStatus } from './dish.ts';

/** An offer that was read, or last in sight, longer ago is old, in milliseconds. */
export const OLD_OFFER_MS = 120_000;

/** Whether an offer that was read at a moment is too old to be shown again unread. */
export const isOfferOld = (readAt: Instant, now: Instant): boolean => now - readAt > OLD_OFFER_MS;

/** The dishes of one group on one day, and those of them that match search and filters. */
export type MenuGroup<Dish> = {
  readonly group: string;
  readonly dishes: readonly Dish[];
  readonly wanted: readonly Dish[];
};

/** One day of the menu with its groups, and those groups that have a matching dish. */
export type MenuDay<Dish> = {
  readonly day: CalendarDay;
  readonly groups: readonly MenuGroup<Dish>[];
  readonly wanted: readonly MenuGroup<Dish>[];
};

/**
 * The menu by day, ascending, and within a day by group in the order of first appearance. Search and
 * filters change no order, and a group without a matching dish does not match.
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
 * chosen ones. A chosen filter that the menu does not know counts as no diet filter.
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

/** The filters that are on, by id: those of the menu that are chosen. A chosen one that it does not know is off. */
export function filtersOn(
  filters: readonly { readonly id: string }[],
  chosen: readonly string[] | undefined,
): string[] {
  return filters.map(({ id }) => id).filter((id) => chosen?.includes(id));
}

/** The moments of a dish that most dishes of a day share. */
export type DishTimes = {
  readonly orderUntil?: string | number | undefined;
  readonly cancelUntil?: string | number | undefined;
  readonly pickupFrom?: string | number | undefined;
  readonly pickupTo?: string | number | undefined;
};

/** What is told once for the dishes of a day. */
export type TimesOfDay = DishTimes & {
  /** Of the dishes with the day's `orderUntil` some are closed and none is available; before that moment the kitchen did so. */
  readonly isOver: boolean;
};

/**
 * The cut-off and the time of the hand-out that hold for a day: those that most of its dishes have, and at least two. No
 * dish says its own limit to cancel, so that one holds for a day that all of them have.
 */
export function timesOfDay(dishes: readonly (DishTimes & { readonly status: DishStatus })[]): TimesOfDay {
  const { orderUntil } = mostShared(dishes, (dish) => dish.orderUntil) ?? {};
  const { pickupFrom, pickupTo } =
    mostShared(dishes, (dish) => dish.pickupFrom && dish.pickupTo && `${dish.pickupFrom} ${dish.pickupTo}`) ??
    {};
  const [{ cancelUntil } = {}, ...others] = dishes;
  const isOfAll = others.every((dish) => dish.cancelUntil === cancelUntil);
  const statuses = dishes.flatMap((dish) => (dish.orderUntil === orderUntil ? [dish.status] : []));
  const isOver = orderUntil !== undefined && statuses.includes('CLOSED') && !statuses.includes('AVAILABLE');
  return { orderUntil, ...(isOfAll && { cancelUntil }), pickupFrom, pickupTo, isOver };
}

/** The first of the items that share what most of them share; undefined where no two share anything. */
function mostShared<Item>(
  items: readonly Item[],
  whatOf: (item: Item) => string | number | undefined,
): Item | undefined {
  const sharing = new Map<string | number, Item[]>();
  for (const item of items) {
    const what = whatOf(item);
    if (!what) continue;
    const group = sharing.get(what);
    if (group) group.push(item);
    else sharing.set(what, [item]);
  }
  const [most = []] = [...sharing.values()].toSorted((one, other) => other.length - one.length);
  return most.length > 1 ? most[0] : undefined;
}

/** Days that stand below each other, in the order in which they matter: those that are past come after the others. */
export function pastLast<Day extends { readonly day: CalendarDay }>(
  days: readonly Day[],
  today: CalendarDay,
): readonly Day[] {
  const isPast = ({ day }: Day) => day < today;
  return [...days.filter((day) => !isPast(day)), ...days.filter(isPast)];
}
