/** Days shown at first, and added each time the end comes into view. */
export const DAYS_AT_ONCE = 8;
/** Groups of a day, likewise: more than a kitchen has, but a menu of thousands would block the page. */
export const GROUPS_AT_ONCE = 20;
/** Dishes of a group, likewise. */
export const DISHES_AT_ONCE = 10;

/**
 * The items of a filtered list to mount, each with whether it is visible: the first `count` that pass the filter, and,
 * hidden, those that stand there without the filter. They are not mounted anew when the filter is taken off, which
 * takes seconds with hundreds of dishes.
 */
export function mountedItems<Item>(all: readonly Item[], wanted: readonly Item[], count: number) {
  const visible = new Set(wanted.slice(0, count));
  return all
    .filter((item, index) => index < count || visible.has(item))
    .map((item) => [item, visible.has(item)] as const);
}
