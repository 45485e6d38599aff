import type { LiveDish } from '@refectory/contract/live';
import type { Menu } from '@refectory/contract/menu';

/**
 * The menu with the event of a dish applied; the same object when nothing changes. A dish without a price stays
 * read-only, whatever others can do with it.
 */
export function withLiveDish(menu: Menu, event: LiveDish): Menu {
  const { mealId, canteenId, date, status, remaining } = event;
  const index = menu.menu.findIndex(
    (dish) => dish.mealId === mealId && dish.canteenId === canteenId && dish.date === date,
  );
  const dish = menu.menu[index];
  if (!dish || dish.price === undefined) return menu;
  if (dish.status === status && dish.remaining === remaining && event.offers === undefined) return menu;
  // What is no longer on the menu has no name, and counts as chosen all the same.
  const options = dish.product?.modifierGroups?.flatMap((group) => group.options) ?? [];
  // Both fields mean the portions left; a setting says which one counts.
  return {
    ...menu,
    menu: menu.menu.with(index, {
      ...dish,
      status,
      remaining,
      quantity: remaining,
      offers: event.offers?.map(({ portions, modifiers }) => ({
        portions,
        modifiers: modifiers.map((id) => options.find((option) => option.id === id) ?? { id, name: '' }),
      })),
    }),
  };
}
