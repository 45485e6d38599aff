import { setTimeout as delay } from 'node:timers/promises';

import type { Database } from '@refectory/database/database';

import {
  cancellationOf,
  createDishes,
  createPeople,
  orderOf,
  send,
  type Answer,
  type Change,
  type Person,
} from './canteen.ts';
import { changesStored } from './harness-queries.ts';
import { CLIENTS } from './race.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { ServerProcess } from './server-process.ts';

/** A server is ended this often, one after the other. */
const KILL_EVERY_MS = 2_000;
/** Portions of all dishes together, so few that they run out and come back. */
const DISHES = 6;
const PORTIONS = 8;
const REPEAT_AFTER_MS = 50;

/** What a run under kills came to. */
export type KillResult = {
  readonly changes: number;
  readonly kills: number;
  /** Calls whose answer was lost, or said nothing for certain, and that were repeated with their key. */
  readonly ambiguous: number;
  readonly findings: string[];
};

/** Whether an answer says what became of the change, for all time. */
const isDefinite = ({ status }: Answer) => status !== 0 && status !== 409 && status < 500;

/**
 * Customers order and cancel while servers are ended without a warning. Each repeats a change with its key until it
 * knows what became of it; in the end the database must hold exactly what they were told.
 */
export async function runKill(options: {
  readonly database: Database;
  readonly servers: readonly ServerProcess[];
  readonly random: SeededRandom;
  readonly durationMs: number;
}): Promise<KillResult> {
  const { database, servers, random, durationMs } = options;
  const people = await createPeople(database, CLIENTS);
  const dishes = await createDishes(database, DISHES, PORTIONS);
  const until = performance.now() + durationMs;
  const findings: string[] = [];
  const told = new Map<number, 'placed' | 'cancelled'>();
  let [changes, ambiguous, kills] = [0, 0, 0];

  const settle = async (change: Change): Promise<Answer> => {
    for (;;) {
      const answer = await send(random.oneOf(servers).port, change);
      if (isDefinite(answer)) return answer;
      ambiguous += 1;
      await delay(REPEAT_AFTER_MS);
    }
  };

  const note = (orderId: number, state: 'placed' | 'cancelled') => {
    if (told.get(orderId) === state) findings.push(`order ${orderId} was ${state} twice`);
    told.set(orderId, state);
  };

  const live = async (person: Person) => {
    const mine: number[] = [];
    while (performance.now() < until) {
      changes += 1;
      const orderId = mine.length > 0 && random.below(2) === 0 ? mine.pop() : undefined;
      const change =
        orderId === undefined ? orderOf(person, random.oneOf(dishes)) : cancellationOf(person, orderId);
      let answer = await settle(change);
      if (answer.status === 449) answer = await settle({ ...change, force: answer.yes });
      if (answer.status === 200 && answer.orderId !== undefined) {
        if (orderId === undefined) mine.push(answer.orderId);
        note(answer.orderId, orderId === undefined ? 'placed' : 'cancelled');
      } else if (orderId !== undefined || answer.code !== 'soldOut')
        findings.push(`an answer ${answer.status} ${answer.code ?? ''}`);
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
    if (stored.get(orderId) !== state)
      findings.push(`order ${orderId} was told to be ${state}, and is ${stored.get(orderId) ?? 'lost'}`);
  for (const orderId of stored.keys())
    if (!told.has(orderId)) findings.push(`order ${orderId} was made, and nobody was told`);
  return { changes, kills, ambiguous, findings };
}
