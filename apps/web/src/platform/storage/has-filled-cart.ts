import type { Snapshot } from './snapshot.ts';

/** Whether somebody has dishes in their cart. An empty one is kept where it has to be remembered what went to be paid. */
export function hasFilledCart({ session, carts }: Pick<Snapshot, 'session' | 'carts'>): boolean {
  return carts.some(
    ({ customerId, items }) => customerId === session.customerId && Array.isArray(items) && items.length > 0,
  );
}
