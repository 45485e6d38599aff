import type { CalendarDay } from './day.ts';
import type { CancelStatus } from './order.ts';

/** Whether an order is one of a dish and stands on exchange, or may be just on its way there or back. */
export function mayBeOnExchange(
  order: {
    readonly orderItem: { readonly mealId: number; readonly date: CalendarDay };
    readonly cancelStatus: CancelStatus;
    readonly onExchange?: boolean | undefined;
  },
  dish: { readonly mealId: number; readonly date: CalendarDay },
): boolean {
  return (
    order.orderItem.mealId === dish.mealId &&
    order.orderItem.date === dish.date &&
    (order.onExchange === true || order.cancelStatus === 'FOR_EXCHANGE')
  );
}

/**
 * The takings of offered portions that their giver was not told of yet, by their ids. Whoever was never told of any
 * learns of those to come.
 */
export function takingsToTell(
  takings: readonly { readonly id?: number | undefined }[],
  told: readonly number[] | undefined,
): number[] {
  const ids = takings.flatMap(({ id }) => id ?? []);
  return told === undefined ? [] : ids.filter((id) => !told.includes(id));
}
