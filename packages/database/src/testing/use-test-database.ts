import { afterAll, beforeAll, expect, inject } from 'vitest';

import { checkLedger } from '../check-ledger.ts';
import { createTestDatabase, type TestCluster, type TestDatabase } from './test-cluster.ts';

/**
 * An empty, migrated database for the tests of a file, there when they run: in the cluster of the test
 * run, unless the file has one of its own. At the end money and portions must add up, whatever the tests
 * did.
 */
export function useTestDatabase({
  cluster = () => inject('testCluster'),
  ...options
}: { max?: number; cluster?: () => TestCluster } = {}): { readonly current: TestDatabase } {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await createTestDatabase(cluster(), options);
  });
  afterAll(async () => {
    if (database === undefined) return;
    const violations = await checkLedger(database);
    await database.drop();
    expect(violations).toEqual([]);
  });
  return {
    get current() {
      if (database === undefined) throw new Error('the database is there from beforeAll on');
      return database;
    },
  };
}
