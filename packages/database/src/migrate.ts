import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { DatabaseError, type PoolClient } from 'pg';

import { version } from '../package.json' with { type: 'json' };
import type { Database } from './database.ts';
import { underAdvisoryLock } from './advisory-lock.ts';

/** A database that is not up to date, or cannot be brought up to date; the message is one sentence. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** The folder of a program's SQL, and the version of the program. */
export type ProgramSql = { readonly folder: string; readonly version: string };

/** The role of servers and their jobs, which `rights.sql` makes. */
export const RUNTIME_ROLE = 'refectory_runtime';

/** The name of the first migration, which is all tables of `schema/`. */
const SCHEMA = 'schema';
/** So many of the missing files are named. */
const MOST_NAMED = 5;
/** A migration that waits longer for a table gives up, since everybody else waits behind it. */
const LOCK_TIMEOUT_MS = 10_000;

/** The SQL lies beside `src`; in a build it lies beside the programs, whose chunks may be in a folder of their own. */
function ownSql(): ProgramSql {
  const folder = ['./database-sql/', '../database-sql/', '../']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(join(path, 'rights.sql')));
  if (folder === undefined) throw new Error('the SQL of the database is missing: is it built?');
  return { folder, version };
}

/**
 * Brings the database up to date: makes the tables of `schema/` where there are none, applies the numbered `migrations/` in
 * their order, each once, and then every file of `functions/` that changed. Returns what it applied.
 */
export async function migrate(
  database: Database,
  program: ProgramSql = ownSql(),
  { lockTimeoutMs = LOCK_TIMEOUT_MS }: { readonly lockTimeoutMs?: number } = {},
): Promise<string[]> {
  // Without a lock: a server whose login may not migrate has no need to.
  const wanted = await readProgram(program);
  if ((await missingIn(database.pool, wanted)).length === 0) return [];
  return underAdvisoryLock(database, 'migrate', (client) => applyMissing(client, wanted, lockTimeoutMs));
}

/** Refuses a database that is not what the program needs; the error names what is missing. */
export async function requireMigrated(database: Database, program: ProgramSql = ownSql()): Promise<void> {
  const wanted = await readProgram(program);
  const missing = await missingIn(database.pool, wanted);
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name);
  const what = missing.includes(wanted.schema)
    ? 'has no tables of Refectory yet'
    : `lacks ${names.slice(0, MOST_NAMED).join(', ')}${names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''}`;
  throw new MigrationError(`This database ${what}: start the server on it, or run "npx refectory migrate".`);
}

type SqlFile = { readonly name: string; readonly sql: string; readonly checksum: string };

type Wanted = {
  readonly version: string;
  readonly schema: SqlFile;
  readonly migrations: readonly SqlFile[];
  readonly functions: readonly SqlFile[];
  readonly rights: string;
};

async function readProgram({ folder, version: ofProgram }: ProgramSql): Promise<Wanted> {
  const tables = await readSql(join(folder, 'schema'));
  return {
    version: ofProgram,
    schema: sqlFile(SCHEMA, tables.map(({ sql }) => sql).join('\n')),
    migrations: await readSql(join(folder, 'migrations')),
    functions: await readSql(join(folder, 'functions')),
    rights: await readFile(join(folder, 'rights.sql'), 'utf8'),
  };
}

/** The SQL files of a folder by name; a folder that is not there has none. */
async function readSql(folder: string): Promise<SqlFile[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(names.map(async (name) => sqlFile(name, await readFile(join(folder, name), 'utf8'))));
}

