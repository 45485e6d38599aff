import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'pg';

import { type Database, openDatabase } from '../database.ts';
import type { DatabaseConnection } from '../database-connection.ts';
import { startEmbeddedPostgres } from '@refectory/embedded-postgres/embedded-postgres';
import { migrate } from '../migrate.ts';
import type { BinariesSource } from '@refectory/embedded-postgres/postgres-binaries';
import { makeTestFolder } from '@refectory/embedded-postgres/testing/test-folder';

/** A PostgreSQL of a test run with a migrated, empty database to copy from; plain data, to be handed to the tests. */
export type TestCluster = { connection: DatabaseConnection; template: string };

/**
 * Starts the cluster of a test run in a folder of its own, which its stop removes. Unless it has to be
 * durable, as in production, it does not wait for the disk.
 */
export async function startTestCluster({
  source,
  isDurable = false,
}: { source?: BinariesSource; isDurable?: boolean } = {}): Promise<TestCluster & { stop(): Promise<void> }> {
  const folder = await makeTestFolder({ isDurable });
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    isDisposable: !isDurable,
    ...(source ? { source } : {}),
  });
  const { connection } = postgres;
  const template = 'refectory_template';
  await administer(connection, `create database ${template}`);
  const database = openDatabase({ ...connection, database: template });
  await migrate(database);
  await database.pool.query(KEEP_MIGRATED);
  await database.close();
  // A template with a connection to it cannot be copied.
  await administer(connection, `alter database ${template} with allow_connections false`);
  return {
    connection,
    template,
    stop: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A database of a test's own. `restore` brings back the rows of a database that was just migrated, which costs a tenth of
 * making another database. `drop` removes it.
 */
export type TestDatabase = Database & {
  connection: DatabaseConnection;
  restore(): Promise<void>;
  drop(): Promise<void>;
};

/** A migrated, empty database of a test's own. */
export function createTestDatabase(
  cluster: TestCluster,
  options: { max?: number } = {},
): Promise<TestDatabase> {
  return createDatabase(cluster, cluster.template, options);
}

/** A database without any table. */
export function createEmptyDatabase(cluster: TestCluster): Promise<TestDatabase> {
  return createDatabase(cluster, 'template0', {});
}

async function createDatabase(
  { connection }: TestCluster,
  template: string,
  options: { max?: number },
): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(connection, `create database ${name} template ${template}`);
  const own = { ...connection, database: name };
  const database = openDatabase(own, options);
  return {
    ...database,
    connection: own,
    restore: async () => {
      await database.pool.query(RESTORE);
    },
    drop: async () => {
      await database.close();
      await administer(connection, `drop database ${name} with (force)`);
    },
  };
}

const TABLES = `
select format('%I.%I', relnamespace::regnamespace, relname) as name, format('migrated.%I', relname) as copy
from pg_class
where relnamespace in ('public'::regnamespace, 'payments'::regnamespace) and relkind = 'r'`;

/** Copies the rows that the migrations made, for `RESTORE`. */
const KEEP_MIGRATED = `
do $$
declare
  target record;
  has_rows boolean;
begin
  create schema migrated;
  for target in ${TABLES} loop
    execute format('select exists (table %s)', target.name) into has_rows;
    if has_rows then execute format('create table %s as table %s', target.copy, target.name); end if;
  end loop;
  if exists (select from pg_sequences where schemaname in ('public', 'payments') and last_value is not null) then
    raise exception 'a migration used a sequence, which the restore would start anew';
  end if;
end
$$`;

/**
 * Deletes all rows, puts those of the migrations back, and restarts every sequence, which no migration uses. `replica`
 * switches triggers and foreign keys off.
 */
const RESTORE = `
do $$
declare
  target record;
begin
  set local session_replication_role = replica;
  for target in ${TABLES} loop
    execute format('delete from %s', target.name);
    if to_regclass(target.copy) is not null then
      execute format('insert into %s overriding system value table %s', target.name, target.copy);
    end if;
  end loop;
  perform setval(format('%I.%I', schemaname, sequencename), start_value, false)
  from pg_sequences
  where schemaname in ('public', 'payments') and last_value is not null;
end
$$`;

/** Each cluster's connections for what is done to whole databases: one is dropped while the next is made. */
const administrators = new Map<string, Pool>();

/** Every test makes a database and drops one: a connection that stays saves starting two processes for each. */
async function administer(connection: DatabaseConnection, sql: string): Promise<void> {
  const cluster = JSON.stringify(connection);
  let pool = administrators.get(cluster);
  if (!pool) {
    pool = new Pool({ ...connection, max: 2, idleTimeoutMillis: 2_000, allowExitOnIdle: true });
    // One that breaks is replaced, or the next statement says so.
    pool.on('error', () => {});
    administrators.set(cluster, pool);
  }
  await pool.query(sql);
}
