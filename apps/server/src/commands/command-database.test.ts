import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { createCanteen } from '@refectory/database/canteens';
import { openDatabase, type Database } from '@refectory/database/database';
import {
  findRunningPostgres,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@refectory/embedded-postgres/embedded-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';

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

test('a command uses the embedded database running or not, and leaves it as it was', async () => {
  await expect(withDatabase({ url: undefined, dataDir }, canteens)).rejects.toThrow(
    /npm start.*REFECTORY_DATA.*DATABASE_URL/,
  );

  const demo = await startEmbeddedPostgres({ dataDir });
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
