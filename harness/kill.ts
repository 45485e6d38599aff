import { setTimeout as delay } from 'node:timers/promises';

import { MOST_QUESTIONS } from '@refectory/contract/errors';
import type { Database } from '@refectory/database/database';

import {
  cancellationOf,
  cartOf,
  createDishes,
  createPeople,
  exchangeOf,
  orderOf,
  send,
  type Answer,
  type Change,
  type Person,
} from './canteen.ts';
import { changesStored, ordersOfCart, type OrderState } from './harness-queries.ts';
import { CLIENTS } from './race.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { ServerProcess } from './server-process.ts';

/** How often a server is killed; the servers take turns. */
const KILL_EVERY_MS = 2_000;
/** How often PostgreSQL is killed, in runs that kill it. */
const KILL_DATABASE_EVERY_MS = 30_000;
/** Dishes of a cart; one call in `CARTS` is a cart. */
const CART_DISHES = 3;
const CARTS = 6;
/** How long a killed PostgreSQL may take until it answers again. */
const DATABASE_PATIENCE_MS = 60_000;
/** Each kind of dish exists twice: orders of one can be cancelled, orders of the other can be offered for exchange. */
const DISHES = 3;
/** Portions of a dish: so few that they run out, come back, and change hands on the exchange. */
const PORTIONS = 8;
const REPEAT_AFTER_MS = 50;
/** One call in `IMPATIENT` is aborted so early that its change may be made while its answer is lost. */
const IMPATIENT = 8;
const SHORT_PATIENCE_MS = 30;

/** What has to happen at least once in a run; otherwise the run proves nothing about it. */
const OUTCOMES = ['placed', 'by cart', 'cancelled', 'offered', 'withdrawn', 'taken'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** The result of a run. */
export type KillResult = {
  readonly changes: number;
  readonly kills: number;
  readonly databaseKills: number;
  /** Calls that were repeated with their key, because their answer was lost or uncertain. */
  readonly ambiguous: number;
  /** How often each action succeeded. */
  readonly outcomes: ReadonlyMap<Outcome, number>;
  readonly findings: string[];
  /** What never happened, so that the run proves nothing about it. */
  readonly missing: string[];
};

/** Whether an answer is final: it says whether the change was made. */
const isDefinite = ({ status }: Answer) => status !== 0 && status !== 409 && status < 500;

/** Whether the stored state of an order fits what its customer was told last. They are not told when somebody takes it. */
const isAsTold = (told: OrderState, stored: OrderState | undefined) =>
  stored === told || (told === 'offered' && stored === 'exchanged');

/** Asks the database until it answers, since it may have been killed. */
async function untilAnswered<Found>(ask: () => Promise<Found>): Promise<Found> {
  const since = performance.now();
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() - since > DATABASE_PATIENCE_MS) throw error;
      await delay(REPEAT_AFTER_MS);
    }
  }
}

/**
 * Customers order, also by carts, cancel, offer and take orders while servers are killed, and PostgreSQL too where
 * `killDatabase` is given. Each customer repeats a change with its key until the answer is final. In the end the database
 * must hold exactly what the customers were told.
 */
