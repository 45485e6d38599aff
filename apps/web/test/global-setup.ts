import { startTestCluster } from '@refectory/database/testing/test-cluster';
import { startTestHost } from '@refectory/server/testing/test-host';

import { announceTestHost } from './test-host-plugin.ts';

/** One PostgreSQL cluster and one host of real servers for all screen tests. */
export async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  const host = await startTestHost({ cluster });
  announceTestHost(host);
  return async () => {
    await host.close();
    await cluster.stop();
  };
}
