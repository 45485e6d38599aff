import { patientTurns } from '@refectory/database/patient-turns';
import { queuesByKey } from '@refectory/database/queues-by-key';

import { refuse } from '../http/refusal.ts';

/** Changes of one customer under way: more than anybody presses. */
const MOST_OF_A_CUSTOMER = 32;
/** Changes at once: each has a connection while it waits for a lock, and the others are everybody else's. */
const AT_ONCE = 4;
/** Changes that wait aside for held rows at once, so that everybody else's go on. */
const ASIDE_AT_ONCE = 2;

/**
 * Runs a change of a customer's orders when its turn comes, as `PatientTurns` do; throws `tooManyOrders` when many of theirs
 * wait.
 */
export type ChangeTurns = <T>(customerId: number, change: (patienceMs?: number) => Promise<T>) => Promise<T>;

/** Turns for cancellations, offers and takings: those of one customer go one after the other. */
export function createChangeTurns(): ChangeTurns {
  const ofCustomer = queuesByKey(1);
  const turns = patientTurns({ atOnce: AT_ONCE, aside: ASIDE_AT_ONCE });
  return (customerId, change) => {
    const key = String(customerId);
    if (ofCustomer.size(key) >= MOST_OF_A_CUSTOMER) throw refuse('tooManyOrders');
    return ofCustomer.run(key, () => turns(change));
  };
}