export async function runKill(options: {
  readonly database: Database;
  readonly servers: readonly ServerProcess[];
  readonly random: SeededRandom;
  /** The run lasts at least this long, and until this many changes are made. */
  readonly durationMs: number;
  readonly leastChanges?: number;
  readonly killDatabase?: () => Promise<void>;
}): Promise<KillResult> {
  const { database, servers, random, durationMs, leastChanges = 0, killDatabase } = options;
  const people = await createPeople(database, CLIENTS);
  const toCancel = await createDishes(database, DISHES, PORTIONS);
  const toOffer = await createDishes(database, DISHES, PORTIONS, { isPastCancel: true });
  const dishes = [...toCancel, ...toOffer];
  const until = performance.now() + durationMs;
  const findings: string[] = [];
  const told = new Map<number, OrderState>();
  const outcomes = new Map<Outcome, number>(OUTCOMES.map((outcome) => [outcome, 0]));
  let [changes, ambiguous, kills, databaseKills] = [0, 0, 0, 0];
  const isOver = () => performance.now() >= until && changes >= leastChanges;
  /** Refused carts, of which nothing may be stored. */
  const refusedCarts: { readonly person: Person; readonly key: string }[] = [];

  const count = (outcome: Outcome) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);

  const settle = async (change: Change): Promise<Answer> => {
    for (;;) {
      const patienceMs = random.below(IMPATIENT) === 0 ? 1 + random.below(SHORT_PATIENCE_MS) : undefined;
      const answer = await send(random.oneOf(servers).port, change, patienceMs);
      if (isDefinite(answer)) return answer;
      ambiguous += 1;
      await delay(REPEAT_AFTER_MS);
    }
  };

  /** Makes a change and says yes to every question, which may be another one each time. */
  const settleAsked = async (change: Change): Promise<Answer> => {
    let answer = await settle(change);
    for (let asked = 0; answer.status === 449 && asked < MOST_QUESTIONS; asked += 1)
      answer = await settle({ ...change, force: answer.yes });
    return answer;
  };

  const note = (orderId: number, state: OrderState) => {
    if (told.get(orderId) === state) findings.push(`order ${orderId} was ${state} twice`);
    told.set(orderId, state);
  };

  /** An order of a customer, and whether it can be cancelled. */
  type Held = { readonly orderId: number; readonly canBeCancelled: boolean };

  /** Orders a few dishes at once, all or nothing. */
  const orderCart = async (person: Person): Promise<Held[]> => {
    const chosen = [...new Set(Array.from({ length: CART_DISHES }, () => random.oneOf(dishes)))];
    const change = cartOf(person, chosen);
    const { status, code } = await settleAsked(change);
    if (status !== 200) {
      if (code !== 'soldOut') findings.push(`a cart was answered ${status} ${code ?? ''}`);
      refusedCarts.push({ person, key: change.key });
      return [];
    }
    const orders = await untilAnswered(() => ordersOfCart(database, person.id, change.key));
    if (orders.length !== chosen.length)
      findings.push(`a cart of ${chosen.length} dishes has ${orders.length} orders`);
    count('by cart');
    return orders.map(({ id: orderId, offeringId }) => {
      note(orderId, 'placed');
      return { orderId, canBeCancelled: toCancel.some(({ id }) => id === offeringId) };
    });
  };

  const order = async (person: Person): Promise<Held | undefined> => {
    const dish = random.oneOf(dishes);
    const { status, code, orderId } = await settleAsked(orderOf(person, dish));
    if (status !== 200 || orderId === undefined) {
      if (code !== 'soldOut') findings.push(`an order was answered ${status} ${code ?? ''}`);
      return undefined;
    }
    note(orderId, 'placed');
    count('placed');
    return { orderId, canBeCancelled: toCancel.includes(dish) };
  };

  const cancel = async (person: Person, { orderId }: Held): Promise<undefined> => {
    const { status, code } = await settleAsked(cancellationOf(person, orderId));
    if (status !== 200) findings.push(`a cancellation was answered ${status} ${code ?? ''}`);
    note(orderId, 'cancelled');
    count('cancelled');
  };

  const exchange = async (person: Person, held: Held): Promise<Held | undefined> => {
    const { orderId } = held;
    const { status, code, onExchange } = await settleAsked(exchangeOf(person, orderId));
    if (code === 'alreadyExchanged' && told.get(orderId) === 'offered') {
      note(orderId, 'exchanged');
      return undefined;
    }
    if (status !== 200) findings.push(`an offer was answered ${status} ${code ?? ''}`);
    note(orderId, onExchange === true ? 'offered' : 'placed');
    count(onExchange === true ? 'offered' : 'withdrawn');
    return held;
  };

  const live = async (person: Person) => {
    const mine: Held[] = [];
    while (!isOver()) {
      changes += 1;
      const held = random.below(2) === 0 ? mine.pop() : undefined;
      if (held === undefined && random.below(CARTS) === 0) {
        mine.push(...(await orderCart(person)));
        continue;
      }
      const left =
        held === undefined
          ? await order(person)
          : await (held.canBeCancelled ? cancel(person, held) : exchange(person, held));
      if (left) mine.push(left);
    }
  };

  /** Kills something repeatedly until the customers are done. */
  const killEvery = async (everyMs: number, kill: () => Promise<void>) => {
    for (let next = performance.now() + everyMs; ; next = performance.now() + everyMs) {
      while (performance.now() < next) {
        if (isOver()) return;
        await delay(Math.min(REPEAT_AFTER_MS, everyMs));
      }
      await kill();
    }
  };
  const restarts = servers.map(() => Promise.resolve());
  /** Kills the servers in turn: the next one also while the last one starts, but never one that is still starting. */
  const killServer = async () => {
    const next = kills % servers.length;
    await restarts[next];
    restarts[next] = servers[next]?.killAndRestart() ?? Promise.resolve();
    kills += 1;
  };
  const kill = [killEvery(KILL_EVERY_MS, killServer)];
  if (killDatabase)
    kill.push(
      killEvery(KILL_DATABASE_EVERY_MS, async () => {
        await killDatabase();
        databaseKills += 1;
      }),
    );
  await Promise.all([...kill, ...people.map(live)]);
  await Promise.all(restarts);

  const ids = people.map(({ id }) => id);
  const stored = await untilAnswered(() => changesStored(database, ids));
  for (const { person, key } of refusedCarts)
    if ((await ordersOfCart(database, person.id, key)).length > 0)
      findings.push(`a cart of customer ${person.id} was refused, and is ordered`);
  for (const [orderId, state] of told)
    if (!isAsTold(state, stored.get(orderId)))
      findings.push(`order ${orderId} was told to be ${state}, and is ${stored.get(orderId) ?? 'lost'}`);
  for (const [orderId, state] of stored) {
    if (!told.has(orderId)) findings.push(`order ${orderId} was made, and nobody was told`);
    if (state === 'exchanged') count('taken');
  }
  const missing = [...outcomes].flatMap(([outcome, times]) => (times === 0 ? [outcome] : []));
  return { changes, kills, databaseKills, ambiguous, outcomes, findings, missing };
}
