import { CartOrder } from '@refectory/contract/cart';
import type { Cart } from '@refectory/domain/cart';
import { fieldValueOf, type FormField, type FormValues } from '@refectory/domain/form-field';
import { PAYMENT_FIELD, type PaymentType } from '@refectory/domain/payment';
import * as z from 'zod/mini';

import type { Platform } from '#platform/platform.ts';
import type { Snapshot } from '#platform/storage/snapshot.ts';

type OwedOrder = Snapshot['owedOrders'][number];

/** Whether an order is of a cart with the same rows; a cart that was changed since is another order. */
const isOf = ({ begunAt, items }: OwedOrder, cart: Cart) =>
  begunAt === cart.begunAt && items === JSON.stringify(cart.items);

/** The order of this cart that has no answer yet, as it was sent; undefined where there is none. */
export function owedOrderIn(
  { session, owedOrders }: Pick<Snapshot, 'session' | 'owedOrders'>,
  cart: Cart,
): CartOrder | undefined {
  const owed = owedOrders.find((order) => order.customerId === session.customerId && isOf(order, cart));
  // Kept as text, by which orders are compared; a text that cannot be sent is no order.
  const order = owed?.order as CartOrder | undefined;
  return order && z.safeEncode(CartOrder, order).success ? order : undefined;
}

/** Whether an order is to be paid at a gateway. */
const isByCard = ({ order }: OwedOrder) =>
  (order as CartOrder).additionalData?.some(
    ({ variableId, value }) => variableId === PAYMENT_FIELD && value === ('creditcard' satisfies PaymentType),
  ) === true;

/**
 * Whether this cart was sent, has no answer, and was changed since: what was sent may be ordered. A cart that is to be
 * paid by card is not ordered before it is paid, which its customer cannot do without an answer.
 */
export function wasChangedUnanswered(
  { session, owedOrders }: Pick<Snapshot, 'session' | 'owedOrders'>,
  cart: Cart,
): boolean {
  return owedOrders.some(
    (order) =>
      order.customerId === session.customerId &&
      order.begunAt === cart.begunAt &&
      !isOf(order, cart) &&
      !isByCard(order),
  );
}

/** How many orders without an answer are kept; each is of a cart as it was when it was sent. */
const MOST_OWED = 20;

/** Keeps the order of a cart until it is answered, also over a reload. Those of the cart as it was before stay. */
export function keepOwedOrder({ snapshot }: Pick<Platform, 'snapshot'>, cart: Cart, order: CartOrder): void {
  snapshot.setState(({ session: { customerId }, owedOrders }) => {
    if (customerId === undefined) return {};
    const owed = {
      customerId,
      begunAt: cart.begunAt,
      items: JSON.stringify(cart.items),
      order,
    };
    const others = owedOrders.filter((other) => other.customerId !== customerId || !isOf(other, cart));
    return { owedOrders: [...others, owed].slice(-MOST_OWED) };
  });
}

/** Forgets the order of a cart, because it is answered. An order that another tab sent for the changed cart stays. */
export function forgetOwedOrder({ snapshot }: Pick<Platform, 'snapshot'>, cart: Cart): void {
  snapshot.setState(({ session: { customerId }, owedOrders }) => ({
    owedOrders: owedOrders.filter((order) => order.customerId !== customerId || !isOf(order, cart)),
  }));
}

/** What an order says in the fields of its form. */
export function valuesOfOrder(fields: readonly FormField[], { additionalData = [] }: CartOrder): FormValues {
  return Object.fromEntries(
    fields.map((field) => {
      const said = additionalData.find(({ variableId }) => variableId === field.id);
      return [field.id, fieldValueOf(field, said?.value)];
    }),
  );
}
