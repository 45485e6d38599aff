import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import type { Plugin } from 'vite';

/** What every text stands between where texts are marked: whatever stands in no such marks is not translated. */
const MARKS = ['⟦', '⟧'] as const;

/** A compiled text between marks. */
function marked(text: CompiledMessage): CompiledMessage {
  const [begin, end] = MARKS;
  return typeof text === 'string' ? `${begin}${text}${end}` : [begin, ...text, end];
}

/**
 * Compiles the texts of the product as they are built, so that the browser loads no parser of ICU messages, which is
 * 9 KB. A text that comes at run time has to be compiled there.
 */
export function compiledMessages({ areMarked = false } = {}): Plugin {
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
        const compiled = Object.entries(texts).map(([key, text]) => {
          const message = compile(text);
          return [key, areMarked ? marked(message) : message] as const;
        });
        return { code: JSON.stringify(Object.fromEntries(compiled)), map: null };
      },
    },
  };
}
