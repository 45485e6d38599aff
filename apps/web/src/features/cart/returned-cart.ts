import { isOfPayment, withFailedPayment, withoutPaid } from '@refectory/domain/paid-cart';

import type { Platform } from '#platform/platform.ts';
import type { Snapshot } from '#platform/storage/snapshot.ts';

import { cartOfCustomer, changedCart, readCart } from './cart-store.ts';

type Owners = Pick<Snapshot, 'session' | 'carts'>;
type Store = Pick<Platform, 'snapshot'>;

/**
 * Whose cart a payment is for: the one that went to it by its name; else that of whoever is logged in; for a guest, whose
 * session ended meanwhile, the one that went to be paid last. Undefined where it is for no cart that is known here, such as
 * one that was paid for long ago.
 */
function payerIn({ session, carts }: Owners, paymentId: string | undefined): string | undefined {
  const named = carts.find((owned) => paymentId !== undefined && readCart(owned).paymentId === paymentId);
  const payer =
    named?.customerId ??
    session.customerId ??
    carts.findLast((owned) => {
      const cart = readCart(owned);
      return cart.openPayment?.length && isOfPayment(cart, paymentId);
    })?.customerId;
  return isOfPayment(cartOfCustomer(carts, payer), paymentId) ? payer : undefined;
}

/**
 * Whether the cart of a payment that comes back without a name went to be paid by card, and nothing is known of its end.
 */
export function hasProceededCart({ snapshot }: Store): boolean {
  const now = snapshot.getState();
  return Boolean(cartOfCustomer(now.carts, payerIn(now, undefined)).openPayment?.length);
}

/** Empties the cart that was paid for. What was put into it since it went to be paid stays. */
export function emptyPaidCart({ snapshot }: Store, paymentId: string | undefined): void {
  snapshot.setState((now) => changedCart(now, payerIn(now, paymentId), (cart) => withoutPaid(cart)));
}

/** Notes that the payment of a cart failed: nothing of it is to be looked for among the orders. */
export function markFailedPayment({ snapshot }: Store, paymentId: string | undefined): void {
  snapshot.setState((now) => changedCart(now, payerIn(now, paymentId), withFailedPayment));
}
