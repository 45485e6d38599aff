import type { Database } from '@refectory/database/database';
import {
  placeOrder,
  placeOrders,
  takePortions,
  type BatchVerdict,
  type OrderInput,
  type OrderVerdict,
} from '@refectory/database/order-functions';

import { isDatabaseOutage } from '../http/database-outage.ts';
import { refuse } from '../http/refusal.ts';

/** Orders decided together. */
const MOST_TOGETHER = 64;
/** Orders that may wait, a second's work or less; whoever comes on top of them is told to come again (F18). */
const MOST_WAITING = 1024;
/** One order may meet a lock that is its own; two in one batch that find the database away are believed. */
const OUTAGES_BELIEVED = 2;

type Waiting = {
  readonly order: OrderInput;
  readonly resolve: (verdict: BatchVerdict) => void;
  readonly reject: (error: unknown) => void;
};

/** Where a process's orders go to be decided. */
export type OrderBatch = {
  /** Waits for its turn and answers what became of the order; throws `unavailable` when too many wait. */
  readonly place: (order: OrderInput) => Promise<OrderVerdict>;
};

/**
 * Collects the orders that arrive while the last ones are being decided, and decides them together: at noon
 * many people share one transaction, and nobody waits for company when there is none.
 */
export function createOrderBatch(
  database: Database,
  { mostWaiting = MOST_WAITING }: { readonly mostWaiting?: number } = {},
): OrderBatch {
  let waiting: Waiting[] = [];
  /** Customer and key of the orders that wait or are being decided. */
  const inFlight = new Set<string>();
  let isDeciding = false;

  /** The first that wait, one of each customer. */
  function takeBatch(): Waiting[] {
    const batch = new Map<number, Waiting>();
    const rest: Waiting[] = [];
    for (const one of waiting) {
      const { customerId } = one.order;
      if (batch.size < MOST_TOGETHER && !batch.has(customerId)) batch.set(customerId, one);
      else rest.push(one);
    }
    waiting = rest;
    return [...batch.values()];
  }

  async function decide(batch: readonly Waiting[]): Promise<void> {
    try {
      const verdicts = await placeOrders(
        database,
        batch.map(({ order }) => order),
      );
      for (const [index, { resolve, reject }] of batch.entries()) {
        const verdict = verdicts[index];
        if (verdict) resolve(verdict);
        else reject(new Error('an order was given no verdict'));
      }
    } catch (error) {
      if (batch.length > 1) await decideEach(batch);
      else for (const { reject } of batch) reject(error);
    }
  }

  /**
   * Whatever failed may be one order's alone, and what was done all the same is known by its key. One after the other,
   * so that the rest of the server keeps its connections; and when the database is seen to be away, whoever waits is
   * told at once, instead of being judged minutes later as of now.
   */
  async function decideEach(batch: readonly Waiting[]): Promise<void> {
    let outages = 0;
    for (const [index, { order, resolve, reject }] of batch.entries()) {
      try {
        resolve(await placeOrder(database, order));
      } catch (error) {
        reject(error);
        if (isDatabaseOutage(error)) outages += 1;
        if (outages < OUTAGES_BELIEVED) continue;
        for (const left of [...batch.slice(index + 1), ...waiting]) left.reject(error);
        waiting = [];
        return;
      }
    }
  }

  async function decideAll(): Promise<void> {
    isDeciding = true;
    while (waiting.length > 0) await decide(takeBatch());
    isDeciding = false;
  }

  return {
    async place(order) {
      const key = `${order.customerId}:${order.idempotency.key}`;
      if (inFlight.has(key)) return { verdict: 'in-flight' };
      if (waiting.length >= mostWaiting) throw refuse('unavailable');
      inFlight.add(key);
      try {
        const verdict = await new Promise<BatchVerdict>((resolve, reject) => {
          waiting.push({ order, resolve, reject });
          if (!isDeciding) void decideAll();
        });
        // By itself, so that nobody who orders of the kitchen waits for it.
        return verdict.verdict === 'on-exchange' ? await takePortions(database, order) : verdict;
      } finally {
        inFlight.delete(key);
      }
    },
  };
}
