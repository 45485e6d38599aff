import type { TestProject } from 'vitest/node';

import type { BinariesSource } from '../postgres-binaries.ts';
import { startTestCluster } from './test-cluster.ts';

/** Starts the one PostgreSQL of a test run; vitest calls the answer at the end. */
export async function setup(
  project: TestProject,
  source: BinariesSource = 'package',
): Promise<() => Promise<void>> {
  const cluster = await startTestCluster({ source });
  project.provide('testCluster', { connection: cluster.connection, template: cluster.template });
  return () => cluster.stop();
}
