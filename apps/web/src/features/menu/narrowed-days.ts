import type { MenuItem } from '@refectory/contract/menu';

import type { ShownDay } from './use-shown-days.ts';

/** Of the days to show what is wanted: groups left empty are left out. // spec §2, offer */
export function narrowedDays(days: readonly ShownDay[], wanted: ReadonlySet<MenuItem>): ShownDay[] {
  return days
    .filter(({ isShown }) => isShown)
    .map((day) => ({
      ...day,
      groups: day.groups
        .map(({ group, dishes }) => ({ group, dishes: dishes.filter((dish) => wanted.has(dish)) }))
        .filter(({ dishes }) => dishes.length > 0),
    }));
}
