import pLimit, { type LimitFunction } from 'p-limit';

import { refuse } from '../http/refusal.ts';
import { queuesByKey } from '../queues-by-key.ts';

/** Checks and orders of carts of one customer under way: the one that runs, and one that waits for it. */
const MOST_OF_A_CUSTOMER = 2;
/** Checks that are made at once. They keep a core busy each while they run. */
const CHECKS_AT_ONCE = 2;
/** Carts that are ordered at once. They wait for the disk most of the time, and PostgreSQL writes their commits together. */
const ORDERS_AT_ONCE = 4;

/** Does something for a customer when its turn comes; throws `tooManyOrders` when other carts of theirs are under way. */
type Turn = <T>(customerId: number, work: () => Promise<T>) => Promise<T>;

/** The turns of carts, apart from those of other changes: a cart takes as long as all its lines. */
export type CartTurns = { readonly check: Turn; readonly order: Turn };

/** Nobody has a turn yet. */
export function createCartTurns(): CartTurns {
  const ofCustomer = queuesByKey(1);
  const turn =
    (ofEverybody: LimitFunction): Turn =>
    async (customerId, work) => {
      const key = String(customerId);
      if (ofCustomer.size(key) >= MOST_OF_A_CUSTOMER) throw refuse('tooManyOrders');
      return ofCustomer.run(key, () => ofEverybody(work));
    };
  return { check: turn(pLimit(CHECKS_AT_ONCE)), order: turn(pLimit(ORDERS_AT_ONCE)) };
}
