import type { Database } from '@refectory/database/database';
import { createCustomer, factoryNow } from '@refectory/database/factories';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import type { Instant } from '@refectory/domain/day';
import type { FastifyBaseLogger } from 'fastify';
import { beforeEach, expect, test } from 'vitest';

import { clearAway, startHousekeeping } from './housekeeping.ts';
import { createTestApp } from './testing/create-test-app.ts';

const database = useTestDatabase();
const HOUR_MS = 60 * 60_000;
const now = factoryNow;

beforeEach(() => database.current.pool.query('delete from session; delete from idempotency_answer'));

const at = (moment: Instant) => new Date(moment);

async function storeSessions(count: number, expiresAt: Instant): Promise<void> {
  const { id } = await createCustomer(database.current);
  await database.current.pool.query(
    `insert into session (token_hash, customer_id, created_at, expires_at, last_seen_at)
     select decode(md5(random()::text), 'hex'), $1, $2, $2, $2 from generate_series(1, $3)`,
    [id, at(expiresAt), count],
  );
}

async function storeAnswers(count: number, createdAt: Instant): Promise<void> {
  const { id } = await createCustomer(database.current);
  await database.current.pool.query(
    `insert into idempotency_answer (customer_id, key, request_hash, answer, created_at)
     select $1, n, '', '{}', $2 from generate_series(1, $3) n`,
    [id, at(createdAt), count],
  );
}

async function left(): Promise<{ sessions: number; answers: number }> {
  const { rows } = await database.current.pool.query(
    `select (select count(*) from session)::int as sessions,
       (select count(*) from idempotency_answer)::int as answers`,
  );
  return rows[0];
}

test('sessions that ended go, those that live stay', async () => {
  await storeSessions(3, now - 1);
  await storeSessions(2, now + 1);
  await clearAway(database.current, now);
  expect(await left()).toEqual({ sessions: 2, answers: 0 });
});

test('API-59 an answer is kept for a day and longer, and goes in the end', async () => {
  await storeAnswers(3, now);
  await clearAway(database.current, now + 24 * HOUR_MS);
  expect((await left()).answers).toBe(3);
  await clearAway(database.current, now + 49 * HOUR_MS);
  expect((await left()).answers).toBe(0);
});

test('more than one statement takes goes too', async () => {
  await storeSessions(25, now - 1);
  await storeAnswers(25, now - 100 * HOUR_MS);
  await clearAway(database.current, now, { rowsAtOnce: 10 });
  expect(await left()).toEqual({ sessions: 0, answers: 0 });
});

test('several processes clear away at once, none waits for what another is at', async () => {
  await storeSessions(30, now - 1);
  const holder = await database.current.pool.connect();
  await holder.query('begin');
  await holder.query('select from session limit 1 for update');
  await Promise.all(Array.from({ length: 4 }, () => clearAway(database.current, now, { rowsAtOnce: 3 })));
  expect((await left()).sessions).toBe(1);
  await holder.query('rollback');
  holder.release();
});

test('guests leave nothing behind, however many sessions they ask for', async () => {
  const { client } = await createTestApp({ database: database.current });
  await Promise.all(Array.from({ length: 50 }, () => client().authenticate()));
  expect(await left()).toEqual({ sessions: 0, answers: 0 });
});

/** What housekeeping needs, and what it logged. */
function services(own: Database = database.current) {
  const logged: unknown[] = [];
  const log = { error: (what: unknown) => logged.push(what) } as unknown as FastifyBaseLogger;
  return { logged, database: own, clock: () => now, log, everyMs: 10 };
}

test('a server clears away when it starts and again later, until it stops', async () => {
  await storeSessions(1, now - 1);
  const housekeeping = startHousekeeping(services());
  await expect.poll(async () => (await left()).sessions).toBe(0);
  await storeSessions(1, now - 1);
  await expect.poll(async () => (await left()).sessions).toBe(0);
  await housekeeping.stop();
});

test('a failure is logged, and the next turn comes all the same', async () => {
  const { pool } = database.current;
  const failing = Object.create(pool, {
    query: { value: () => Promise.reject(new Error('away')) },
  }) as typeof pool;
  const own = services({ ...database.current, pool: failing });
  const housekeeping = startHousekeeping(own);
  await expect.poll(() => own.logged.length).toBeGreaterThan(1);
  await housekeeping.stop();
});
