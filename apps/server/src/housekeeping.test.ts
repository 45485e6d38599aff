import { closeDay } from '@refectory/database/close-day';
import type { Database } from '@refectory/database/database';
import {
  createCanteen,
  createCustomer,
  createOffering,
  factoryDay,
  factoryNow,
  orderOf,
} from '@refectory/database/factories';
import { setGivesBack } from '@refectory/database/give-back';
import { handOut } from '@refectory/database/hand-out';
import { cancelOrder, ownKey, placeOrder } from '@refectory/database/order-functions';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { addDays, instantAt, type Instant } from '@refectory/domain/day';
import { money } from '@refectory/domain/money';
import type { FastifyBaseLogger } from 'fastify';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { runHousekeeping as runHousekeepingOf, startHousekeeping } from './housekeeping.ts';
import { createTestApp } from './testing/create-test-app.ts';

const database = useTestDatabase();
const HOUR_MS = 60 * 60_000;
const now = factoryNow;

/** Keeps house, and throws what any chore failed with. */
const runHousekeeping = (own: Database, moment: Instant, options?: Parameters<typeof runHousekeepingOf>[2]) =>
  runHousekeepingOf(
    {
      database: own,
      log: {
        error: ({ err }: { err: unknown }) => {
          throw err;
        },
      },
    },
    moment,
    options,
  );

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
    `insert into idempotency_answer (customer_id, key, request_hash, verdict, created_at)
     select $1, n, '', 'sold-out', $2 from generate_series(1, $3) n`,
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
  await runHousekeeping(database.current, now);
  expect(await left()).toEqual({ sessions: 2, answers: 0 });
});

test('API-59 an answer is kept for two days, and goes in the end', async () => {
  await storeAnswers(3, now);
  await runHousekeeping(database.current, now + 48 * HOUR_MS);
  expect((await left()).answers).toBe(3);
  await runHousekeeping(database.current, now + 49 * HOUR_MS);
  expect((await left()).answers).toBe(0);
});

test('API-59 of a customer the newest answers are kept, and of others all', async () => {
  await storeAnswers(2, now);
  const { id } = await createCustomer(database.current);
  await database.current.pool.query(
    `insert into idempotency_answer (customer_id, key, request_hash, verdict, created_at)
     select $1, n, '', 'sold-out', $2::timestamptz + n * interval '1 s' from generate_series(1, 25) n`,
    [id, at(now)],
  );
  await runHousekeeping(database.current, now, { rowsAtOnce: 10, answersOfACustomer: 3 });
  const { rows } = await database.current.pool.query(
    'select key from idempotency_answer where customer_id = $1 order by key',
    [id],
  );
  expect(rows.map(({ key }) => key)).toEqual(['23', '24', '25']);
  expect((await left()).answers).toBe(5);
});

describe('C32 a meal counts as handed out when its day ends', () => {
  /** An order in a canteen of a zone, offered to others. */
  async function ordered(timeZone: string) {
    const { id: canteenId } = await createCanteen(database.current, { timeZone });
    const { id: offeringId } = await createOffering(database.current, { canteenId });
    const { id: customerId } = await createCustomer(database.current);
    const verdict = await placeOrder(database.current, {
      customerId,
      offeringId,
      day: factoryDay,
      canteenId,
      quantity: 1,
      price: money(100_000),
      pickupCode: 'A17',
      idempotency: ownKey(),
      now,
    });
    if (verdict.verdict !== 'ordered') throw new Error(verdict.verdict);
    await database.current.pool.query('update orders set offered_at = placed_at where id = $1', [
      verdict.orderId,
    ]);
    return { orderId: verdict.orderId, customerId, canteenId };
  }
  const order = async ({ orderId }: { orderId: number }) => {
    const { rows } = await database.current.pool.query<{ collected: number | null; offered: boolean }>(
      `select (extract(epoch from collected_at) * 1000)::bigint as collected, offered_at is not null as offered
       from orders where id = $1`,
      [orderId],
    );
    return rows[0];
  };

  test('in its canteen, and no longer stands on exchange', async () => {
    const midnight = instantAt(addDays(factoryDay, 1), '00:00', 'Europe/Prague');
    const [prague, lisbon] = [await ordered('Europe/Prague'), await ordered('Europe/Lisbon')];
    await runHousekeeping(database.current, midnight - 1);
    expect(await order(prague)).toEqual({ collected: null, offered: true });
    await runHousekeeping(database.current, midnight);
    expect(await order(prague)).toEqual({ collected: midnight - 1, offered: false });
    expect(await order(lisbon)).toEqual({ collected: null, offered: true });
  });

  test('though more customers have some than are handed out at once, and another process is at one of them', async () => {
    const meals = [];
    for (let count = 0; count < 5; count += 1) meals.push(await ordered('Europe/Prague'));
    const holder = await database.current.pool.connect();
    await holder.query('begin');
    await holder.query('select from orders where id = $1 for update', [meals[0]?.orderId]);
    await runHousekeeping(database.current, now + 48 * HOUR_MS, { mealsAtOnce: 2 });
    await holder.query('rollback');
    holder.release();
    const collected = [];
    for (const meal of meals) collected.push((await order(meal))?.collected !== null);
    expect(collected).toEqual([false, true, true, true, true]);
  });

  test('unless its day was closed: then only whoever hands it out says so', async () => {
    const meal = await ordered('Europe/Prague');
    await closeDay(database.current, { id: meal.canteenId }, { day: factoryDay, reason: 'Burst pipe' });
    await runHousekeeping(database.current, now + 48 * HOUR_MS);
    expect((await order(meal))?.collected).toBe(null);
    await handOut(database.current, { canteenId: meal.canteenId, day: factoryDay, now });
    expect(await order(meal)).toEqual({ collected: now, offered: false });
  });

  test('unless it was handed out or cancelled before', async () => {
    const [eaten, cancelled] = [await ordered('Europe/Prague'), await ordered('Europe/Prague')];
    await handOut(database.current, { canteenId: eaten.canteenId, day: factoryDay, now });
    const { verdict } = await cancelOrder(database.current, { ...cancelled, idempotency: ownKey(), now });
    expect(verdict).toBe('cancelled');
    await runHousekeeping(database.current, now + 48 * HOUR_MS);
    expect((await order(eaten))?.collected).toBe(now);
    expect((await order(cancelled))?.collected).toBe(null);
  });
});

