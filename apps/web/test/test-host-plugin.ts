import type { TestHost } from '@refectory/server/testing/test-host';
import type { Plugin } from 'vite';

/** The test host runs in the process of the pages' server, where two configurations may load this file. */
const place = globalThis as { refectoryTestHost?: TestHost['handle'] };

/** Tells the pages' server where the real servers of the tests are; done by the global setup. */
export function announceTestHost({ handle }: TestHost): void {
  place.refectoryTestHost = handle;
}

/** Puts the real servers behind the tests' own origin, as in production, where both have one. */
export function testHostPlugin(): Plugin {
  return {
    name: 'refectory-test-host',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (place.refectoryTestHost && /^\/(?:app|control)\//.test(request.url ?? ''))
          place.refectoryTestHost(request, response);
        else next();
      });
    },
  };
}
