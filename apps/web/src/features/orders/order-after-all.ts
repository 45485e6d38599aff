import { ApiError, failureOf } from '@refectory/contract/errors';
import type { DirectOrder, Order } from '@refectory/contract/orders';

import { saysNothing } from '#platform/api/says-nothing.ts';
import type { Platform } from '#platform/platform.ts';

import type { OrderList } from './earlier-order.ts';

/** How long the list is waited for, in milliseconds, before an order without an answer is told as one that failed. */
const MOST_WAIT_MS = 5_000;

/**
 * The order of a call whose answer was lost, where the list has it that is read then: whoever is asked to try again beside a
 * dish that says it is ordered would order it twice. `seen` is the list at the press, `customerId` whose press it was. Throws
 * that the session ended where it did meanwhile.
 */
export async function orderAfterAll(
  { queries, query, snapshot }: Platform,
  {
    error,
    body,
    seen,
    customerId,
  }: {
    readonly error: unknown;
    readonly body: DirectOrder;
    readonly seen: OrderList | undefined;
    readonly customerId: string | undefined;
  },
): Promise<Order | undefined> {
  const failure = failureOf(error);
  if (!failure || !saysNothing(failure) || !seen) return undefined;
  const { queryKey } = query('listOrders', undefined);
  // A list that cannot be read says so itself.
  await Promise.race([
    queries.refetchQueries({ queryKey, exact: true }),
    new Promise((resolve) => setTimeout(resolve, MOST_WAIT_MS)),
  ]);
  // Nothing that one customer began is told to the next.
  if (snapshot.getState().session.customerId !== customerId) throw new ApiError({ kind: 'session-ended' });
  const known = new Set(seen.orders.map(({ id }) => id));
  const { canteenId, mealId, date, quantity } = body.item;
  return queries
    .getQueryData(queryKey)
    ?.orders.find(
      ({ id, canteenId: canteen, orderItem }) =>
        !known.has(id) &&
        canteen === canteenId &&
        orderItem.mealId === mealId &&
        orderItem.date === date &&
        orderItem.quantity === quantity,
    );
}
