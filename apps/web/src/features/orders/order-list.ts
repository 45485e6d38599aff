import type { MenuItem } from '@refectory/contract/menu';
import type { Order } from '@refectory/contract/orders';
import { instantOf } from '@refectory/domain/day';
import { cancelStatus } from '@refectory/domain/order';

import type { ApiOutput } from '#platform/api/api.ts';
import type { Platform } from '#platform/platform.ts';

/** What the list says of the dish of an order. */
export type OrderedDish = Pick<
  MenuItem,
  'mealId' | 'date' | 'canteenId' | 'product' | 'name' | 'cancelUntil' | 'exchangeUntil'
>;

/**
 * Puts an order that has just come about on the list, so that its dish says so before the list is read again. Where
 * the server does not say enough of it, the dish waits for the list.
 */
export function putOnList(
  { queries, query, clock, zone }: Platform,
  { mealId, date, canteenId, product, name, cancelUntil, exchangeUntil }: OrderedDish,
  quantity: number,
  { orderId, orderPrice }: ApiOutput<'createDirectOrder'>,
): void {
  const until = instantOf(cancelUntil, zone);
  if (orderId === undefined || orderPrice === undefined || until === undefined) return;
  const order: Order = {
    id: orderId,
    canteenId,
    name: product?.name || name,
    orderPrice,
    cancelStatus: cancelStatus({
      cancelUntil: until,
      exchangeUntil: instantOf(exchangeUntil, zone) ?? until,
      collected: false,
      canBeExchanged: true,
      now: clock.now(),
    }),
    orderItem: { mealId, date, quantity, productId: product?.id },
    cancelUntil,
    exchangeUntil,
  };
  const { queryKey } = query('listOrders', undefined);
  queries.setQueryData(queryKey, (list) =>
    list && !list.orders.some(({ id }) => id === orderId)
      ? { ...list, orders: [...list.orders, order] }
      : list,
  );
}

/** Takes an order that has just been cancelled off the list, so that nothing says any more that it is ordered. */
export function takeOffList({ queries, query }: Platform, orderId: Order['id']): void {
  const { queryKey } = query('listOrders', undefined);
  queries.setQueryData(
    queryKey,
    (list) => list && { ...list, orders: list.orders.filter(({ id }) => id !== orderId) },
  );
}
