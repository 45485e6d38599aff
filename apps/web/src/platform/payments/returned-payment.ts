import type { Money } from '@refectory/domain/money';

import { usePlace } from '#platform/routing/place.tsx';

import { isLateCart, usePaymentState, type PaymentState } from './payment-state.ts';

/** What is known of the payment that came back. */
export type ReturnedPayment = Pick<PaymentState, 'status' | 'isAwaited' | 'isUnknown'> & {
  /** Undefined where the address names none: some gateways leave it out. */
  readonly paymentId: string | undefined;
  readonly amount: Money | undefined;
  /** It failed since its time was over: the gateway may still take it. */
  readonly isExpired: boolean;
  /** It was to pay a cart, which could no longer be ordered when it came. */
  readonly isLateCart: boolean;
  /** News of it is still asked for. */
  readonly isWatched: boolean;
};

/**
 * Reads for a minute what became of the payment that the address names, where the server tells that. The
 * return page itself credits and orders nothing.
 */
export function useReturnedPayment(): ReturnedPayment {
  const paymentId = usePlace().search.get('paymentId') ?? undefined;
  const { status, isAwaited, isUnknown, told, isFirstMinute } = usePaymentState(paymentId, {
    laterPauseMs: false,
  });
  return {
    paymentId,
    status,
    isAwaited,
    isUnknown,
    amount: told?.amount,
    isExpired: told?.expired === true,
    isLateCart: isLateCart(told),
    isWatched: isFirstMinute,
  };
}
