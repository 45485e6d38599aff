import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { migrate } from './migrate.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const database = useTestDatabase();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refectory-migrations-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (name: string, sql: string) => writeFile(join(folder, name), sql);
const applied = async (name: string) =>
  (await database.current.pool.query('select from migration where name = $1', [name])).rowCount === 1;

test('applies what is new in the order of the names, once', async () => {
  await write('9002-b.sql', 'alter table a add column b int');
  await write('9001-a.sql', 'create table a (id int)');
  expect(await migrate(database.current, folder)).toEqual(['9001-a.sql', '9002-b.sql']);
  expect(await migrate(database.current, folder)).toEqual([]);
});

test('two at once apply each once', async () => {
  await write('9003-c.sql', 'create table c (id int)');
  const answers = await Promise.all([migrate(database.current, folder), migrate(database.current, folder)]);
  expect(answers.flat()).toEqual(['9003-c.sql']);
});

test('a migration that fails leaves nothing behind', async () => {
  await write('9004-d.sql', 'create table d (id int); select 1 / 0');
  await expect(migrate(database.current, folder)).rejects.toThrow('9004-d.sql');
  await expect(database.current.pool.query('select from d')).rejects.toThrow('does not exist');
  expect(await applied('9004-d.sql')).toBe(false);
});

test('a migration that was changed after it was applied is refused', async () => {
  await write('9005-e.sql', 'create table e (id int)');
  await migrate(database.current, folder);
  await write('9005-e.sql', 'create table e (id bigint)');
  await expect(migrate(database.current, folder)).rejects.toThrow('9005-e.sql was changed');
});
