import pLimit from 'p-limit';

import { refuse } from '../http/refusal.ts';
import { queuesByKey } from '../queues-by-key.ts';

/** Changes of one customer under way: more than anybody presses. */
const MOST_OF_A_CUSTOMER = 32;
/** Changes at once: each has a connection while it waits for a lock, and the others are everybody else's. */
const AT_ONCE = 4;

/** Runs a change of a customer's orders when its turn comes; throws `tooManyOrders` when many of theirs wait. */
export type ChangeTurns = <T>(customerId: number, change: () => Promise<T>) => Promise<T>;

/** Turns for cancellations, offers and takings: those of one customer go one after the other. */
export function createChangeTurns(): ChangeTurns {
  const ofCustomer = queuesByKey(1);
  const ofEverybody = pLimit(AT_ONCE);
  return (customerId, change) => {
    const key = String(customerId);
    if (ofCustomer.size(key) >= MOST_OF_A_CUSTOMER) throw refuse('tooManyOrders');
    return ofCustomer.run(key, () => ofEverybody(change));
  };
}
