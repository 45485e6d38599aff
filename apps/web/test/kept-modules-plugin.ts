import type { Plugin } from 'vite';

/**
 * Lets the browser keep the modules of the application from one test file to the next: each file asks for all of them
 * again, and during a run they stay as they are. Where files are watched they do not.
 */
export function keptModulesPlugin(): Plugin {
  return {
    name: 'refectory-kept-modules',
    configureServer(server) {
      if (server.config.server.watch !== null) return;
      server.middlewares.use((request, response, next) => {
        const setHeader = response.setHeader.bind(response);
        if (/\.(?:tsx?|css|json)(?:\?|$)/.test(request.url ?? ''))
          response.setHeader = (name, value) =>
            setHeader(name, name === 'Cache-Control' && value === 'no-cache' ? 'max-age=3600' : value);
        next();
      });
    },
  };
}
