import type { MenuItem } from '@refectory/contract/menu';
import { cartItem, withItem, type Adding } from '@refectory/domain/cart';
import type { MessageKey } from '@refectory/translations/messages';

import type { Formats } from '#platform/i18n/formats.ts';
import type { Platform } from '#platform/platform.ts';
import { aboutDish } from '#platform/toasts/about-dish.ts';

import { cartIn, changeCart } from './cart-store.ts';

const refusals = {
  'one-portion': 'cart.onlyOnePortion',
  'most-portions': 'cart.mostPortions',
  full: 'cart.full',
} as const satisfies Record<Exclude<Adding['verdict'], 'added'>, MessageKey>;

/**
 * Puts a dish into the cart, once its modifiers are chosen, and shows the result. Answers whether it is in the cart.
 * `names` are the dish and its day as people read them.
 */
export async function addToCart(
  platform: Platform,
  { price, product, ...dish }: MenuItem,
  quantity: number,
  names: { readonly dish: string; readonly day: string },
  formats: Formats,
): Promise<boolean> {
  const { clock, dialogs, snapshot, toasts } = platform;
  if (price === undefined) return false;
  const { customerId } = snapshot.getState().session;
  const item = cartItem({ ...dish, price, product }, quantity);
  const groups = product?.modifierGroups ?? [];
  const isKept = withItem(cartIn(snapshot.getState()), item, clock.now()).verdict === 'one-portion';
  const modifiers =
    groups.length === 0 || isKept
      ? []
      : await dialogs.open('modifiers', {
          ...names,
          price,
          quantity,
          groups,
          chosen: [],
          step: 'add',
        });
  // The customer chose nothing, or is signed out.
  if (!modifiers || snapshot.getState().session.customerId !== customerId) return false;
  let verdict: Adding['verdict'] = 'added';
  changeCart(platform, (cart) => {
    const adding = withItem(cart, { ...item, modifiers }, clock.now());
    verdict = adding.verdict;
    return adding.verdict === 'added' ? adding.cart : cart;
  });
  if (verdict === 'added') {
    const reason = aboutDish(formats, { dish: names.dish, date: dish.date });
    toasts.add({ messageKey: 'cart.added', reason, link: '/cart', tone: 'success' });
  } else toasts.add({ messageKey: refusals[verdict], tone: 'error' });
  return verdict === 'added';
}
