import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

import { openDatabase, SERVING_CONNECTIONS, SERVING_TIMEOUTS } from '@refectory/database/database';
import { factoryNow } from '@refectory/database/factories';
import { placeOrder } from '@refectory/database/order-functions';
import { createApp } from '@refectory/server/app';
import { readSettings } from '@refectory/server/read-settings';

// The server under load, in a process of its own: `batched`, `unbatched` with one database call for each order, or
// `bare`, a minimal server that sends the bytes it got from the given address. Prints its port.

const SETTINGS = fileURLToPath(new URL('../apps/demo/settings/canteen.json', import.meta.url));
const [kind = 'batched', address = ''] = process.argv.slice(2);
const say = (port: number) => process.stdout.write(`${JSON.stringify({ port })}\n`);

if (kind === 'bare') {
  const menu = await fetch(address, {
    headers: { 'x-asw-token': process.argv[4] ?? '', 'accept-encoding': 'identity' },
  });
  const bytes = Buffer.from(await menu.arrayBuffer());
  const tag = menu.headers.get('etag') ?? '';
  const bare = createServer((request, response) => {
    if (request.headers['if-none-match'] === tag) response.writeHead(304, { etag: tag }).end();
    else
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length, etag: tag })
        .end(bytes);
  });
  bare.listen(0, '127.0.0.1', () => {
    const bound = bare.address();
    if (typeof bound === 'object' && bound) say(bound.port);
  });
} else {
  const database = openDatabase(address, {
    max: kind === 'batched' ? SERVING_CONNECTIONS : 32,
    timeouts: SERVING_TIMEOUTS,
  });
  const shift = factoryNow - Date.now();
  const app = await createApp({
    database,
    settings: await readSettings(SETTINGS),
    clock: () => Date.now() + shift,
    // A request may name its own network, as behind a proxy.
    trustProxy: 'loopback',
    ...(kind === 'unbatched' && { orderBatch: { place: (order) => placeOrder(database, order) } }),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const bound = app.server.address();
  if (typeof bound === 'object' && bound) say(bound.port);
}
process.once('SIGTERM', () => process.exit());