function sqlFile(name: string, sql: string): SqlFile {
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

type Queryable = Pick<PoolClient, 'query'>;

/** What the database lacks for a program; throws where the two do not fit. */
async function missingIn(client: Queryable, wanted: Wanted): Promise<SqlFile[]> {
  const { rows: found } = await client.query<{ migration: string | null; program: string | null }>(
    `select to_regclass('public.migration')::text as migration, to_regclass('public.program')::text as program`,
  );
  const [tables] = found;
  if (!tables?.migration) return [wanted.schema, ...wanted.migrations, ...wanted.functions];
  const applied = await checksumsOf(client, 'migration');
  if (!tables.program || applied.get(SCHEMA) !== wanted.schema.checksum)
    throw new MigrationError(
      'This database was made by an earlier build of Refectory, from before its first release: make a new one (the demo does so with "npm start -- --reset").',
    );
  const { rows } = await client.query<{ version: string }>('select version from program');
  const isNewer = isLater(rows[0]?.version ?? '', wanted.version);
  return [...missingMigrations(applied, wanted), ...(await missingFunctions(client, wanted, isNewer))];
}

async function checksumsOf(client: Queryable, table: 'migration' | 'applied_function') {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from ${table}`,
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

function missingMigrations(applied: ReadonlyMap<string, string>, { migrations }: Wanted): SqlFile[] {
  const known = new Set([SCHEMA, ...migrations.map(({ name }) => name)]);
  const names = [...applied.keys()].filter((name) => name !== SCHEMA).toSorted();
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) throw newerDatabase(unknown.join(', '));
  const changed = migrations.find(
    ({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum,
  );
  if (changed)
    throw new MigrationError(
      `The migration ${changed.name} was changed after it was applied to this database: write a new one.`,
    );
  const missing = migrations.filter(({ name }) => !applied.has(name));
  const latest = names.at(-1);
  const late = missing.find(({ name }) => latest !== undefined && name < latest);
  if (late)
    throw new MigrationError(
      `The migration ${late.name} comes too late, since this database has ${latest} already: give it the next number.`,
    );
  return missing;
}

async function missingFunctions(
  client: Queryable,
  { functions }: Wanted,
  isNewer: boolean,
): Promise<SqlFile[]> {
  const applied = await checksumsOf(client, 'applied_function');
  const other = functions.filter(({ name, checksum }) => applied.get(name) !== checksum);
  const names = new Set(functions.map(({ name }) => name));
  const dead = [...applied.keys()].filter((name) => !names.has(name));
  // Two versions that each put their own functions in place would break each other.
  if (isNewer && other.length + dead.length > 0) throw newerDatabase('other functions');
  return [...other, ...dead.map((name) => sqlFile(name, ''))];
}

function newerDatabase(what: string): MigrationError {
  return new MigrationError(
    `This database belongs to a newer version of Refectory (it has ${what}): run that version, or a later one.`,
  );
}

function isLater(one: string, than: string): boolean {
  return one.localeCompare(than, 'en', { numeric: true }) > 0;
}

async function applyMissing(client: PoolClient, wanted: Wanted, lockTimeoutMs: number): Promise<string[]> {
  const inStep = (step: string, run: () => Promise<void>) =>
    inTransaction(client, { step, lockTimeoutMs }, run);
  // Another process may have done it meanwhile.
  const missing = await missingIn(client, wanted);
  if (missing.length === 0) return [];
  const isMissing = new Set(missing);
  if (isMissing.has(wanted.schema))
    await inStep('The schema', async () => {
      await client.query(`
        create table migration (name text primary key, checksum text not null, applied_at timestamptz not null default now());
        create table applied_function (name text primary key, checksum text not null);
        create table program (is_only boolean primary key default true check (is_only), version text not null)`);
      await client.query(wanted.schema.sql);
      await record(client, wanted.schema);
    });
  for (const migration of wanted.migrations.filter((one) => isMissing.has(one)))
    await inStep(`The migration ${migration.name}`, async () => {
      await client.query(migration.sql);
      await record(client, migration);
    });
  await inStep('Putting the functions in place', () => applyFunctions(client, wanted, missing));
  return missing.filter(({ sql }) => sql !== '').map(({ name }) => name);
}

async function record(client: PoolClient, { name, checksum }: SqlFile): Promise<void> {
  await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum]);
}

async function applyFunctions(
  client: PoolClient,
  { functions, rights, version: ofProgram }: Wanted,
  missing: readonly SqlFile[],
): Promise<void> {
  // Functions call others that come later by name.
  await client.query('set local check_function_bodies = off');
  for (const { name, sql } of missing.filter((one) => functions.includes(one))) {
    await client.query(sql);
    // With other parameters the new function stands beside the earlier one, and calls may be ambiguous.
    await dropFunctions(client, functionIn(name), { isEarlierOnly: true });
  }
  const names = functions.map(({ name }) => name);
  const { rows: dead } = await client.query<{ name: string }>(
    'delete from applied_function where name <> all ($1) returning name',
    [names],
  );
  for (const { name } of dead) await dropFunctions(client, functionIn(name), { isEarlierOnly: false });
  await client.query(
    `insert into applied_function (name, checksum) select * from unnest($1::text[], $2::text[])
     on conflict (name) do update set checksum = excluded.checksum`,
    [names, functions.map(({ checksum }) => checksum)],
  );
  await client.query(
    'insert into program (version) values ($1) on conflict (is_only) do update set version = excluded.version',
    [ofProgram],
  );
  await client.query(rights);
}

const functionIn = (file: string) => file.replace(/\.sql$/, '');

/** Drops our functions of a name, whatever their parameters: all, or those that this transaction did not write. */
async function dropFunctions(
  client: PoolClient,
  name: string,
  { isEarlierOnly }: { readonly isEarlierOnly: boolean },
): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc
      where pronamespace = 'public'::regnamespace and proname = $1 and proowner = current_user::regrole
        and not ($2 and xmin = pg_current_xact_id()::xid)
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')`,
    [name, isEarlierOnly],
  );
  for (const { signature } of rows) await client.query(`drop function ${signature} cascade`);
}

/** Runs a step in a transaction of its own. */
async function inTransaction(
  client: PoolClient,
  { step, lockTimeoutMs }: { readonly step: string; readonly lockTimeoutMs: number },
  run: () => Promise<void>,
): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    await run();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    const reason = error instanceof Error ? error.message : String(error);
    const isLocked = error instanceof DatabaseError && error.code === '55P03';
    throw new MigrationError(
      isLocked
        ? `${step} waited ${lockTimeoutMs / 1_000} s for somebody who uses the tables, and left nothing behind: try again when nobody does.`
        : `${step} failed and left nothing behind: ${reason}.`,
      { cause: error },
    );
  }
}
