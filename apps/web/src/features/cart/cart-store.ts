import { EMPTY_CART, type Cart } from '@refectory/domain/cart';
import { MOST_PORTIONS } from '@refectory/domain/order';
import { isCalendarDay, type CalendarDay } from '@refectory/domain/day';
import type { UnitPrice } from '@refectory/domain/money';
import * as z from 'zod/mini';

import { usePlatform, useSnapshot, type Platform } from '#platform/platform.ts';
import { listOf, withEntry, type Snapshot } from '#platform/storage/snapshot.ts';

const Price = z.custom<UnitPrice>((value) => Number.isSafeInteger(value));

const StoredItem = z.object({
  id: z.string(),
  modifiers: z.array(z.object({ id: z.union([z.number(), z.string()]), name: z.string(), price: Price })),
  quantity: z.int().check(z.minimum(1), z.maximum(MOST_PORTIONS)),
  menuItem: z.object({
    mealId: z.number(),
    date: z.custom<CalendarDay>((value) => typeof value === 'string' && isCalendarDay(value)),
    price: Price,
    product: z.optional(z.object({ id: z.optional(z.number()), name: z.string() })),
  }),
  canteenId: z.number(),
  allowMultipleOrder: z.boolean(),
});

/** A cart as it is kept. A row that cannot be read takes no other with it. */
const StoredCart = z.object({
  begunAt: z.number(),
  items: listOf(StoredItem),
  cartProceeded: z.boolean(),
  openPayment: z.catch(z.optional(listOf(StoredItem)), undefined),
  paymentId: z.catch(z.optional(z.string()), undefined),
});

type OwnedCart = Snapshot['carts'][number];

/** Each kept cart is read once: what was read before stays the same. */
const read = new WeakMap<OwnedCart, Cart>();

export function readCart(owned: OwnedCart): Cart {
  const known = read.get(owned);
  if (known) return known;
  const parsed = z.safeParse(StoredCart, owned);
  const cart = parsed.success ? parsed.data : EMPTY_CART;
  read.set(owned, cart);
  return cart;
}

/** The cart of the logged-in customer; empty for a guest, and for a customer without a cart. */
export function cartIn({ session, carts }: Pick<Snapshot, 'session' | 'carts'>): Cart {
  return cartOfCustomer(carts, session.customerId);
}

export function cartOfCustomer(carts: Snapshot['carts'], customer: string | undefined): Cart {
  const owned = carts.find(({ customerId }) => customerId === customer);
  return owned ? readCart(owned) : EMPTY_CART;
}

/** The cart of the logged-in customer. */
export function useCart(): Cart {
  return useSnapshot(cartIn);
}

/**
 * Changes the cart of the logged-in customer in its newest state of all tabs. An empty cart is not stored, unless it has
 * to be remembered what went to be paid.
 */
export function changeCart({ snapshot }: Pick<Platform, 'snapshot'>, change: (cart: Cart) => Cart): void {
  snapshot.setState((now) => changedCart(now, now.session.customerId, change));
}

export function changedCart(
  { carts }: Pick<Snapshot, 'carts'>,
  customerId: string | undefined,
  change: (cart: Cart) => Cart,
): Partial<Snapshot> {
  if (customerId === undefined) return {};
  const cart = change(cartOfCustomer(carts, customerId));
  const others = carts.filter((owned) => owned.customerId !== customerId);
  return {
    carts:
      cart.items.length === 0 && !cart.openPayment?.length
        ? others
        : withEntry(carts, { customerId, ...cart }),
  };
}

/** How the rows of a page change the cart. */
export function useChangeCart(): (change: (cart: Cart) => Cart) => void {
  const platform = usePlatform();
  return (change) => changeCart(platform, change);
}
