import type { MenuItem } from '@refectory/contract/menu';
import type { DirectOrder } from '@refectory/contract/orders';
import { offeredChoices, withModifierPrices } from '@refectory/domain/portion';

import type { Platform } from '#platform/platform.ts';

import { directItem, directOrder } from './direct-order.ts';

/**
 * Asks all that has to be known before a dish is ordered: what goes with it, and of a dish on exchange whether a portion
 * of those that others offer is taken. Answers the body of the order; undefined where the customer closed a question, or
 * is signed out. `names` are the dish and its day as people read them.
 */
export async function chooseOrder(
  { dialogs, snapshot }: Platform,
  dish: MenuItem,
  quantity: number,
  names: { readonly dish: string; readonly day: string },
): Promise<DirectOrder | undefined> {
  const { price, product, status, cancelUntil } = dish;
  if (price === undefined) return undefined;
  const { customerId } = snapshot.getState().session;
  const groups = product?.modifierGroups ?? [];
  const asked = { ...names, price, quantity };
  const choose = () => dialogs.open('modifiers', { ...asked, groups, chosen: [], step: 'order' });
  const take = async () => {
    const offered = offeredChoices(dish, quantity);
    if (offered.length > 0) return dialogs.open('take-portions', { ...asked, cancelUntil, choices: offered });
    const chosen = groups.length > 0 ? await choose() : [];
    return chosen && dialogs.open('take-portions', { ...asked, cancelUntil, choices: [chosen] });
  };
  const modifiers = await (status === 'EXCHANGE' ? take() : choose());
  if (!modifiers || snapshot.getState().session.customerId !== customerId) return undefined;
  const { item, ...order } = directOrder({ ...dish, price: withModifierPrices(price, modifiers) }, quantity);
  const ids = modifiers.map(({ id }) => id);
  return { ...order, item: directItem({ ...item, modifiers: ids }) };
}
