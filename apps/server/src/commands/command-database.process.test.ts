import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { createCanteen } from '@refectory/database/canteens';
import { openDatabase, type Database } from '@refectory/database/database';
import {
  findRunningPostgres,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@refectory/embedded-postgres/embedded-postgres';
import { migrate } from '@refectory/database/migrate';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { canteenQueries } from '../canteens/canteen-queries.ts';
import { runRefectory } from '../testing/run-refectory.ts';
import { withDatabase } from './command-database.ts';

let dataDir: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refectory-command-'));
  // As root, PostgreSQL runs under another account, which must get in.
  await chmod(folder, 0o755);
  dataDir = join(folder, 'data');
});
afterAll(() => rm(folder, { recursive: true }));

const canteens = (database: Database) => canteenQueries(database).list();

test('a command that falls asleep loses its locks, and one that meets a lock gives up', async () => {
  const place = { url: undefined, dataDir: join(folder, 'timeouts') };
  const demo = await startEmbeddedPostgres(place);
  onTestFinished(() => demo.stop());
  const database = openDatabase(demo.connection);
  await migrate(database);
  await database.close();
  const { rows } = await withDatabase(place, ({ pool }) =>
    pool.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings
        where name in ('lock_timeout', 'idle_in_transaction_session_timeout', 'statement_timeout') order by name`,
    ),
  );
  expect(rows.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
    'idle_in_transaction_session_timeout 10000',
    'lock_timeout 10000',
    // An import takes as long as it takes.
    'statement_timeout 0',
  ]);
});

test('a command uses the embedded database running or not, and leaves it as it was', async () => {
  await expect(withDatabase({ url: undefined, dataDir }, canteens)).rejects.toThrow(
    /npm start.*REFECTORY_DATA.*DATABASE_URL/,
  );

  const demo = await startEmbeddedPostgres({ dataDir });
  const database = openDatabase(demo.connection);
  await expect(withDatabase({ url: undefined, dataDir }, canteens)).rejects.toThrow(
    'has no tables of Refectory yet',
  );
  await migrate(database);
  await database.close();
  expect(await withDatabase({ url: undefined, dataDir }, canteens)).toEqual([]);
  expect(await findRunningPostgres(dataDir)).toEqual(demo.connection);
  await demo.stop();

  expect(await withDatabase({ url: undefined, dataDir }, canteens)).toEqual([]);
  expect(await findRunningPostgres(dataDir)).toBeUndefined();
});

// PostgreSQL does not run as root, and a folder of root's own is closed to the account it runs under.
test.runIf(process.getuid?.() === 0)(
  'a command finds the database of a folder that only root can enter',
  async () => {
    const own = await mkdtemp(join(tmpdir(), 'refectory-root-'));
    const closed = join(own, 'data');
    const demo = await startEmbeddedPostgres({ dataDir: closed });
    const database = openDatabase(demo.connection);
    await migrate(database);
    await database.close();
    expect(demo.dataDir).not.toBe(closed);
    expect(await withDatabase({ url: undefined, dataDir: closed }, canteens)).toEqual([]);
    await demo.stop();
    expect(await withDatabase({ url: undefined, dataDir: closed }, canteens)).toEqual([]);
    await removeEmbeddedPostgres(closed);
    await rm(dirname(demo.dataDir), { recursive: true });
    await rm(own, { recursive: true });
  },
);

test('a command that fails stops the database it started', async () => {
  const failing = withDatabase({ url: undefined, dataDir }, () => Promise.reject(new Error('no luck')));
  await expect(failing).rejects.toThrow('no luck');
  expect(await findRunningPostgres(dataDir)).toBeUndefined();
});

test('a copy made while the database runs is whole, and a second one is not made over it', async () => {
  const copy = join(folder, 'copy');
  const backup = () =>
    runRefectory(['backup', copy], {
      place: { url: undefined, dataDir },
      now: Date.parse('2026-11-24T07:30:00Z'),
    });
  const demo = await startEmbeddedPostgres({ dataDir });
  const database = openDatabase(demo.connection);
  await createCanteen(database, { key: 'kept', name: {}, timeZone: 'Europe/Prague' });
  expect(await backup()).toMatchObject({ code: 0, err: '' });
  await createCanteen(database, { key: 'later', name: {}, timeZone: 'Europe/Prague' });
  await database.close();
  expect(await findRunningPostgres(dataDir)).toEqual(demo.connection);
  await demo.stop();

  const keys = async (place: string) =>
    (await withDatabase({ url: undefined, dataDir: place }, canteens)).map(({ key }) => key);
  expect(await keys(copy)).toEqual(['kept']);
  expect(await keys(dataDir)).toEqual(['kept', 'later']);
  expect((await backup()).err).toMatch(/is already there/);
});

test('a command on a damaged table says so in one sentence', async () => {
  const damagedDir = join(folder, 'damaged');
  await withDatabase({ url: undefined, dataDir }, () => Promise.resolve());
  await cp(dataDir, damagedDir, { recursive: true, preserveTimestamps: true });
  const { uid, gid } = await stat(dataDir);
  await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, damagedDir]);
  const path = await withDatabase({ url: undefined, dataDir: damagedDir }, async ({ pool }) => {
    const { rows } = await pool.query<{ path: string }>(`select pg_relation_filepath('customer') as path`);
    return String(rows[0]?.path);
  });
  await rm(join(damagedDir, path));
  expect(
    await runRefectory(['customer', 'add', 'anna'], {
      place: { url: undefined, dataDir: damagedDir },
      now: Date.parse('2026-11-24T07:30:00Z'),
    }),
  ).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^The database is damaged \(PostgreSQL says: .*\): restore .*\n$/),
  });
  expect(await findRunningPostgres(damagedDir)).toBeUndefined();
});

describe('a backup', () => {
  const backup = (target: string, place = dataDir) =>
    runRefectory(['backup', target], {
      place: { url: undefined, dataDir: place },
      now: Date.parse('2026-11-24T07:30:00Z'),
    });
  const start = async () => {
    const demo = await startEmbeddedPostgres({ dataDir });
    onTestFinished(() => demo.stop());
    return demo;
  };

  test('of several at once to one name one is made and is whole, the others say why not', async () => {
    await start();
    const target = join(folder, 'at-once');
    const results = await Promise.all(Array.from({ length: 4 }, () => backup(target)));
    expect(results.filter(({ code }) => code === 0)).toHaveLength(1);
    for (const { err } of results.filter(({ code }) => code !== 0))
      expect(err).toMatch(/is being written by another backup|is already there/);
    expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('unfinished'));
    expect(await withDatabase({ url: undefined, dataDir: target }, canteens)).not.toEqual([]);
  });

  test('two at once to different names are both made', async () => {
    await start();
    const targets = ['one', 'another'].map((name) => join(folder, name));
    for (const { code, err } of await Promise.all(targets.map((target) => backup(target))))
      expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const target of targets)
      expect(await withDatabase({ url: undefined, dataDir: target }, canteens)).not.toEqual([]);
  });

  test('removes what a killed one left, and nothing of one that runs', async () => {
    await start();
    const target = join(folder, 'after-a-kill');
    const child = spawn('true');
    await once(child, 'exit');
    const [dead, running] = [child.pid, process.pid].map((pid) => `${target}.unfinished-${pid}-abc123`);
    for (const path of [dead, running]) await mkdir(String(path));
    expect(await backup(target)).toMatchObject({ code: 0 });
    const names = await readdir(folder);
    expect(names).not.toContain(basename(String(dead)));
    expect(names).toContain(basename(String(running)));
  });

  test('into the database folder is refused, whatever name leads there', async () => {
    await start();
    const link = join(folder, 'link');
    await symlink(dataDir, link);
    for (const target of [
      join(dataDir, 'inside'),
      join(dataDir, 'base', 'deep', 'inside'),
      join(link, 'inside'),
      join(folder, 'elsewhere', '..', 'data', 'inside'),
    ])
      expect(await backup(target)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/outside of it\.\n$/),
      });
    expect(await readdir(dataDir)).not.toContain('inside');
  });

  test('into what cannot be written is refused in one sentence, at once', async () => {
    await start();
    await writeFile(join(folder, 'file'), '');
    for (const target of [
      '/proc/x',
      '/proc/x/y',
      join(folder, 'file', 'copy'),
      join(folder, 'n'.repeat(300)),
    ]) {
      const { code, err } = await backup(target);
      expect(code).toBe(1);
      expect(err).toMatch(/^The copy cannot be written to .* \(E[A-Z]+\): choose another folder\.\n$/);
    }
  });

  test('of a database that ends meanwhile says so and leaves nothing', async () => {
    const demo = await start();
    const target = join(folder, 'ended');
    const database = openDatabase(demo.connection);
    await database.pool.query(
      'create table if not exists filler as select repeat(md5(n::text), 50) as text from generate_series(1, 20000) as n',
    );
    await database.close();
    const copying = backup(target);
    await expect.poll(() => readdir(folder)).toContainEqual(expect.stringContaining('ended.unfinished'));
    await demo.stop();
    expect(await copying).toMatchObject({ code: 1, err: expect.stringContaining('run the backup again') });
    expect((await readdir(folder)).filter((name) => name.startsWith('ended'))).toEqual([]);
  });
});
