import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest';

import { openDatabase } from './database.ts';
import { migrate, requireMigrated, RUNTIME_ROLE, type ProgramSql } from './migrate.ts';
import { createEmptyDatabase, createTestDatabase } from './testing/test-cluster.ts';

let program: ProgramSql;

/** A program with one table and one function. */
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'refectory-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  program = { folder, version: '1.0.0' };
  for (const name of ['schema', 'migrations', 'functions']) await mkdir(join(folder, name));
  await write('rights.sql', 'select');
  await write('schema/01-a.sql', 'create table a (id int)');
  await write(
    'functions/one.sql',
    'create or replace function one() returns int language sql as $$ select 1 $$',
  );
});

const write = (name: string, sql: string) => writeFile(join(program.folder, name), sql);

async function emptyDatabase() {
  const database = await createEmptyDatabase(inject('testCluster'));
  onTestFinished(() => database.drop());
  return database;
}

/** A database that this program has migrated. */
async function migrated() {
  const database = await emptyDatabase();
  await migrate(database, program);
  return database;
}

const one = async ({ pool }: Awaited<ReturnType<typeof emptyDatabase>>) =>
  (await pool.query<{ one: number }>('select one()')).rows[0]?.one;

test('applies tables, then migrations in the order of their names, then functions, each once', async () => {
  const database = await emptyDatabase();
  await write('migrations/0002-c.sql', 'alter table b add column c int');
  await write('migrations/0001-b.sql', 'create table b (id int)');
  const all = ['schema', '0001-b.sql', '0002-c.sql', 'one.sql'];
  expect(await migrate(database, program)).toEqual(all);
  expect(await one(database)).toBe(1);
  expect(await migrate(database, program)).toEqual([]);
});

test('two at once apply each once', async () => {
  const database = await emptyDatabase();
  const answers = await Promise.all([migrate(database, program), migrate(database, program)]);
  expect(answers.flat()).toEqual(['schema', 'one.sql']);
});

test('a function that was changed is put in place again, and one without a file goes', async () => {
  const database = await migrated();
  await write(
    'functions/one.sql',
    'create or replace function one() returns int language sql as $$ select 2 $$',
  );
  await write(
    'functions/two.sql',
    'create or replace function two() returns int language sql as $$ select one() $$',
  );
  expect(await migrate(database, program)).toEqual(['one.sql', 'two.sql']);
  expect(await one(database)).toBe(2);
  await rm(join(program.folder, 'functions/two.sql'));
  await migrate(database, program);
  await expect(database.pool.query('select two()')).rejects.toThrow('does not exist');
});

test('a function that takes other parameters takes the place of the one before it', async () => {
  const database = await migrated();
  const signatures = async () => {
    const { rows } = await database.pool.query<{ signature: string }>(
      `select oid::regprocedure::text as signature from pg_proc where proname = 'one' order by 1`,
    );
    return rows.map(({ signature }) => signature);
  };
  await write(
    'functions/one.sql',
    'create or replace function one(p int default 3) returns int language sql as $$ select p $$',
  );
  await migrate(database, program);
  expect(await signatures()).toEqual(['one(integer)']);
  expect(await one(database)).toBe(3);
  // As an earlier build left it.
  await database.pool.query('create function one(p text) returns int language sql as $$ select 1 $$');
  await rm(join(program.folder, 'functions/one.sql'));
  await migrate(database, program);
  expect(await signatures()).toEqual([]);
});

test('a migration that fails leaves nothing behind', async () => {
  const database = await migrated();
  await write('migrations/0001-d.sql', 'create table d (id int); select 1 / 0');
  await expect(migrate(database, program)).rejects.toThrow('0001-d.sql failed and left nothing behind');
  await expect(database.pool.query('select from d')).rejects.toThrow('does not exist');
  await expect(requireMigrated(database, program)).rejects.toThrow('lacks 0001-d.sql');
});

test('a migration that was changed after it was applied is refused', async () => {
  await write('migrations/0001-e.sql', 'create table e (id int)');
  const database = await migrated();
  await write('migrations/0001-e.sql', 'create table e (id bigint)');
  await expect(migrate(database, program)).rejects.toThrow('0001-e.sql was changed');
});

test('a migration with a lower number than one that was applied is refused', async () => {
  await write('migrations/0002-f.sql', 'create table f (id int)');
  const database = await migrated();
  await write('migrations/0001-g.sql', 'create table g (id int)');
  await expect(migrate(database, program)).rejects.toThrow('0001-g.sql comes too late');
});

test('a database that is newer than the program is refused, and stays as it is', async () => {
  await write('migrations/0001-h.sql', 'create table h (id int)');
  const database = await migrated();
  await rm(join(program.folder, 'migrations/0001-h.sql'));
  await expect(migrate(database, program)).rejects.toThrow('belongs to a newer version');
});

test('functions of a newer version are not put back to older ones', async () => {
  const database = await emptyDatabase();
  await migrate(database, { ...program, version: '1.10.0' });
  expect(await migrate(database, { ...program, version: '1.9.0' })).toEqual([]);
  await write(
    'functions/one.sql',
    'create or replace function one() returns int language sql as $$ select 0 $$',
  );
  await expect(migrate(database, { ...program, version: '1.9.0' })).rejects.toThrow('newer version');
  expect(await one(database)).toBe(1);
  await migrate(database, { ...program, version: '1.10.0' });
  expect(await one(database)).toBe(0);
});

test('a database of an earlier build is refused in one sentence', async () => {
  const database = await emptyDatabase();
  await database.pool.query(
    `create table migration (name text primary key, checksum text not null, applied_at timestamptz);
     insert into migration values ('0001-schema.sql', '', now())`,
  );
  for (const open of [migrate, requireMigrated])
    await expect(open(database, program)).rejects.toThrow(
      /^This database was made by an earlier build .*--reset/,
    );
});

test('a table that somebody holds does not stop everybody behind the migration for longer than its lock timeout', async () => {
  const database = await migrated();
  await write('migrations/0001-i.sql', 'alter table a add column i int');
  const holder = await database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('lock a');
    await expect(migrate(database, program, { lockTimeoutMs: 50 })).rejects.toThrow(
      'for somebody who uses the tables',
    );
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});

test('whoever only needs the database is told what it lacks', async () => {
  const database = await emptyDatabase();
  await expect(requireMigrated(database, program)).rejects.toThrow(
    'This database has no tables of Refectory yet: start the server on it, or run "npx refectory migrate".',
  );
  await migrate(database, program);
  await requireMigrated(database, program);
});

test('the role of servers adds to the ledger and never changes it, nor any table', async () => {
  const owner = await createTestDatabase(inject('testCluster'));
  onTestFinished(() => owner.drop());
  const runtime = openDatabase(owner.connection, { role: RUNTIME_ROLE });
  onTestFinished(() => runtime.close());
  const { pool } = runtime;
  // It serves a database that is up to date, and has no need to change it.
  expect(await migrate(runtime)).toEqual([]);
  for (const refused of [
    'update movement set reason = null',
    'delete from movement',
    'truncate movement',
    'alter table movement disable trigger all',
    'create table mine (id int)',
    'drop table voucher',
    'update terms set is_binding = false',
    `update terms_text set content = ''`,
    'delete from terms_consent',
    'delete from audit_event',
    `insert into migration values ('x', 'x')`,
  ])
    await expect(pool.query(refused), refused).rejects.toThrow(/permission denied|must be owner/);
  await pool.query('select from movement; update stock set capacity = 1; delete from session');
});
