import { checkLedger } from '@refectory/database/check-ledger';
import { findCustomer } from '@refectory/database/customers';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { addDays, calendarDay, dayAt, timeAt, weekdayOf } from '@refectory/domain/day';
import { createTestApp } from '@refectory/server/testing/create-test-app';
import { beforeAll, describe, expect, test } from 'vitest';

import { planDemoDays } from './demo-menu.ts';
import { planLunches, seedHistory } from './history.ts';
import { seedDemo } from './seed.ts';

const ZONE = 'Europe/Prague';

describe('the lunches of a year', () => {
  const days = planDemoDays('main', calendarDay('2025-11-24'), calendarDay('2026-11-23'));
  const lunches = planLunches(days, ZONE);

  test('lie on open days, most of them and never all', () => {
    const open = days.flatMap((planned) => ('dishes' in planned ? [planned.day] : []));
    expect(lunches.length).toBeGreaterThan(open.length * 0.7);
    expect(lunches.length).toBeLessThan(open.length);
    for (const { day } of lunches) expect(open).toContain(day);
  });

  test('have a main course, and are ordered and cancelled in time', () => {
    for (const { day, dishes, orderedAt, end } of lunches) {
      expect(dishes.length).toBeGreaterThanOrEqual(1);
      expect([day, addDays(day, -1)]).toContain(dayAt(orderedAt, ZONE));
      expect(end.at).toBeGreaterThan(orderedAt + dishes.length * 60_000);
      expect(dayAt(end.at, ZONE)).toBe(day);
      if (end.how === 'cancelled') expect(timeAt(end.at, ZONE) < '10:00').toBe(true);
      else expect(timeAt(end.at, ZONE) > '11:00').toBe(true);
    }
    expect(lunches.some(({ end }) => end.how === 'cancelled')).toBe(true);
  });

  test('are the same whenever they are planned', () => {
    const week = days.filter(({ day }) => day >= '2026-03-23' && day < '2026-04-06');
    const then = lunches.filter(({ day }) => day >= '2026-03-23' && day < '2026-04-06');
    expect(planLunches(week, ZONE)).toEqual(then);
  });
});

describe('jana', () => {
  const database = useTestDatabase();
  const now = Date.parse('2026-11-24T07:30:00+01:00');
  const yearBefore = Date.parse('2025-11-23T00:00:00+01:00');

  /** Everything that moved for her, by kind. */
  const movements = async () => {
    const jana = await findCustomer(database.current, 'jana');
    const { rows } = await database.current.pool.query<{ kind: string; count: number; first: number }>(
      `select kind, count(*) as count, (extract(epoch from min(occurred_at)) * 1000)::bigint as first from movement
       where customer_id = $1 group by kind order by kind`,
      [jana?.id],
    );
    return rows;
  };

  beforeAll(async () => {
    await seedDemo(database.current, now);
    await seedHistory(database.current, now);
  });

  test('has a year of orders and top-ups, and about 1,000 crowns left', async () => {
    const jana = await findCustomer(database.current, 'jana');
    if (!jana) throw new Error('the demo has no jana');
    const { loginAs } = await createTestApp({ database: database.current, now });
    const { balance } = await (await loginAs(jana)).getBalance();
    expect(balance).toBeGreaterThanOrEqual(100_000);
    expect(balance).toBeLessThan(110_000);

    const kinds = await movements();
    expect(kinds.map(({ kind }) => kind)).toEqual(['bonus', 'cancel', 'opening', 'order', 'top-up']);
    expect(kinds.find(({ kind }) => kind === 'order')?.count).toBeGreaterThan(300);
    for (const { first } of kinds) expect(first).toBeGreaterThanOrEqual(yearBefore);
    expect(await checkLedger(database.current)).toEqual([]);
  });

  test('reads what moved in the order of its times', async () => {
    const { rows } = await database.current.pool.query<{ at: number }>(
      `select (extract(epoch from occurred_at) * 1000)::bigint as at from movement
       join customer on customer.id = customer_id where user_name = 'jana' order by movement.id`,
    );
    const times = rows.map(({ at }) => at);
    expect(times.length).toBeGreaterThan(300);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  test('ate what she did not cancel, on its day', async () => {
    const { rows } = await database.current.pool.query<{ day: string; eaten: number | null; state: string }>(
      `select orders.day, orders.state, extract(epoch from collected_at)::bigint * 1000 as eaten
       from orders join offering on offering.id = offering_id
       join customer on customer.id = orders.customer_id where user_name = 'jana'`,
    );
    for (const { day, eaten, state } of rows)
      expect(eaten === null ? state : dayAt(eaten, ZONE)).toBe(eaten === null ? 'cancelled' : day);
  });

  test('ate nothing on weekends', async () => {
    const { rows } = await database.current.pool.query<{ day: string }>(
      'select distinct day from orders where day < $1',
      [dayAt(now, ZONE)],
    );
    expect(rows.length).toBeGreaterThan(150);
    for (const { day } of rows) expect(weekdayOf(calendarDay(day))).toBeLessThan(6);
  });

  test('keeps that past at the next start', async () => {
    const before = await movements();
    await seedHistory(database.current, now + 86_400_000);
    expect(await movements()).toEqual(before);
  });
});

describe('a history that was interrupted', () => {
  const database = useTestDatabase();
  const now = Date.parse('2026-11-24T07:30:00+01:00');

  test('is gone on with, and nothing is done twice', async () => {
    await seedDemo(database.current, now);
    const broken = { ...database.current, pool: brokenAfter(database.current.pool, 300) };
    await expect(seedHistory(broken, now)).rejects.toThrow('cut');
    await seedHistory(database.current, now);

    const { rows } = await database.current.pool.query<{ twice: number }>(
      `select count(*) as twice from (
         select from orders join customer on customer.id = customer_id
         where user_name = 'jana' group by offering_id having count(*) > 1) again`,
    );
    expect(rows).toEqual([{ twice: 0 }]);
    expect(await checkLedger(database.current)).toEqual([]);
  });
});

/** A pool whose connection is lost after so many queries. */
function brokenAfter<Pool extends { query: (...values: never[]) => unknown }>(
  pool: Pool,
  count: number,
): Pool {
  let left = count;
  return new Proxy(pool, {
    get: (target, name, receiver) =>
      name === 'query' && (left -= 1) < 0
        ? () => Promise.reject(new Error('cut'))
        : Reflect.get(target, name, receiver),
  });
}
