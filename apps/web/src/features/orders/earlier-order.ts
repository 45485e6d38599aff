import { failureOf } from '@refectory/contract/errors';
import type { Order } from '@refectory/contract/orders';
import { isEarlierOrder } from '@refectory/domain/earlier-order';

import type { Platform } from '#platform/platform.ts';

/** The orders of a customer as they were read. */
export type OrderList = { readonly orders: readonly Order[] };

/**
 * Whether an order that answers a call had come about before it: an earlier try whose answer was lost. `seen` is the
 * list that was on screen when the call was made.
 */
export async function isEarlierThan(
  platform: Platform,
  seen: OrderList | undefined,
  { orderId }: { readonly orderId?: number | undefined },
): Promise<boolean> {
  return (
    orderId !== undefined &&
    isEarlierOrder(orderId, { seen: idsOf(seen), present: await presentOrders(platform) })
  );
}

/** The orders as the server has them now; undefined where that cannot be read. */
async function presentOrders({ call }: Platform): Promise<readonly number[] | undefined> {
  try {
    return idsOf(await call('listOrders', undefined));
  } catch (error) {
    if (!failureOf(error)) throw error;
    return undefined;
  }
}

function idsOf(list: OrderList | undefined): number[] {
  return list?.orders.map(({ id }) => id) ?? [];
}
