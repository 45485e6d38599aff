import { failureOf } from '@refectory/contract/errors';
import { withoutTopUp } from '@refectory/domain/begun-top-up';
import type { PaymentStatus } from '@refectory/domain/payment';
import { LATE_BALANCE_MS, LATE_BALANCE_PAUSE_MS, topUpGateway } from '@refectory/domain/top-up';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { ApiOutput } from '#platform/api/api.ts';
import { invalidate } from '#platform/api/query.ts';
import { usePlatform, useSnapshot } from '#platform/platform.ts';
import { useCustomer } from '#platform/session/use-customer.ts';

/** What the server says of a payment. */
export type PaymentState = {
  /** Undefined where the server does not tell of payments, or knows none of this name. */
  readonly status: PaymentStatus | undefined;
  /** The server tells of payments, and has not been heard about this one. */
  readonly isAwaited: boolean;
  /** The server tells of payments, and knows none of this name. */
  readonly isUnknown: boolean;
  /** All that it says. */
  readonly told: ApiOutput<'getPaymentStatus'> | undefined;
  /** It was asked for the first time less than a minute ago: news is expected. */
  readonly isFirstMinute: boolean;
  /** What it changed was read again since it was settled. */
  readonly isRead: boolean;
};

/**
 * Reads what became of a payment, where the server tells that: often in the first minute, and after it as often as
 * `laterPauseMs` says. What it changed is read again, and a top-up whose end is known is no longer kept.
 */
export function usePaymentState(
  paymentId: string | undefined,
  { laterPauseMs }: { readonly laterPauseMs: number | false },
): PaymentState {
  const { call, queries, settings, snapshot } = usePlatform();
  const tellsStatus = useSnapshot(({ session }) => session.capabilities?.paymentStatus === true);
  const customer = useCustomer(paymentId !== undefined);
  const gateway =
    topUpGateway(settings.topUpGateways, customer.data?.supportedTopUpPayment) ?? settings.topUpGateways[0];
  const isFirstMinute = useMinute(paymentId);
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
      state.data !== null && (state.data?.status ?? 'pending') === 'pending'
        ? isFirstMinute
          ? LATE_BALANCE_PAUSE_MS
          : laterPauseMs
        : false,
  });
  // Until a server that tells has told, nothing has been paid: also where its answer fails.
  const isUnknown = payment.data === null;
  const status = payment.data?.status ?? (isTold && !isUnknown ? 'pending' : undefined);
  const isSettled = status === 'paid' || status === 'failed';
  const [readOf, setReadOf] = useState<string>();
  useEffect(() => {
    // The header's balance and the orders are those of before.
    if (isSettled) void invalidate(queries, 'getBalance', 'listOrders').then(() => setReadOf(paymentId));
  }, [isSettled, queries, paymentId]);
  useEffect(() => {
    if (!isSettled && !isUnknown) return;
    if (snapshot.getState().begunTopUps.some((begun) => begun.paymentId === paymentId))
      snapshot.setState(({ begunTopUps }) => ({ begunTopUps: withoutTopUp(begunTopUps, paymentId) }));
  }, [isSettled, isUnknown, paymentId, snapshot]);
  return {
    status,
    isAwaited: isTold && payment.data === undefined && !payment.isError,
    isUnknown,
    told: payment.data ?? undefined,
    isFirstMinute,
    isRead: readOf !== undefined && readOf === paymentId,
  };
}

/** Whether a payment was to pay a cart that could no longer be ordered when it came: its money is on the account. */
export function isLateCart(told: PaymentState['told']): boolean {
  return told?.purpose === 'cart' && told.usedFor === 'account';
}

/** Whether the server knows no such payment; whatever else went wrong may be better the next time. */
function tellsOfNone(error: unknown): boolean {
  const failure = failureOf(error);
  return failure?.kind === 'refused' && failure.status === 404;
}

/** Whether a payment has been asked for less than a minute on this page. */
function useMinute(paymentId: string | undefined): boolean {
  const [over, setOver] = useState<{ readonly paymentId: string | undefined }>();
  useEffect(() => {
    const timer = setTimeout(() => setOver({ paymentId }), LATE_BALANCE_MS);
    return () => clearTimeout(timer);
  }, [paymentId]);
  return over === undefined || over.paymentId !== paymentId;
}
