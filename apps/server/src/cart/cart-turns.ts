import { patientTurns } from '@refectory/database/patient-turns';
import { queuesByKey } from '@refectory/database/queues-by-key';
import pLimit from 'p-limit';

import { refuse } from '../http/refusal.ts';

/** Checks and orders of carts of one customer under way: the one that runs, and one that waits for it. */
const MOST_OF_A_CUSTOMER = 2;
/** Checks that are made at once. They keep a core busy each while they run. */
const CHECKS_AT_ONCE = 2;
/** Carts that are ordered at once. They wait for the disk most of the time, and PostgreSQL writes their commits together. */
const ORDERS_AT_ONCE = 4;
/** Carts that wait aside for held rows at once, so that everybody else's go on. */
const ASIDE_AT_ONCE = 2;

/**
 * The turns of carts, apart from those of other changes: a cart takes as long as all its lines. Both throw `tooManyOrders`
 * when other carts of the customer are under way.
 */
export type CartTurns = {
  readonly check: <T>(customerId: number, check: () => Promise<T>) => Promise<T>;
  /** Orders as `PatientTurns` do: a cart that meets a held row waits for it aside. */
  readonly order: <T>(customerId: number, order: (patienceMs?: number) => Promise<T>) => Promise<T>;
};

/** Nobody has a turn yet. */
export function createCartTurns(): CartTurns {
  const ofCustomer = queuesByKey(1);
  const checks = pLimit(CHECKS_AT_ONCE);
  const orders = patientTurns({ atOnce: ORDERS_AT_ONCE, aside: ASIDE_AT_ONCE });
  const run = async <T>(customerId: number, work: () => Promise<T>): Promise<T> => {
    const key = String(customerId);
    if (ofCustomer.size(key) >= MOST_OF_A_CUSTOMER) throw refuse('tooManyOrders');
    return ofCustomer.run(key, work);
  };
  return {
    check: (customerId, check) => run(customerId, () => checks(check)),
    order: (customerId, order) => run(customerId, () => orders(order)),
  };
}
