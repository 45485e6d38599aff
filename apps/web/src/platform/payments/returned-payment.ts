import { failureOf } from '@refectory/contract/errors';
import type { PaymentStatus } from '@refectory/domain/payment';
import type { Money } from '@refectory/domain/money';
import { LATE_BALANCE_MS, LATE_BALANCE_PAUSE_MS, topUpGateway } from '@refectory/domain/top-up';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { invalidate } from '#platform/api/query.ts';
import { usePlatform, useSnapshot } from '#platform/platform.ts';
import { usePlace } from '#platform/routing/place.tsx';
import { useCustomer } from '#platform/session/use-customer.ts';

/** What is known of the payment that came back. */
export type ReturnedPayment = {
  /** Undefined where the server does not tell of payments, or knows none of this name. */
  readonly status: PaymentStatus | undefined;
  /** The server tells of payments, and has not been heard about this one. */
  readonly isAwaited: boolean;
  /** The server tells of payments, and knows none of this name. */
  readonly isUnknown: boolean;
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
  const isWatched = useMinute();
  return { ...usePayment(paymentId, isWatched ? LATE_BALANCE_PAUSE_MS : false), isWatched };
}

/**
 * Reads what became of a payment, where the server tells that, and again after each pause until it is settled; orders and
 * balance are read again then.
 */
export function usePayment(
  paymentId: string | undefined,
  pauseMs: number | false,
): Omit<ReturnedPayment, 'isWatched'> {
  const platform = usePlatform();
  const { call, queries, settings } = platform;
  const tellsStatus = useSnapshot(({ session }) => session.capabilities?.paymentStatus === true);
  const customer = useCustomer(paymentId !== undefined);
  const gateway =
    topUpGateway(settings.topUpGateways, customer.data?.supportedTopUpPayment) ?? settings.topUpGateways[0];
  // A guest is told too: the session may have ended at the gateway.
  const isTold = tellsStatus && paymentId !== undefined && gateway !== undefined;

  const payment = useQuery({
    queryKey: ['getPaymentStatus', gateway?.id, paymentId],
    queryFn: ({ signal }) =>
      call('getPaymentStatus', { query: { paymentId: paymentId ?? '' } }, { signal, gateway }).catch(
        (error: unknown) => {
          // The page says so itself.
          if (tellsOfNone(error)) return null;
          throw error;
        },
      ),
    // Which gateway is the customer's is known with the customer.
    enabled: isTold && !customer.isLoading,
    refetchInterval: ({ state }) =>
      state.data !== null && (state.data?.status ?? 'pending') === 'pending' ? pauseMs : false,
  });
  // Until a server that tells has told, nothing has been paid: also where its answer fails.
  const isUnknown = payment.data === null;
  const status = payment.data?.status ?? (isTold && !isUnknown ? 'pending' : undefined);
  const isSettled = status === 'paid' || status === 'failed';
  useEffect(() => {
    // The header's balance and the orders are those of before.
    if (isSettled) void invalidate(queries, 'getBalance', 'listOrders');
  }, [isSettled, queries]);
  return {
    status,
    isAwaited: isTold && payment.data === undefined && !payment.isError,
    isUnknown,
    amount: payment.data?.amount,
    isExpired: payment.data?.expired === true,
    isLateCart: payment.data?.purpose === 'cart' && payment.data.usedFor === 'account',
  };
}

/** Whether the server knows no such payment; whatever else went wrong may be better the next time. */
function tellsOfNone(error: unknown): boolean {
  const failure = failureOf(error);
  return failure?.kind === 'refused' && failure.status === 404;
}

/** Whether the page was opened less than a minute ago. */
export function useMinute(): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), LATE_BALANCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return !isOver;
}
