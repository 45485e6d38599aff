import { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';

import { openDatabase } from './database.ts';
import { createTestDatabase } from './testing/test-cluster.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const database = useTestDatabase();

test('a bigint is a safe integer or an error, a date its text, a moment epoch milliseconds', async () => {
  const { pool } = database.current;
  const { rows } = await pool.query(
    `select 9007199254740991::bigint as big, '2026-11-20'::date as day, '2026-11-20 08:00:00.25+01'::timestamptz as moment`,
  );
  expect(rows).toEqual([
    { big: Number.MAX_SAFE_INTEGER, day: '2026-11-20', moment: Date.UTC(2026, 10, 20, 7, 0, 0, 250) },
  ]);
  await expect(pool.query('select 9007199254740992::bigint')).rejects.toThrow('not a safe integer');
});

test('a moment is the same whatever zone the session is in', async () => {
  const client = await database.current.pool.connect();
  try {
    await client.query(`set timezone to 'Asia/Kolkata'`);
    const { rows } = await client.query(`select '2026-11-20T08:00:00Z'::timestamptz as moment`);
    expect(rows).toEqual([{ moment: Date.UTC(2026, 10, 20, 8) }]);
    await client.query('reset timezone');
  } finally {
    client.release();
  }
});

test('connections that are cut while idle do no harm', async () => {
  const own = await createTestDatabase(inject('testCluster'), { max: 2 });
  onTestFinished(() => own.drop());
  await own.pool.query('select 1');
  const killer = new Client(inject('testCluster').connection);
  await killer.connect();
  await killer.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    own.connection.database,
  ]);
  await killer.end();
  await expect.poll(() => own.pool.idleCount).toBe(0);
  expect((await own.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a connection that is cut between two statements of a transaction fails the next one, and ends no process', async () => {
  const own = openDatabase(database.current.connection, { max: 1 });
  onTestFinished(() => own.close());
  const client = await own.pool.connect();
  await client.query('begin');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const cut = new Promise<void>((resolve) => {
    client.once('end', () => resolve());
  });
  await database.current.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await cut;
  await expect(client.query('select 1')).rejects.toThrow(/not queryable/);
  client.release();
  expect((await own.pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a database opens by URL too', async () => {
  const { host, user, database: name } = inject('testCluster').connection;
  const opened = openDatabase(`postgres://${user}@/${name}?host=${encodeURIComponent(host)}`);
  onTestFinished(() => opened.close());
  expect((await opened.pool.query('select current_user as name')).rows).toEqual([{ name: user }]);
});
