import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

import { openDatabase, SERVING_CONNECTIONS } from '@refectory/database/database';
import { createApp } from '@refectory/server/app';
import { createMailSender } from '@refectory/server/mail/mail-sender';
import { readSettings } from '@refectory/server/read-settings';

// The server that people sign in to, in a process of its own. It reports how long its event loop was blocked. It processes
// the outbox like any server, but sends no mail.

const SETTINGS = fileURLToPath(new URL('../apps/demo/settings/canteen.json', import.meta.url));
const [address = ''] = process.argv.slice(2);

const database = openDatabase(address, { max: SERVING_CONNECTIONS });
const settings = await readSettings(SETTINGS);
// Each request names its own address, as behind a proxy.
const app = await createApp({ database, settings, clock: Date.now, trustProxy: 'loopback' });
await app.listen({ port: 0, host: '127.0.0.1' });
createMailSender({ database, settings, clock: Date.now, log: app.log }).start();

const delay = monitorEventLoopDelay({ resolution: 1 });
process.on('message', (wanted) => {
  if (wanted === 'begin') {
    delay.reset();
    delay.enable();
    process.send?.({ began: true });
  } else {
    delay.disable();
    // The timer itself takes 1 ms.
    process.send?.({ p99Ms: Math.max(0, delay.percentile(99) / 1e6 - 1) });
  }
});
const bound = app.server.address();
if (typeof bound === 'object' && bound) process.send?.({ port: bound.port });
process.once('SIGTERM', () => process.exit());