test('more than one statement takes goes too', async () => {
  await storeSessions(25, now - 1);
  await storeAnswers(25, now - 100 * HOUR_MS);
  await runHousekeeping(database.current, now, { rowsAtOnce: 10 });
  expect(await left()).toEqual({ sessions: 0, answers: 0 });
});

test('several processes clear away at once, none waits for what another is at', async () => {
  await storeSessions(30, now - 1);
  const holder = await database.current.pool.connect();
  await holder.query('begin');
  await holder.query('select from session limit 1 for update');
  await Promise.all(
    Array.from({ length: 4 }, () => runHousekeeping(database.current, now, { rowsAtOnce: 3 })),
  );
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

test('a chore that fails is logged, and stops none of the others', async () => {
  await storeSessions(1, now - 1);
  const canteen = await createCanteen(database.current);
  const dish = await createOffering(database.current, { canteenId: canteen.id });
  const { id } = await createCustomer(database.current);
  await placeOrder(database.current, orderOf(id, dish));
  await setGivesBack(database.current, canteen, true);
  await closeDay(database.current, canteen, { day: factoryDay, reason: 'Burst pipe' });
  const { pool } = database.current;
  await pool.query('alter table mailed_link rename to mailed_link_away');
  onTestFinished(async () => {
    await pool.query('alter table mailed_link_away rename to mailed_link');
  });
  const own = services();
  await runHousekeepingOf(own, now);
  expect(own.logged).toMatchObject([{ chore: 'links' }]);
  expect((await left()).sessions).toBe(0);
  const { rows } = await pool.query('select state from orders where customer_id = $1', [id]);
  expect(rows).toEqual([{ state: 'cancelled' }]);
});

test('mails go after thirty days, also those that nobody could send', async () => {
  const { pool } = database.current;
  await pool.query(
    `insert into outbox (kind, recipient, content, created_at, sent_at)
     values ('comment', 'old-unsent', '{}', $1, null), ('comment', 'old-sent', '{}', $1, $1), ('comment', 'new', '{}', $2, null)`,
    [at(now - 30 * 24 * HOUR_MS - 1), at(now - 30 * 24 * HOUR_MS)],
  );
  await runHousekeeping(database.current, now);
  const { rows } = await pool.query<{ recipient: string }>(
    'select recipient from outbox where recipient is not null',
  );
  expect(rows).toEqual([{ recipient: 'new' }]);
});

test('that a link was used is known for ninety days', async () => {
  const { pool } = database.current;
  const DAYS_MS = 90 * 24 * HOUR_MS;
  await pool.query(
    `insert into used_link (token_hash, purpose, used_at) values ('old', 'card-change', $1), ('new', 'card-change', $2)`,
    [at(now - DAYS_MS - 1), at(now - DAYS_MS)],
  );
  await runHousekeeping(database.current, now);
  const { rows } = await pool.query("select convert_from(token_hash, 'UTF8') as hash from used_link");
  expect(rows).toEqual([{ hash: 'new' }]);
});
