import type { Database } from '@refectory/database/database';
import type { FastifyInstance } from 'fastify';

import { isReachable } from './health-queries.ts';

/**
 * Tells whoever runs the server how it is: `/health` that this process answers, `/ready` that PostgreSQL answers it too,
 * else 503. A process that is not ready is spared calls and not ended: it comes back by itself with its database.
 */
export function addHealth(app: FastifyInstance, database: Database): void {
  app.get('/health', (_, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }));
  app.get('/ready', async (_, reply) => {
    const isReady = await isReachable(database);
    return reply
      .code(isReady ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status: isReady ? 'ok' : 'the database is out of reach' });
  });
}
