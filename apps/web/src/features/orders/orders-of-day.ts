import type { ExchangedPortions, Order } from '@refectory/contract/orders';
import type { CalendarDay } from '@refectory/domain/day';

/** What the customer ordered for a day, and what others took of it. */
export type OrdersOfDay = {
  readonly day: CalendarDay;
  readonly orders: readonly Order[];
  readonly takings: readonly ExchangedPortions[];
};

/** The days with orders or takings, in their order. */
export function daysOf(orders: readonly Order[], takings: readonly ExchangedPortions[]): OrdersOfDay[] {
  const days = [...orders.map(({ orderItem }) => orderItem.date), ...takings.map(({ date }) => date)];
  return [...new Set(days)].toSorted().map((day) => ({
    day,
    orders: orders.filter(({ orderItem }) => orderItem.date === day),
    takings: takings.filter(({ date }) => date === day),
  }));
}

/** By the id of the canteen. */
export type CanteenNames = { readonly canteenNames: ReadonlyMap<number, string> };
