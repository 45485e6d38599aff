import type { MenuItem } from '@refectory/contract/menu';
import { cartItemId } from '@refectory/domain/cart';
import { portionsOf } from '@refectory/domain/cart-rows';

import type { Snapshot } from '#platform/storage/snapshot.ts';

import { cartIn } from './cart-store.ts';

/** How many portions of a dish are in the cart, whatever goes with them. */
export function portionsInCart(snapshot: Pick<Snapshot, 'session' | 'carts'>, dish: MenuItem): number {
  const dishId = cartItemId(dish);
  return portionsOf(cartIn(snapshot).items.filter(({ id }) => id === dishId));
}
