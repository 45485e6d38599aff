import { request } from 'node:http';

import type { Plugin } from 'vite';

/** Where the test host listens; set by the global setup, which runs in the same process. */
const ADDRESS = 'REFECTORY_TEST_HOST';

/** Tells the pages' proxy where the real servers of the tests are. */
export function announceTestHost(address: string): void {
  process.env[ADDRESS] = address;
}

/** Puts the real servers behind the tests' own origin, as in production, where both have one. */
export function testHostPlugin(): Plugin {
  return {
    name: 'refectory-test-host',
    configureServer(server) {
      server.middlewares.use((incoming, outgoing, next) => {
        if (!/^\/(?:app|control)\//.test(incoming.url ?? '')) {
          next();
          return;
        }
        const onward = request(
          new URL(incoming.url ?? '/', process.env[ADDRESS]),
          { method: incoming.method, headers: incoming.headers },
          (answer) => {
            outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(outgoing);
            // A connection that the server cuts is cut for the page too.
            answer.on('aborted', () => outgoing.destroy());
          },
        );
        onward.on('error', () => outgoing.destroy());
        outgoing.on('close', () => onward.destroy());
        incoming.pipe(onward);
      });
    },
  };
}
