import pLimit from 'p-limit';

import { refuse } from '../http/refusal.ts';
import { queuesByKey } from '../queues-by-key.ts';

/** Checks and orders of carts of one customer under way: the one that runs, and one that waits for it. */
const MOST_OF_A_CUSTOMER = 2;
/** Carts that are decided at once: each has a connection meanwhile, and the others are everybody else's. */
const AT_ONCE = 2;

/** Checks or orders a cart when its turn comes; throws `tooManyOrders` when the customer has others under way. */
export type CartTurns = <T>(customerId: number, work: () => Promise<T>) => Promise<T>;

/** Turns for carts, apart from those of other changes: a cart takes as long as all its lines. */
export function createCartTurns(): CartTurns {
  const ofCustomer = queuesByKey(1);
  const ofEverybody = pLimit(AT_ONCE);
  return async (customerId, work) => {
    const key = String(customerId);
    if (ofCustomer.size(key) >= MOST_OF_A_CUSTOMER) throw refuse('tooManyOrders');
    return ofCustomer.run(key, () => ofEverybody(work));
  };
}
