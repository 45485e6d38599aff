import type { Money } from '@refectory/domain/money';
import type { PaymentStatus } from '@refectory/domain/payment';
import { useEffect, useState } from 'react';

import { usePlatform, useSnapshot, type Platform } from '#platform/platform.ts';
import { withEntry } from '#platform/storage/snapshot.ts';

import { isLateCart, usePaymentState, type PaymentState } from './payment-state.ts';

type Store = Pick<Platform, 'snapshot'>;

/** How often a payment is asked for that was not settled within a minute. */
const LONG_PAUSE_MS = 15_000;

/** A payment that was not settled within this time is not spoken of any more: its meals are eaten. */
const MOST_WAIT_MS = 24 * 60 * 60_000;

/**
 * Remembers that the meals of whoever is logged in wait for this payment, which took the place of the one before, where
 * the server will tell what became of it.
 */
export function awaitPayment({ deviceNow, snapshot }: Platform, paymentId: string, amount: Money): void {
  snapshot.setState(({ session: { customerId, capabilities }, awaitedPayments }) =>
    customerId === undefined || capabilities?.paymentStatus !== true
      ? {}
      : {
          awaitedPayments: withEntry(awaitedPayments, {
            customerId,
            paymentId,
            amount,
            begunAt: deviceNow(),
          }),
        },
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

/**
 * What is known of the payment that meals wait for. One that is `late` ordered nothing, and its money is on the account;
 * of one that is `expired` the gateway may still bring it.
 */
export type AwaitedPayment = {
  readonly state: 'pending' | 'paid' | 'late' | 'failed' | 'expired';
  readonly amount: Money;
};

/**
 * The payment that the customer's meals wait for on this device, read until it is settled. What became of it is said as
 * long as the page is open, and forgotten. Undefined where none is awaited, and where the server does not tell.
 */
export function useAwaitedPayment(): AwaitedPayment | undefined {
  const platform = usePlatform();
  const { deviceNow } = platform;
  const [openedAt] = useState(deviceNow);
  const customerId = useSnapshot(({ session }) => session.customerId);
  const awaited = useSnapshot(({ session, awaitedPayments }) =>
    awaitedPayments.find(
      (payment) =>
        payment.customerId === session.customerId && Math.abs(openedAt - payment.begunAt) < MOST_WAIT_MS,
    ),
  );
  // Of one that was given up elsewhere nothing is said: its cart was ordered in another way.
  const [settled, setSettled] = useState<typeof awaited>();
  const shown = awaited ?? (settled?.customerId === customerId ? settled : undefined);
  const { status, told, isUnknown } = usePaymentState(shown?.paymentId, { laterPauseMs: LONG_PAUSE_MS });
  const isOver = isUnknown || status === 'paid' || status === 'failed';
  if (isOver && awaited !== undefined && awaited !== settled) setSettled(awaited);
  useEffect(() => {
    if (isOver) forgetPayment(platform, shown?.paymentId);
  }, [platform, isOver, shown?.paymentId]);
  if (shown === undefined || status === undefined) return undefined;
  return { state: stateOf(status, told), amount: told?.amount ?? shown.amount };
}

function stateOf(status: PaymentStatus, told: PaymentState['told']): AwaitedPayment['state'] {
  if (isLateCart(told)) return 'late';
  return told?.expired ? 'expired' : status;
}
