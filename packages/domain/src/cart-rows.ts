import type { CartItem } from './cart.ts';
import { civilTimeAt, type CalendarDay, type Instant } from './day.ts';
import { dishAction, type DishStatus } from './dish.ts';
import type { DishTimes } from './menu.ts';
import { modifierFault, type ModifierGroup } from './modifiers.ts';
import { modifiersOf, withModifierPrices } from './portion.ts';
import { orderPrice, sumOf, type Money, type UnitPrice } from './money.ts';
import { mostPortions } from './order.ts';

/** A dish as the menu shows it now. */
export type DishNow = {
  /** In the language of the page; the cart keeps the one it was filled in. */
  readonly name?: string | undefined;
  readonly status: DishStatus;
  readonly date: CalendarDay;
  readonly price: UnitPrice | undefined;
  /** Portions left; undefined where unknown. */
  readonly remaining: number | undefined;
  readonly allowMultipleOrder: boolean;
  readonly groups: readonly ModifierGroup[];
  readonly times: DishTimes;
};

/** What keeps a row from being ordered. */
export type CartProblem =
  | { readonly kind: 'past' | 'gone' | 'sold-out' | 'closed' | 'modifiers' }
  /** More portions are in the cart than can be had. */
  | { readonly kind: 'too-many'; readonly most: number };

/** A row of a cart as it is now. */
export type CartRow = {
  /** Its dish and modifiers with their present names and prices. */
  readonly item: CartItem;
  readonly price: Money;
  /** What it cost when it was put into the cart, where that was something else. */
  readonly priceBefore: Money | undefined;
  /** The most portions that can be had. */
  readonly most: number;
  /** What can be chosen with it; nothing where its menu is not known. */
  readonly groups: readonly ModifierGroup[];
  /** Until when it can be ordered, and when it is handed out, as far as its menu tells. */
  readonly times: DishTimes;
  readonly problem: CartProblem | undefined;
};

/** The price of one portion with what was chosen. */
export function portionPrice({ menuItem, modifiers }: Pick<CartItem, 'menuItem' | 'modifiers'>): UnitPrice {
  return withModifierPrices(menuItem.price, modifiers);
}

/** What a row costs: the price of a portion times the portions, rounded once. */
export function rowPrice(item: Pick<CartItem, 'menuItem' | 'modifiers' | 'quantity'>): Money {
  return orderPrice(portionPrice(item), item.quantity);
}

/** What rows cost together. */
export function totalOf(rows: readonly { readonly price: Money }[]): Money {
  return sumOf(rows.map(({ price }) => price));
}

/** The portions of all rows. */
export function portionsOf(items: readonly Pick<CartItem, 'quantity'>[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

/**
 * The rows of a cart as they are by the present menus: `dishOf` gives the dish of a row, `gone` where the menu of its
 * day no longer has it, and undefined where that is not known, which keeps no row from being ordered.
 */
export function cartRows(
  items: readonly CartItem[],
  dishOf: (item: CartItem) => DishNow | 'gone' | undefined,
  today: CalendarDay,
): readonly CartRow[] {
  return items.map((stored) => {
    const dish = dishOf(stored);
    const known = dish === 'gone' ? undefined : dish;
    const item = known ? atPresent(stored, known) : stored;
    const portions = portionsOf(items.filter(({ id }) => id === stored.id));
    const most = mostOf(stored, known);
    const [price, before] = [rowPrice(item), rowPrice(stored)];
    return {
      item,
      price,
      priceBefore: before === price ? undefined : before,
      most,
      groups: known?.groups ?? [],
      times: known?.times ?? {},
      problem: problemOf(stored, dish, { portions, most }, today),
    };
  });
}

function atPresent(item: CartItem, dish: DishNow): CartItem {
  const options = modifiersOf(dish.groups, new Set(item.modifiers.map(({ id }) => id)));
  return {
    ...item,
    modifiers: item.modifiers.map((modifier) => options.find(({ id }) => id === modifier.id) ?? modifier),
    menuItem: {
      ...item.menuItem,
      price: dish.price ?? item.menuItem.price,
      ...(dish.name && { product: { ...item.menuItem.product, name: dish.name } }),
    },
  };
}

function mostOf(item: CartItem, dish: DishNow | undefined): number {
  if (!(dish?.allowMultipleOrder ?? item.allowMultipleOrder)) return 1;
  return mostPortions(dish?.remaining);
}

function problemOf(
  item: CartItem,
  dish: DishNow | 'gone' | undefined,
  { portions, most }: { readonly portions: number; readonly most: number },
  today: CalendarDay,
): CartProblem | undefined {
  if (item.menuItem.date < today) return { kind: 'past' };
  if (dish === 'gone') return { kind: 'gone' };
  const action = dish && dishAction(dish, today);
  if (dish && action !== 'order') {
    // A dish that only the exchange has is ordered at once, never by the cart.
    return { kind: dish.status === 'CLOSED' || action === 'none' ? 'closed' : 'sold-out' };
  }
  if (dish && dish.price === undefined) return { kind: 'closed' };
  if (portions > most) return { kind: 'too-many', most };
  const chosen = new Set(item.modifiers.map(({ id }) => id));
  if (dish && modifierFault(dish.groups, chosen)) return { kind: 'modifiers' };
  return undefined;
}

/** The order of a cart. */
export function cartOrder<Entry>(
  rows: readonly CartRow[],
  {
    now,
    zone,
    additionalData,
    hasLinePrices,
  }: {
    now: Instant;
    zone: string;
    additionalData: readonly Entry[];
    /** The server takes the price of each row beside that of the whole. */
    hasLinePrices: boolean;
  },
) {
  const { day, time } = civilTimeAt(now, zone);
  return {
    price: totalOf(rows),
    orderDate: `${day} ${time}`,
    items: rows.map(({ item, price }) => {
      const { mealId, date, product } = item.menuItem;
      return {
        mealId,
        date,
        ...(product?.id !== undefined && { productId: product.id }),
        quantity: item.quantity,
        canteenId: item.canteenId,
        ...(item.modifiers.length > 0 && { modifiers: item.modifiers.map(({ id }) => id) }),
        ...(hasLinePrices && { price }),
      };
    }),
    additionalData: [...additionalData],
  };
}
