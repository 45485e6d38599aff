import type { Instant } from './day.ts';
import type { Money } from './money.ts';

/** A top-up that a customer began on this device, and whose end is not known here. */
export type BegunTopUp = {
  readonly customerId: string;
  /** What the server knows the payment by. */
  readonly paymentId: string;
  readonly amount: Money;
  /** By the clock of the device, which is known before the server has told its own. */
  readonly begunAt: Instant;
  /** The gateway brought the customer back from it as from one that was paid. */
  readonly hasReturned?: boolean | undefined;
};

type Kept = readonly BegunTopUp[];

/** For how long a begun top-up is spoken of: a gateway that has said nothing for a day is not waited for. */
const BEGUN_TOP_UP_MS = 24 * 60 * 60_000;

/** How many of them a device keeps. */
const MOST_BEGUN = 20;

/** The top-ups with one that was begun; one that was begun again, by a repeat, is the same. */
export function withBegunTopUp(kept: Kept, begun: BegunTopUp): BegunTopUp[] {
  return [...withoutTopUp(kept, begun.paymentId), begun].slice(-MOST_BEGUN);
}

/** The top-ups without the one of a payment, whose end is known. */
export function withoutTopUp(kept: Kept, paymentId: string | undefined): BegunTopUp[] {
  return kept.filter((begun) => begun.paymentId !== paymentId);
}

/** The top-ups with the one of a payment come back from the gateway. */
export function withReturnedTopUp(kept: Kept, paymentId: string | undefined): BegunTopUp[] {
  return kept.map((begun) => (begun.paymentId === paymentId ? { ...begun, hasReturned: true } : begun));
}

/** The top-up to speak of to a customer: the last one that came back, else the last one that was begun. */
export function openTopUp(kept: Kept, customerId: string | undefined, now: Instant): BegunTopUp | undefined {
  const own = kept.filter(
    (begun) => begun.customerId === customerId && Math.abs(now - begun.begunAt) < BEGUN_TOP_UP_MS,
  );
  return own.findLast(({ hasReturned }) => hasReturned) ?? own.at(-1);
}
