import type { CancelStatus } from './order.ts';

/** What a customer can do with an order; `not-possible` is shown disabled, in the sold-out look. */
export type OrderAction = 'cancel' | 'offer-for-exchange' | 'take-back' | 'not-possible';

const actions = {
  POSSIBLE: 'cancel',
  FOR_EXCHANGE: 'offer-for-exchange',
  NOT_POSSIBLE: 'not-possible',
} satisfies Record<CancelStatus, OrderAction>;

/**
 * The action an order has; one that is offered to others already can be taken back where the server knows how to.
 */
export function orderAction(
  order: { readonly cancelStatus: CancelStatus; readonly onExchange?: boolean | undefined },
  mayWithdraw: boolean,
): OrderAction {
  const action = actions[order.cancelStatus];
  if (action !== 'offer-for-exchange' || order.onExchange !== true) return action;
  return mayWithdraw ? 'take-back' : 'not-possible';
}
