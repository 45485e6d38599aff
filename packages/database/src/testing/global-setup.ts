import type { TestProject } from 'vitest/node';

import type { BinariesSource } from '@refectory/embedded-postgres/postgres-binaries';
import { openDatabase } from '../database.ts';
import { startTestCluster, type TestCluster } from './test-cluster.ts';

/** Starts the one PostgreSQL of a test run; vitest calls the answer at the end. */
export async function setup(
  project: TestProject,
  source: BinariesSource = 'package',
): Promise<() => Promise<void>> {
  const cluster = await startTestCluster({ source });
  await leaveStatistics(cluster);
  project.provide('testCluster', { connection: cluster.connection, template: cluster.template });
  return () => cluster.stop();
}

/** Plans depend on what is known of the tables: that is what a test says, however long the run takes. */
async function leaveStatistics({ connection }: TestCluster): Promise<void> {
  const database = openDatabase(connection, { max: 1 });
  await database.pool.query('alter system set autovacuum = off');
  await database.pool.query('select pg_reload_conf()');
  await database.close();
}
