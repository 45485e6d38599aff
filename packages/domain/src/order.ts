import { instantOf, type Instant, type Moment } from './day.ts';

/** Whether an order can be given back. // spec §3, enumerations */
export const cancelStatuses = ['NOT_POSSIBLE', 'FOR_EXCHANGE', 'POSSIBLE'] as const;
export type CancelStatus = (typeof cancelStatuses)[number];

/** What a customer can do with an order; `not-possible` is shown disabled, in the sold-out look. */
export type OrderAction = 'cancel' | 'offer-for-exchange' | 'take-back' | 'not-possible';

const actions = {
  POSSIBLE: 'cancel',
  FOR_EXCHANGE: 'offer-for-exchange',
  NOT_POSSIBLE: 'not-possible',
} satisfies Record<CancelStatus, OrderAction>;

/**
 * The action an order has; one that is offered to others already can be taken back where the server knows how to
 * (C26). // spec §4, dish status
 */
export function orderAction(
  order: { readonly cancelStatus: CancelStatus; readonly onExchange?: boolean | undefined },
  mayWithdraw: boolean,
): OrderAction {
  const action = actions[order.cancelStatus];
  if (action !== 'offer-for-exchange' || order.onExchange !== true) return action;
  return mayWithdraw ? 'take-back' : 'not-possible';
}

/** Until when an order can be cancelled; undefined when it cannot be, or nothing says until when. */
export function cancelLimit(
  order: { cancelStatus: CancelStatus; cancelUntil?: Moment | undefined },
  zone: string,
): Instant | undefined {
  return order.cancelStatus === 'POSSIBLE' ? instantOf(order.cancelUntil, zone) : undefined;
}

/** The cancel status of an order at a moment, as the server tells it (B2). */
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

/** Orders pressed within this time after an order act as one press. // spec §9 */
export const ORDER_THROTTLE_MS = 500;

/**
 * Whether an order that answers a repeated call had come about before the call was repeated: it is one of those that
 * the customer saw on the list when he ordered, or it is no longer on the list, so that it was cancelled since. Nothing
 * says so where the list cannot be read.
 */
export function isEarlierOrder(
  orderId: number,
  { seen, present }: { readonly seen: readonly number[]; readonly present: readonly number[] | undefined },
): boolean {
  return seen.includes(orderId) || present?.includes(orderId) === false;
}
