import type { CalendarDay } from './day.ts';
import type { CancelStatus } from './order.ts';

/** Whether an order is one of a dish and on exchange, or may be about to go there or back. */
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
 * The exchanges that a customer has yet to be told of: portions that others took of their orders. On a device that
 * never told of any, those that are there already count as told.
 */
export function takingsToTell<Taking extends { readonly id?: number | undefined }>(
  takings: readonly Taking[],
  told: readonly number[] | undefined,
): Taking[] {
  return told === undefined ? [] : takings.filter(({ id }) => id !== undefined && !told.includes(id));
}
