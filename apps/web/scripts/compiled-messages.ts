import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

/**
 * Compiles the texts of the product as they are built, so that the browser loads no parser of ICU messages, which is
 * 9 KB. A text that comes at run time has to be compiled there.
 */
export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    // The server of the screen tests goes through Vite too, and parses its texts itself.
    applyToEnvironment: ({ name }) => name === 'client',
    config: () => ({
      resolve: {
        alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }],
      },
    }),
    transform: {
      filter: { id: /\/packages\/translations\/src\/[a-z]{2}\/[a-z-]+\.json$/ },
      handler(json) {
        const texts = JSON.parse(json) as Readonly<Record<string, string>>;
        const compiled = Object.entries(texts).map(([key, text]) => [key, compile(text)] as const);
        return { code: JSON.stringify(Object.fromEntries(compiled)), map: null };
      },
    },
  };
}
