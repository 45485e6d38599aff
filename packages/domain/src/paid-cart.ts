import { EMPTY_CART, isSameRow, withRows, type Cart, type CartItem } from './cart.ts';

/** The cart of which these rows went to be paid. The server ends the payment that was open before. */
export function asProceeded(cart: Cart, ordered: readonly CartItem[], paymentId?: string): Cart {
  return { ...cart, cartProceeded: true, openPayment: ordered, paymentId };
}

/**
 * Whether a payment that came back, by the name it has in the address, may be the one of the cart. It is not where the cart
 * went to another one since, or to none, or was changed after that one had failed.
 */
export function isOfPayment(cart: Cart, paymentId: string | undefined): boolean {
  if (paymentId === undefined) return true;
  const went = cart.cartProceeded || cart.openPayment !== undefined;
  return went && (cart.paymentId === undefined || cart.paymentId === paymentId);
}

/** The cart without a dish. What went to be paid of it may be ordered nevertheless. */
export function withoutItems({ openPayment, paymentId }: Cart): Cart {
  return { ...EMPTY_CART, openPayment, paymentId };
}

/** A cart whose payment is known not to have come about: nothing of it can be among the orders. */
export function withFailedPayment(cart: Cart): Cart {
  return cart.openPayment?.length ? { ...cart, openPayment: undefined } : cart;
}

/** Whether a dish of it may be among the orders already: it went to be paid, and nobody knows how that ended. */
export function mayBeOrdered({ items, openPayment = [] }: Cart): boolean {
  return items.some(({ id }) => openPayment.some((paid) => paid.id === id));
}

/** What is left of a cart when some of it was ordered: what was put into it meanwhile. */
export function withoutOrdered(cart: Cart, ordered: readonly CartItem[]): Cart {
  const left = cart.items
    .map((item) => {
      const sent = ordered.find((one) => isSameRow(one, item))?.quantity ?? 0;
      return { ...item, quantity: item.quantity - sent };
    })
    .filter(({ quantity }) => quantity > 0);
  return left.length === 0 ? EMPTY_CART : withRows(cart, left);
}

/** What is left of a cart once these rows are paid: what was put into it or changed since they were sent. */
export function withoutPaid(cart: Cart, paid: readonly CartItem[] = cart.openPayment ?? cart.items): Cart {
  return { ...withoutOrdered(cart, paid), openPayment: [] };
}
