import type { CalendarDay, Instant } from './day.ts';
import type { Modifier } from './modifiers.ts';
import type { UnitPrice } from './money.ts';
import { MOST_PORTIONS } from './order.ts';

/** A dish of a cart, with what was shown when it was put there. */
export type CartItem = {
  /** Made of canteen, day, meal and product. */
  readonly id: string;
  readonly modifiers: readonly Modifier[];
  /** Portions. */
  readonly quantity: number;
  readonly menuItem: {
    readonly mealId: number;
    readonly date: CalendarDay;
    readonly price: UnitPrice;
    readonly product?: { readonly id?: number | undefined; readonly name: string } | undefined;
  };
  readonly canteenId: number;
  /** More than one portion can be ordered. */
  readonly allowMultipleOrder: boolean;
};

/** What a customer is going to order. */
export type Cart = {
  /** When its first dish was put into it, in milliseconds since 1970: another cart with the same dishes has another. */
  readonly begunAt: Instant;
  readonly items: readonly CartItem[];
  /** It went to be paid, and was not changed after that. */
  readonly cartProceeded: boolean;
  /** The rows that went to be paid, as long as nobody knows how that ended; of what is left of a paid cart, none. */
  readonly openPayment?: readonly CartItem[] | undefined;
  /** The payment it last went to be paid by, where the server named that. */
  readonly paymentId?: string | undefined;
};

/** The most rows of a cart: three dishes a day for four weeks. Each row is work of the server's database. */
export const MOST_CART_ROWS = 60;

/** A cart without a dish. */
export const EMPTY_CART: Cart = { begunAt: 0, items: [], cartProceeded: false };

/** A dish that can be put into a cart, as the menu shows it. */
export type CartDish = {
  readonly mealId: number;
  readonly date: CalendarDay;
  readonly canteenId: number;
  readonly price: UnitPrice;
  readonly name: string;
  readonly allowMultipleOrder?: boolean | undefined;
  readonly product?: { readonly id?: number | undefined; readonly name?: string | undefined } | undefined;
};

/** The id of a dish in a cart, whatever goes with it. */
export function cartItemId({
  canteenId,
  date,
  mealId,
  product,
}: Pick<CartDish, 'canteenId' | 'date' | 'mealId' | 'product'>): string {
  return [canteenId, date, mealId, product?.id ?? ''].join(' ');
}

/** Some portions of a dish as a row of a cart. */
export function cartItem(dish: CartDish, quantity: number, modifiers: readonly Modifier[] = []): CartItem {
  const { mealId, date, canteenId, price, product } = dish;
  return {
    id: cartItemId(dish),
    modifiers,
    quantity,
    menuItem: {
      mealId,
      date,
      price,
      product: { ...(product?.id !== undefined && { id: product.id }), name: product?.name || dish.name },
    },
    canteenId,
    allowMultipleOrder: dish.allowMultipleOrder === true,
  };
}

/** Whether two rows are of one dish with the same modifiers, in whatever order they were chosen. */
export function isSameRow(one: CartItem, other: CartItem): boolean {
  return rowKey(one) === rowKey(other);
}

/** What tells the rows of a cart apart. */
export function rowKey({ id, modifiers }: Pick<CartItem, 'id' | 'modifiers'>): string {
  const chosen = [...new Set(modifiers.map((modifier) => JSON.stringify(modifier.id)))].toSorted();
  return [id, ...chosen].join('|');
}

/** The place of a row in a cart as it is by now; -1 where it is gone. */
export function placeOf({ items }: Cart, row: CartItem): number {
  return items.findIndex((item) => isSameRow(item, row));
}

/** What happened to a dish that was to be put into a cart. */
export type Adding =
  | { readonly verdict: 'added'; readonly cart: Cart }
  | { readonly verdict: 'one-portion' | 'most-portions' | 'full' };

/**
 * Puts a dish into a cart: more portions of a row that has it with the same modifiers, else a row at the end. Of a dish
 * of which one portion can be ordered there is one row with one portion, whatever its modifiers.
 */
export function withItem(cart: Cart, added: CartItem, now: Instant): Adding {
  const { items } = cart;
  if (!added.allowMultipleOrder && (added.quantity > 1 || items.some(({ id }) => id === added.id)))
    return { verdict: 'one-portion' };
  const present = items.findIndex((item) => isSameRow(item, added));
  const before = items[present];
  if ((before?.quantity ?? 0) + added.quantity > MOST_PORTIONS) return { verdict: 'most-portions' };
  if (!before && items.length >= MOST_CART_ROWS) return { verdict: 'full' };
  const next = before
    ? items.with(present, { ...before, allowMultipleOrder: true, quantity: before.quantity + added.quantity })
    : [...items, added];
  const begunAt = items.length === 0 ? now : cart.begunAt;
  return { verdict: 'added', cart: { ...withRows(cart, next), begunAt } };
}

/** The cart without the row at a place. */
export function withoutItem(cart: Cart, place: number): Cart {
  if (!cart.items[place]) return cart;
  return withRows(cart, cart.items.toSpliced(place, 1));
}

/** The cart with so many portions, 1 to 999, in the row at a place. */
export function withQuantity(cart: Cart, place: number, quantity: number): Cart {
  const item = cart.items[place];
  if (!item || item.quantity === quantity || quantity < 1 || quantity > MOST_PORTIONS) return cart;
  return withRows(cart, cart.items.with(place, { ...item, quantity }));
}

/** The cart with other modifiers in the row at a place. A row that is the same by then becomes one with it. */
export function withModifiers(cart: Cart, place: number, modifiers: readonly Modifier[]): Cart {
  const item = cart.items[place];
  if (!item) return cart;
  const next = { ...item, modifiers };
  const twin = cart.items.findIndex((other, index) => index !== place && isSameRow(other, next));
  const portions = item.quantity + (cart.items[twin]?.quantity ?? 0);
  const items = cart.items.with(place, { ...next, quantity: Math.min(portions, MOST_PORTIONS) });
  return withRows(cart, twin === -1 ? items : items.toSpliced(twin, 1));
}

/** The cart with other rows, which did not go to be paid as they are now. */
export function withRows(cart: Cart, items: readonly CartItem[]): Cart {
  return { ...cart, items, cartProceeded: false };
}
