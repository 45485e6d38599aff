import type { MenuItem } from '@refectory/contract/menu';
import type { DirectOrder } from '@refectory/contract/orders';
import { offeredAlike, withModifierPrices } from '@refectory/domain/portion';

import type { Platform } from '#platform/platform.ts';

import { directItem, directOrder } from './direct-order.ts';

/**
 * The body of an order of a dish with the chosen modifiers; undefined where the customer chose nothing, or is signed out.
 * `names` are the dish and its day as people read them. Where all that others offer was chosen alike, there is nothing to choose.
 */
export async function orderWithModifiers(
  { dialogs, snapshot }: Platform,
  dish: MenuItem,
  quantity: number,
  names: { readonly dish: string; readonly day: string },
): Promise<DirectOrder | undefined> {
  const { price, product } = dish;
  if (price === undefined) return undefined;
  const { customerId } = snapshot.getState().session;
  const modifiers =
    offeredAlike(dish) ??
    (await dialogs.open('modifiers', {
      ...names,
      price,
      quantity,
      groups: product?.modifierGroups ?? [],
      chosen: [],
      step: 'order',
    }));
  if (!modifiers || snapshot.getState().session.customerId !== customerId) return undefined;
  const { item, ...order } = directOrder({ ...dish, price: withModifierPrices(price, modifiers) }, quantity);
  const ids = modifiers.map(({ id }) => id);
  return { ...order, item: directItem({ ...item, modifiers: ids }) };
}
