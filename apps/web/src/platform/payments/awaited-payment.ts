import type { Money } from '@refectory/domain/money';
import { useEffect, useState } from 'react';

import { usePlatform, useSnapshot, type Platform } from '#platform/platform.ts';
import { withEntry } from '#platform/storage/snapshot.ts';

import { isLateCart, usePaymentState } from './payment-state.ts';

type Store = Pick<Platform, 'snapshot'>;

/** How often a payment is asked for that was not settled within a minute. */
const LONG_PAUSE_MS = 15_000;

/** Remembers that the meals of whoever is logged in wait for this payment, which took the place of the one before. */
export function awaitPayment({ snapshot }: Store, paymentId: string, amount: Money): void {
  snapshot.setState(({ session: { customerId }, awaitedPayments }) =>
    customerId === undefined
      ? {}
      : { awaitedPayments: withEntry(awaitedPayments, { customerId, paymentId, amount }) },
  );
}

/** Forgets a payment because it was said what became of it, whoever is logged in by now. */
export function forgetPayment({ snapshot }: Store, paymentId: string | undefined): void {
  if (!snapshot.getState().awaitedPayments.some((awaited) => awaited.paymentId === paymentId)) return;
  snapshot.setState(({ awaitedPayments }) => ({
    awaitedPayments: awaitedPayments.filter((awaited) => awaited.paymentId !== paymentId),
  }));
}

/** Forgets the payment of whoever is logged in: the cart was ordered in another way. */
export function awaitNoPayment({ snapshot }: Store): void {
  snapshot.setState(({ session: { customerId }, awaitedPayments }) => ({
    awaitedPayments: awaitedPayments.filter((awaited) => awaited.customerId !== customerId),
  }));
}

/** What is known of the payment that meals wait for. One that is `late` ordered nothing, and its money is on the account. */
export type AwaitedPayment = {
  readonly state: 'pending' | 'paid' | 'late' | 'failed';
  readonly amount: Money;
};

/**
 * The payment that the customer's meals wait for on this device, read until it is settled. What became of it is said as
 * long as the page is open, and forgotten. Undefined where none is awaited, and where the server does not tell.
 */
export function useAwaitedPayment(): AwaitedPayment | undefined {
  const platform = usePlatform();
  const customerId = useSnapshot(({ session }) => session.customerId);
  const awaited = useSnapshot(({ session, awaitedPayments }) =>
    awaitedPayments.find((payment) => payment.customerId === session.customerId),
  );
  const [kept, setKept] = useState(awaited);
  if (awaited !== undefined && awaited !== kept) setKept(awaited);
  const shown = kept?.customerId === customerId ? kept : undefined;
  const { status, told, isUnknown } = usePaymentState(shown?.paymentId, { laterPauseMs: LONG_PAUSE_MS });
  const isOver = isUnknown || status === 'paid' || status === 'failed';
  useEffect(() => {
    if (isOver) forgetPayment(platform, shown?.paymentId);
  }, [platform, isOver, shown?.paymentId]);
  if (shown === undefined || status === undefined) return undefined;
  return { state: isLateCart(told) ? 'late' : status, amount: told?.amount ?? shown.amount };
}
