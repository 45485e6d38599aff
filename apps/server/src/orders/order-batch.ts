import type { Database } from '@refectory/database/database';
import {
  placeOrder,
  placeOrders,
  takePortions,
  type BatchVerdict,
  type OrderInput,
  type OrderVerdict,
} from '@refectory/database/order-functions';
import { isDatabaseOutage, isLockTimeout } from '@refectory/database/outage';
import { PATIENCE_MS } from '@refectory/database/patient-turns';
import pLimit from 'p-limit';

import { refuse } from '../http/refusal.ts';
import { createChangeTurns, type ChangeTurns } from './change-turns.ts';
import { orderQueries } from './order-queries.ts';

/** Orders decided together. */
const MOST_TOGETHER = 64;
/** Orders that may wait, about a second's work; the next one is told to come again. */
const MOST_WAITING = 1024;
/** Orders of one customer under way at once: more than anybody presses, and few beside everybody else's. */
const MOST_OF_A_CUSTOMER = 8;
/** How often a batch that met held rows is decided without them. */
const MOST_TRIES = 3;
/** Held rows that are waited for at once, each by a connection of its own. */
const MOST_LANES = 3;
/** Two orders of one batch that find the database away are believed. */
const OUTAGES_BELIEVED = 2;

type Waiting = {
  readonly order: OrderInput;
  readonly resolve: (verdict: BatchVerdict) => void;
  readonly reject: (error: unknown) => void;
};

/** Where a process's orders go to be decided. */
export type OrderBatch = {
  /**
   * Waits for its turn and answers what became of the order; throws `tooManyOrders` when many of the customer's wait
   * already, `unavailable` when everybody's do.
   */
  readonly place: (order: OrderInput) => Promise<OrderVerdict>;
};

/** The rows an order locks: its dish's and its customer's. */
const rowsOf = ({ offeringId, customerId }: OrderInput) => [`dish ${offeringId}`, `account ${customerId}`];

/**
 * Collects the orders that arrive while the last ones are being decided, and decides them together: at noon
 * many people share one transaction, and nobody waits for company when there is none. Orders that meet a held row, as
 * by an import that hangs, wait for it aside, in a lane of that row, while everybody else goes on.
 */
