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

/** A database of a test's own; `drop` removes it. */
export type TestDatabase = Database & { connection: DatabaseConnection; drop(): Promise<void> };

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
    drop: async () => {
      await database.close();
      await administer(connection, `drop database ${name} with (force)`);
    },
  };
}

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
