/** Days drawn at first, and each time more of them are wanted. // spec §9 */
export const DAYS_AT_ONCE = 8;
/** Groups of a day likewise: more than a kitchen has, or a menu of thousands would be drawn at once. */
export const GROUPS_AT_ONCE = 20;
/** Dishes of a group likewise. // spec §9 */
export const DISHES_AT_ONCE = 10;

/**
 * Of a list that is narrowed the first ones wanted, with `true`, and besides, to be hidden, those that stand there when
 * it is not: they are drawn once, and need not be again when it is widened.
 */
export function drawnOf<Item>(all: readonly Item[], wanted: readonly Item[], count: number) {
  const shown = new Set(wanted.slice(0, count));
  return all
    .filter((item, index) => index < count || shown.has(item))
    .map((item) => [item, shown.has(item)] as const);
}
