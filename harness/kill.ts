import { setTimeout as delay } from 'node:timers/promises';

import { MOST_QUESTIONS } from '@refectory/contract/errors';
import type { Database } from '@refectory/database/database';

import {
  cancellationOf,
  createDishes,
  createPeople,
  exchangeOf,
  orderOf,
  send,
  type Answer,
  type Change,
  type Person,
} from './canteen.ts';
import { changesStored, type OrderState } from './harness-queries.ts';
import { CLIENTS } from './race.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { ServerProcess } from './server-process.ts';

/** A server is ended this often, one after the other. */
const KILL_EVERY_MS = 2_000;
/** Of each kind of dish, one whose orders can be cancelled and one whose orders can be offered to others. */
const DISHES = 3;
/** Portions of a dish, so few that they run out, and come back or are taken of one another. */
const PORTIONS = 8;
const REPEAT_AFTER_MS = 50;
/** One call in so many is given up by its customer so early that its change may be made and its answer lost. */
const IMPATIENT = 8;
const SHORT_PATIENCE_MS = 30;

/** Whatever has to happen under kills, or nothing is proved of it. */
const OUTCOMES = ['placed', 'cancelled', 'offered', 'withdrawn', 'taken'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** What a run under kills came to. */
export type KillResult = {
  readonly changes: number;
  readonly kills: number;
  /** Calls whose answer was lost, or said nothing for certain, and that were repeated with their key. */
  readonly ambiguous: number;
  /** How often what was done. */
  readonly outcomes: ReadonlyMap<Outcome, number>;
  readonly findings: string[];
  /** What never happened, so that nothing is proved of it. */
  readonly missing: string[];
};

/** Whether an answer says what became of the change, for all time. */
const isDefinite = ({ status }: Answer) => status !== 0 && status !== 409 && status < 500;

/** Whether an order may be what is stored of it by what its customer was told last: who offers one is not told who takes it. */
const isAsTold = (told: OrderState, stored: OrderState | undefined) =>
  stored === told || (told === 'offered' && stored === 'exchanged');

/**
 * Customers order, cancel, offer to one another and take while servers are ended without a warning. Each repeats a
 * change with its key until it knows what became of it; in the end the database must hold exactly what they were told.
 */
export async function runKill(options: {
  readonly database: Database;
  readonly servers: readonly ServerProcess[];
  readonly random: SeededRandom;
  readonly durationMs: number;
}): Promise<KillResult> {
  const { database, servers, random, durationMs } = options;
  const people = await createPeople(database, CLIENTS);
  const toCancel = await createDishes(database, DISHES, PORTIONS);
  const toOffer = await createDishes(database, DISHES, PORTIONS, { isPastCancel: true });
  const dishes = [...toCancel, ...toOffer];
  const until = performance.now() + durationMs;
  const findings: string[] = [];
  const told = new Map<number, OrderState>();
  const outcomes = new Map<Outcome, number>(OUTCOMES.map((outcome) => [outcome, 0]));
  let [changes, ambiguous, kills] = [0, 0, 0];

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

  /** Changes something and says yes to what is asked, which may be another thing by then. */
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

  /** An order of a customer, and whether it can be given back. */
  type Held = { readonly orderId: number; readonly canBeCancelled: boolean };

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
    while (performance.now() < until) {
      changes += 1;
      const held = random.below(2) === 0 ? mine.pop() : undefined;
      const left =
        held === undefined
          ? await order(person)
          : await (held.canBeCancelled ? cancel(person, held) : exchange(person, held));
      if (left) mine.push(left);
    }
  };

  const kill = async () => {
    for (;;) {
      if (performance.now() + KILL_EVERY_MS > until) return;
      await delay(KILL_EVERY_MS);
      await servers[kills % servers.length]?.killAndRestart();
      kills += 1;
    }
  };
  await Promise.all([kill(), ...people.map(live)]);

  const stored = await changesStored(
    database,
    people.map(({ id }) => id),
  );
  for (const [orderId, state] of told)
    if (!isAsTold(state, stored.get(orderId)))
      findings.push(`order ${orderId} was told to be ${state}, and is ${stored.get(orderId) ?? 'lost'}`);
  for (const [orderId, state] of stored) {
    if (!told.has(orderId)) findings.push(`order ${orderId} was made, and nobody was told`);
    if (state === 'exchanged') count('taken');
  }
  const missing = [...outcomes].flatMap(([outcome, times]) => (times === 0 ? [outcome] : []));
  return { changes, kills, ambiguous, outcomes, findings, missing };
}
