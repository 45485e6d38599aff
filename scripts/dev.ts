import { join } from 'node:path';

import { createServer } from 'vite';

import { startDemo } from '../apps/demo/src/main.ts';

// Runs the demo's server from its sources, and the web application with hot reload in front of it.
// A change of the server needs a restart; `/design` shows every component.

const WEB_PORT = 4301;

await startDemo(process.argv.slice(2));
const web = await createServer({
  root: join(import.meta.dirname, '../apps/web'),
  server: { port: WEB_PORT, strictPort: true },
});
await web.listen();
process.stdout.write(`\nIn development: http://localhost:${WEB_PORT}\n`);
