import type { MenuItem } from '@refectory/contract/menu';
import type { DirectOrder, Order } from '@refectory/contract/orders';
import { instantOf } from '@refectory/domain/day';
import { cancelStatus } from '@refectory/domain/order';
import { modifiersOf } from '@refectory/domain/portion';

import type { ApiOutput } from '#platform/api/api.ts';
import type { Platform } from '#platform/platform.ts';

/** What a list says of the dish of an order. What was chosen with it is of its product, where nobody says it. */
export type OrderedDish = Pick<MenuItem, 'product' | 'name' | 'cancelUntil' | 'exchangeUntil'> &
  Pick<Order, 'modifiers'>;

/**
 * Puts an order that has just come about on the list, so that its dish says so before the list is read again. Where
 * the server does not say enough of it, the dish waits for the list.
 */
export function putOnList(
  { queries, query, clock, zone }: Platform,
  { product, name, cancelUntil, exchangeUntil, ...dish }: OrderedDish,
  { canteenId, modifiers = [], ...orderItem }: DirectOrder['item'],
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
    orderItem,
    modifiers: dish.modifiers ?? [...modifiersOf(product?.modifierGroups ?? [], new Set(modifiers))],
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
