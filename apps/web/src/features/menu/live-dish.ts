import type { LiveDish } from '@refectory/contract/live';
import type { Menu } from '@refectory/contract/menu';

/**
 * The menu with the event of a dish applied; the same object when nothing changes. A dish without a price stays
 * read-only, whatever others can do with it. What exactly others offer, only the menu tells.
 */
export function withLiveDish(menu: Menu, { mealId, canteenId, date, status, remaining }: LiveDish): Menu {
  const index = menu.menu.findIndex(
    (dish) => dish.mealId === mealId && dish.canteenId === canteenId && dish.date === date,
  );
  const dish = menu.menu[index];
  if (!dish || dish.price === undefined) return menu;
  if (dish.status === status && dish.remaining === remaining) return menu;
  // Both fields mean the portions left; a setting says which one counts.
  return {
    ...menu,
    menu: menu.menu.with(index, { ...dish, status, remaining, quantity: remaining, offers: undefined }),
  };
}
