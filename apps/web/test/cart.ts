import { cartItem, withItem, type CartDish } from '@refectory/domain/cart';
import { asProceeded, withoutItems } from '@refectory/domain/paid-cart';
import { calendarDay } from '@refectory/domain/day';
import type { Modifier } from '@refectory/domain/modifiers';
import { unitPrice } from '@refectory/domain/money';
import { page } from 'vitest/browser';

import { cartIn, changeCart } from '#features/cart/cart-store.ts';

import { FRIDAY } from './offer-seeds.ts';
import type { RenderedApp } from './render-app.ts';

/** The settings of a canteen whose cart is paid from the account. */
export const CART = { ordering: 'cart', paymentTypes: ['account'] } as const;

/** What is put into a cart besides the dish itself. */
type More = Partial<Omit<CartDish, 'price' | 'date'>> & {
  readonly date?: string;
  /** In whole units of the currency. */
  readonly price?: number;
  readonly quantity?: number;
  readonly modifiers?: readonly Modifier[];
};

/** Puts a dish into the cart of whoever is logged in, as the offer does at these prices. */
export function putIntoCart(
  { platform }: Pick<RenderedApp, 'platform'>,
  name: string,
  { date = FRIDAY, price = 100, quantity = 1, modifiers, ...more }: More & { readonly mealId: number },
): void {
  changeCart(platform, (cart) => {
    const dish = {
      canteenId: 1,
      name,
      allowMultipleOrder: true,
      ...more,
      date: calendarDay(date),
      price: unitPrice(price * 10_000),
    };
    const adding = withItem(cart, cartItem(dish, quantity, modifiers), platform.clock.now());
    return adding.verdict === 'added' ? adding.cart : cart;
  });
}

/** Sends the cart to be paid and empties it by hand: it is kept, to remember what went to be paid. */
export function emptyWhilePaid({ platform }: Pick<RenderedApp, 'platform'>): void {
  changeCart(platform, (cart) => withoutItems(asProceeded(cart, cart.items)));
}

/** The cart of whoever is logged in. */
export const cartOf = ({ platform }: Pick<RenderedApp, 'platform'>) => cartIn(platform.snapshot.getState());

/** The names of the dishes on the cart page, in their order. */
export const cartNames = () =>
  page
    .getByRole('list', { name: 'Dishes' })
    .getByRole('article')
    .elements()
    .map((row) => row.querySelector('h2')?.textContent);

/** The row of a dish on the cart page. */
export const cartRow = (name: string) =>
  page.getByRole('list', { name: 'Dishes' }).getByRole('article', { name, exact: true });

/** What the cart costs, on its page. */
export const cartTotal = (amount: string) =>
  page.getByRole('region', { name: 'Order' }).getByText(amount, { exact: true });
