import type { Order } from '@refectory/contract/orders';
import type { CalendarDay } from '@refectory/domain/day';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import { useRereadAfter } from '#platform/api/use-reread-after.ts';
import { useIsLoggedIn, usePlatform } from '#platform/platform.ts';

const ordersOf = ({ orders }: { orders: Order[] }): readonly Order[] => orders;

/** The customer's orders, read when the page opens; never for a guest. */
export function useMyOrders(): UseQueryResult<readonly Order[]> {
  const { query } = usePlatform();
  const isLoggedIn = useIsLoggedIn();
  const orders = useQuery({
    ...query('listOrders', undefined),
    select: ordersOf,
    enabled: isLoggedIn,
    staleTime: 0,
  });
  useRereadAfter(orders.data?.map(({ cancelUntil }) => cancelUntil) ?? [], 'listOrders');
  return orders;
}

/** The orders of one dish on its day, from the list that the page reads. */
export function useOrdersOfDish(dish: { mealId: number; date: CalendarDay }): readonly Order[] {
  const { query } = usePlatform();
  // Disabled, or dishes that are mounted later would read the orders once more.
  const { data = [] } = useQuery({
    ...query('listOrders', undefined),
    select: ({ orders }) =>
      orders.filter(({ orderItem }) => orderItem.mealId === dish.mealId && orderItem.date === dish.date),
    enabled: false,
  });
  return data;
}
