import { join } from 'node:path';

import { createServer } from 'vite';

import { startDemo } from '../apps/demo/src/main.ts';

// The demo's server from its sources, and the web application before it with changes shown at once.
// A change of the server asks for a new start; `/design` shows every component.

const WEB_PORT = 4301;

await startDemo(process.argv.slice(2));
const web = await createServer({
  root: join(import.meta.dirname, '../apps/web'),
  server: { port: WEB_PORT, strictPort: true },
});
await web.listen();
process.stdout.write(`\nIn development: http://localhost:${WEB_PORT}\n`);
