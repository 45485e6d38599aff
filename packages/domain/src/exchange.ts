import type { CalendarDay, Instant } from './day.ts';
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
 * How many of the moments at which others took offered portions their giver was not told of, and until when he is told
 * with these. Whoever was never told of any learns of those to come.
 */
export function takingsToTell(
  takenAt: readonly Instant[],
  toldUntil: Instant | undefined,
): { readonly count: number; readonly until: Instant } {
  return {
    count: toldUntil === undefined ? 0 : takenAt.filter((moment) => moment > toldUntil).length,
    until: Math.max(toldUntil ?? 0, ...takenAt),
  };
}