export function createOrderBatch(
  database: Database,
  {
    mostWaiting = MOST_WAITING,
    mostOfACustomer = MOST_OF_A_CUSTOMER,
    changeTurns = createChangeTurns(),
  }: {
    readonly mostWaiting?: number;
    readonly mostOfACustomer?: number;
    readonly changeTurns?: ChangeTurns;
  } = {},
): OrderBatch {
  const queries = orderQueries(database);
  let waiting: Waiting[] = [];
  /** Customer and key of the orders that are under way. */
  const inFlight = new Set<string>();
  /** How many orders of a customer are under way. */
  const ofCustomer = new Map<number, number>();
  let isDeciding = false;

  /** The orders that wait for a held row, by the row. A lane stays until an order came through it. */
  const lanes = new Map<string, Waiting[]>();
  const inLanes = pLimit(MOST_LANES);
  /** Customers with an order aside: their next ones wait for it. */
  const customersAside = new Set<number>();

  /** The first that wait, one of each customer; those of held rows go aside. */
  function takeBatch(): Waiting[] {
    const batch = new Map<number, Waiting>();
    const rest: Waiting[] = [];
    for (const one of waiting) {
      const { customerId } = one.order;
      const row = rowsOf(one.order).find((name) => lanes.has(name));
      if (customersAside.has(customerId)) rest.push(one);
      else if (row !== undefined) setAside(row, [one]);
      else if (batch.size < MOST_TOGETHER && !batch.has(customerId)) batch.set(customerId, one);
      else rest.push(one);
    }
    waiting = rest;
    return [...batch.values()];
  }

  async function placeTogether(batch: readonly Waiting[], patienceMs?: number): Promise<void> {
    const orders = batch.map(({ order }) => order);
    const verdicts = await placeOrders(database, orders, patienceMs);
    for (const [index, { resolve, reject }] of batch.entries()) {
      const verdict = verdicts[index];
      if (verdict) resolve(verdict);
      else reject(new Error('an order was given no verdict'));
    }
  }

  async function decide(all: readonly Waiting[]): Promise<void> {
    let batch = all;
    try {
      for (let tries = 1; batch.length > 0; tries += 1) {
        try {
          await placeTogether(batch, PATIENCE_MS);
          return;
        } catch (error) {
          if (!isLockTimeout(error)) throw error;
        }
        batch = await setHeldAside(batch, tries === MOST_TRIES);
      }
    } catch (error) {
      if (batch.length > 1) await decideEach(batch);
      else for (const { reject } of batch) reject(error);
    }
  }

  /** Sets aside the orders whose rows somebody holds, or all of them where that cannot be told; answers the others. */
  async function setHeldAside(batch: readonly Waiting[], isAll: boolean): Promise<Waiting[]> {
    const { dishes, customers } = await queries.free(
      batch.map(({ order }) => order.offeringId),
      batch.map(({ order }) => order.customerId),
    );
    const free: Waiting[] = [];
    for (const one of batch) {
      const { customerId, offeringId } = one.order;
      const [dish = '', account = ''] = rowsOf(one.order);
      if (!customers.has(customerId)) setAside(account, [one]);
      else if (!dishes.has(offeringId) || isAll) setAside(dish, [one]);
      else free.push(one);
    }
    return free;
  }

  function setAside(row: string, orders: readonly Waiting[]): void {
    for (const { order } of orders) customersAside.add(order.customerId);
    const lane = lanes.get(row) ?? [];
    const isIdle = lane.length === 0;
    lane.push(...orders);
    lanes.set(row, lane);
    if (isIdle) void runLane(row, lane);
  }

  /** Waits for a held row as long as the connection does; who meets it held even then is told to come again. */
  async function runLane(row: string, lane: Waiting[]): Promise<void> {
    await inLanes(async () => {
      // They stay in the lane meanwhile, so that it is run once.
      const batch = lane.slice(0, MOST_TOGETHER);
      let isHeld = false;
      try {
        await placeTogether(batch);
      } catch (error) {
        isHeld = isLockTimeout(error);
        if (isHeld) for (const { reject } of lane) reject(error);
        else await decideEach(batch);
      }
      for (const { order } of lane) customersAside.delete(order.customerId);
      if (!isHeld) {
        lanes.delete(row);
        waiting.push(...lane.slice(batch.length));
      }
      lane.length = 0;
    });
    begin();
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
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) await decide(batch);
    isDeciding = false;
  }

  function begin(): void {
    if (!isDeciding) void decideAll();
  }

  const isFull = () =>
    [...lanes.values()].reduce((sum, lane) => sum + lane.length, waiting.length) >= mostWaiting;

  return {
    async place(order) {
      const { customerId, idempotency } = order;
      const key = `${customerId}:${idempotency.key}`;
      if (inFlight.has(key)) return { verdict: 'in-flight' };
      const others = ofCustomer.get(customerId) ?? 0;
      if (others >= mostOfACustomer) throw refuse('tooManyOrders');
      if (isFull()) throw refuse('unavailable');
      inFlight.add(key);
      ofCustomer.set(customerId, others + 1);
      try {
        const verdict = await new Promise<BatchVerdict>((resolve, reject) => {
          waiting.push({ order, resolve, reject });
          begin();
        });
        // In a call of its own, so that orders from the kitchen do not wait for it.
        if (verdict.verdict !== 'on-exchange') return verdict;
        return await changeTurns(customerId, (patienceMs) => takePortions(database, order, patienceMs));
      } finally {
        inFlight.delete(key);
        const left = (ofCustomer.get(customerId) ?? 0) - 1;
        if (left > 0) ofCustomer.set(customerId, left);
        else ofCustomer.delete(customerId);
      }
    },
  };
}
