import type { LiveDish } from '@refectory/contract/live';
import type { Menu } from '@refectory/contract/menu';

/**
 * The menu after what was told of a dish; the same menu when it changes nothing of it. A dish without a price can
 * only be read, whatever others can do with it.
 */
export function withLiveDish(menu: Menu, { mealId, canteenId, date, status, remaining }: LiveDish): Menu {
  const index = menu.menu.findIndex(
    (dish) => dish.mealId === mealId && dish.canteenId === canteenId && dish.date === date,
  );
  const dish = menu.menu[index];
  if (!dish || dish.price === undefined) return menu;
  if (dish.status === status && dish.remaining === remaining) return menu;
  // Both tell the portions left; which one counts is a setting (C11).
  return { ...menu, menu: menu.menu.with(index, { ...dish, status, remaining, quantity: remaining }) };
}
