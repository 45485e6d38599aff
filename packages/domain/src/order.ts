import type { DeliveryType } from './payment.ts';
import { instantOf, type Instant, type Moment } from './day.ts';

/** The most portions of one order, and of one row of a cart. */
export const MOST_PORTIONS = 999;

/** The most portions that can be ordered of a dish with so many left; nothing where it is not limited. */
export function mostPortions(left: number | undefined): number {
  return Math.min(left ?? MOST_PORTIONS, MOST_PORTIONS);
}

/** Whether an order can be given back. */
export const cancelStatuses = ['NOT_POSSIBLE', 'FOR_EXCHANGE', 'POSSIBLE'] as const;
export type CancelStatus = (typeof cancelStatuses)[number];

/**
 * Orders of one dish as they are told: those that can be cancelled and have the same modifiers and hand-over are one, each
 * other is told by itself. Within one the newest comes last.
 */
export function ordersTogether<
  Order extends {
    readonly id: number;
    readonly cancelStatus: CancelStatus;
    readonly modifiers?: readonly { readonly id: number | string }[] | undefined;
    readonly delivery?: DeliveryType | undefined;
  },
>(orders: readonly Order[]): readonly (readonly [Order, ...Order[]])[] {
  const together = new Map<string, [Order, ...Order[]]>();
  for (const order of orders.toSorted((one, other) => one.id - other.id)) {
    const chosen = order.modifiers?.map(({ id }) => String(id)).toSorted() ?? [];
    const key = JSON.stringify(order.cancelStatus === 'POSSIBLE' ? [chosen, order.delivery] : order.id);
    const alike = together.get(key);
    if (alike) alike.push(order);
    else together.set(key, [order]);
  }
  return [...together.values()];
}

/** Until when an order can be cancelled; undefined when it cannot be, or nothing says until when. */
export function cancelLimit(
  order: { cancelStatus: CancelStatus; cancelUntil?: Moment | undefined },
  zone: string,
): Instant | undefined {
  return order.cancelStatus === 'POSSIBLE' ? instantOf(order.cancelUntil, zone) : undefined;
}

/** The cancel status of an order at a moment, as the server tells it. */
export function cancelStatus(order: {
  cancelUntil: Instant;
  exchangeUntil: Instant;
  collected: boolean;
  /** Whether others can order its dish, or it is offered to them already and can be taken back. */
  canBeExchanged: boolean;
  now: Instant;
}): CancelStatus {
  if (order.collected) return 'NOT_POSSIBLE';
  if (order.now <= order.cancelUntil) return 'POSSIBLE';
  return order.canBeExchanged && order.now <= order.exchangeUntil ? 'FOR_EXCHANGE' : 'NOT_POSSIBLE';
}

/**
 * How far back the list of orders goes, in days: three months, since it is read with every menu. What was eaten before
 * that is in the reports.
 */
export const ORDER_HISTORY_DAYS = 92;

/** Orders pressed within this time after an order act as one press. */
export const ORDER_THROTTLE_MS = 500;
