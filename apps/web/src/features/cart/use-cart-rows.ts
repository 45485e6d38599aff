import type { Menu } from '@refectory/contract/menu';
import type { CartItem } from '@refectory/domain/cart';
import { cartRows, type CartRow, type DishNow } from '@refectory/domain/cart-rows';
import { remainingPortions } from '@refectory/domain/dish';
import { rangeOf } from '@refectory/domain/period';
import { useQueries } from '@tanstack/react-query';

import { useRereadAfter } from '#platform/api/use-reread-after.ts';
import { usePlatform, useToday } from '#platform/platform.ts';

import { useCart } from './cart-store.ts';

/** The rows of the cart by the menus of their weeks. */
export type CartRows = {
  readonly rows: readonly CartRow[];
  /** The menus are still being read for the first time. */
  readonly isAwaited: boolean;
  /** Some menu could not be read: what is known of its dishes is what was stored. */
  readonly hasFailed: boolean;
};

/**
 * The rows of the cart, compared with the menus of their canteens and weeks. `isRead` asks for these menus; without it the
 * rows are compared with the menus that are known already.
 */
export function useCartRows({ isRead }: { readonly isRead: boolean }): CartRows {
  const { query, settings } = usePlatform();
  const today = useToday();
  const { items } = useCart();
  const weeks = weeksOf(items.filter(({ menuItem }) => menuItem.date >= today));
  const menus = useQueries({
    queries: weeks.map(({ canteenId, from, to }) => ({
      ...query('getMenu', { query: { timeSpan: 'week', canteenId, from, to } }),
      enabled: isRead,
      staleTime: 0,
    })),
  });
  const menuOf = (item: CartItem) => {
    const place = weeks.findIndex(
      ({ canteenId, from, to }) =>
        canteenId === item.canteenId && from <= item.menuItem.date && item.menuItem.date <= to,
    );
    return menus[place]?.data;
  };
  useRereadAfter(
    isRead ? menus.flatMap(({ data }) => data?.menu.map(({ orderUntil }) => orderUntil) ?? []) : [],
    'getMenu',
  );
  return {
    rows: cartRows(items, (item) => dishNow(item, menuOf(item), settings.quantityIsRemaining), today),
    isAwaited: isRead && menus.some(({ isPending, isFetching }) => isPending && isFetching),
    hasFailed: menus.some(({ isLoadingError }) => isLoadingError),
  };
}

/** The canteens and weeks that dishes are of, each once. */
function weeksOf(items: readonly CartItem[]) {
  const weeks = items.map(({ canteenId, menuItem }) => ({ canteenId, ...rangeOf('week', menuItem.date) }));
  return weeks.filter(
    (week, place) =>
      weeks.findIndex(({ canteenId, from }) => canteenId === week.canteenId && from === week.from) === place,
  );
}

/** The dish of a row as a menu has it now. */
function dishNow(
  { menuItem: { mealId, date, product } }: CartItem,
  menu: Menu | undefined,
  isQuantityRemaining: boolean,
): DishNow | 'gone' | undefined {
  const dish = menu?.menu.find(
    (one) => one.mealId === mealId && one.date === date && one.product?.id === product?.id,
  );
  if (!dish) return menu && knowsDay(menu, date) ? 'gone' : undefined;
  return {
    name: dish.product?.name || dish.name,
    status: dish.status,
    date,
    price: dish.price,
    remaining: remainingPortions(dish, isQuantityRemaining),
    allowMultipleOrder: dish.allowMultipleOrder === true,
    groups: dish.product?.modifierGroups ?? [],
    times: { orderUntil: dish.orderUntil, pickupFrom: dish.pickupFrom, pickupTo: dish.pickupTo },
  };
}

/** Whether a menu says what there is on a day: a server may answer for other days than those it was asked for. */
function knowsDay(
  { menu, availableDays, closedDays = [] }: Menu,
  day: CartItem['menuItem']['date'],
): boolean {
  if (menu.some(({ date }) => date === day) || closedDays.some(({ date }) => date === day)) return true;
  return availableDays.length > 0 && !availableDays.includes(day);
}
