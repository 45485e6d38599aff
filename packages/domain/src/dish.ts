import type { CalendarDay, Instant } from './day.ts';

/** What the menu says of a dish. */
export const dishStatuses = ['CLOSED', 'SOLD_OUT', 'AVAILABLE', 'EXCHANGE', 'READONLY'] as const;
export type DishStatus = (typeof dishStatuses)[number];

/** How the dish is marked for its health. */
export const healthIndexes = ['UNHEALTHY', 'NORMAL', 'HEALTHY'] as const;
export type HealthIndex = (typeof healthIndexes)[number];

/** How the canteen offers a dish, whatever the stock and the clock say. */
export const offeringStates = ['open', 'closed', 'readonly'] as const;
export type OfferingState = (typeof offeringStates)[number];

/** What a customer can do with a dish: nothing is shown for `none`. */
export type DishAction = 'order' | 'exchange' | 'sold-out' | 'none';

const actions = {
  AVAILABLE: 'order',
  EXCHANGE: 'exchange',
  SOLD_OUT: 'sold-out',
  CLOSED: 'sold-out',
  READONLY: 'none',
} satisfies Record<DishStatus, DishAction>;

/**
 * Portions left of a dish: `remaining`, or `quantity` where the setting says that it means the
 * same; undefined when unknown.
 */
export function remainingPortions(
  dish: { remaining?: number | null | undefined; quantity?: number | null | undefined },
  isQuantityRemaining: boolean,
): number | undefined {
  return dish.remaining ?? (isQuantityRemaining ? dish.quantity : undefined) ?? undefined;
}

/**
 * The action a dish has: on a day in the past none, and an available dish without a portion left is
 * sold out.
 */
export function dishAction(
  dish: { status: DishStatus; date: CalendarDay; remaining?: number | undefined },
  today: CalendarDay,
): DishAction {
  if (dish.date < today) return 'none';
  if (dish.status === 'AVAILABLE' && dish.remaining !== undefined && dish.remaining <= 0) return 'sold-out';
  return actions[dish.status];
}

/** The status of a dish at a moment, as the server tells it. */
export function dishStatus(dish: {
  state: OfferingState;
  /** Portions left. */
  remaining: number;
  /** Portions that others than the customer offer for exchange. */
  offered: number;
  orderUntil: Instant;
  exchangeUntil: Instant;
  now: Instant;
}): DishStatus {
  if (dish.state === 'readonly') return 'READONLY';
  if (dish.state === 'closed') return 'CLOSED';
  const isLate = dish.now > dish.orderUntil;
  if (dish.remaining > 0 && !isLate) return 'AVAILABLE';
  if (dish.offered > 0 && dish.now <= dish.exchangeUntil) return 'EXCHANGE';
  return isLate ? 'CLOSED' : 'SOLD_OUT';
}

/** When ordering ended of a dish that is closed since then; undefined where nothing says so, or it is closed for another reason. */
export function orderingClosedAt(
  dish: { readonly status: DishStatus; readonly orderUntil: Instant | undefined },
  now: Instant,
): Instant | undefined {
  const { status, orderUntil } = dish;
  return status === 'CLOSED' && orderUntil !== undefined && orderUntil <= now ? orderUntil : undefined;
}

/** Up to this number of portions the card stresses how few are left. */
export const FEW_PORTIONS = 10;

/** The portions left of a dish that can be ordered, where they are known, and whether they are few. */
export function portionsLeft(dish: {
  status: DishStatus;
  remaining?: number | undefined;
}): { readonly count: number; readonly areFew: boolean } | undefined {
  const { status, remaining: count } = dish;
  if (status !== 'AVAILABLE' || count === undefined || count <= 0) return undefined;
  return { count, areFew: count <= FEW_PORTIONS };
}

/** How a card shows the limit for ordering: as a time, in the last hour as minutes left, and after it not at all. */
export type OrderLimit = 'time' | number;

const LAST_HOUR_MS = 60 * 60_000;

/** What a card says of a dish's `orderUntil` at a moment of the server's clock. */
export function orderLimit(orderUntil: Instant, now: Instant): OrderLimit | undefined {
  const left = orderUntil - now;
  if (left < 0) return undefined;
  return left > LAST_HOUR_MS ? 'time' : Math.ceil(left / 60_000);
}

/** What a day says of its `cancelUntil` while its dishes can be ordered: nothing where it is their `orderUntil`. */
export function limitToCancel(
  orderUntil: Instant | undefined,
  cancelUntil: Instant | undefined,
  now: Instant,
): 'time' | 'over' | undefined {
  if (orderUntil === undefined || cancelUntil === undefined) return undefined;
  if (orderUntil === cancelUntil || orderUntil < now) return undefined;
  return cancelUntil < now ? 'over' : 'time';
}
