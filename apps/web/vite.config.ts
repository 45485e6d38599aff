import { basename, join } from 'node:path';

import react from '@vitejs/plugin-react';
import { minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';

import { compiledMessages } from './scripts/compiled-messages.ts';
import packageFile from './package.json' with { type: 'json' };

const api = 'http://localhost:4300';
// The first browsers with light-dark(), @starting-style or :popover-open leave; older ones get plain colours no more.
const browsers = { chrome: 123, edge: 123, firefox: 129, safari: 17.5 };
const target = Object.entries(browsers).map(([name, version]) => `${name}${version}`);

/** A version as Lightning CSS writes it: whole number, tenths and patch in a byte each. */
function packed(version: number): number {
  return (Math.trunc(version) << 16) | (Math.round((version % 1) * 10) << 8);
}

/**
 * The layers' order is that of their first mention, and the browser may read a shared file before the one that
 * states the order: so every file states it. In development the entry's style sheet comes first by itself.
 */
const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'asset' && file.fileName.endsWith('.css')) {
        file.source = `@layer reset,tokens,base,ui,page;${String(file.source)}`;
      }
    }
  },
};

/** In development the components are at `/design`; the build has no such page. */
const designAddress: Plugin = {
  name: 'design-address',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      request.url = request.url?.replace(/^\/design(?=\?|$)/, '/design.html');
      next();
    });
  },
};

/** The version of the application, for whoever looks at the page. */
const versionTag: Plugin = {
  name: 'version-tag',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { name: 'application-version', content: packageFile.version }, injectTo: 'head' },
  ],
};

/** Nothing is preloaded from JavaScript (`modulePreload` below): what Vite wraps around an `import()` only calls it. */
const noPreloads: Plugin = {
  name: 'no-preloads',
  enforce: 'pre',
  apply: 'build',
  load: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
};

/**
 * A late part names every file it stands on, also those that only its imports import: the browser fetches them in one
 * wait. It would learn of them one after the other, with a wait for each.
 */
const filesAtOnce: Plugin = {
  name: 'files-at-once',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type !== 'chunk' || !part.isDynamicEntry) continue;
      const reached = new Set(part.imports);
      // A set that grows while it is walked is walked to its end.
      for (const name of reached) {
        const file = bundle[name];
        if (file?.type === 'chunk') for (const imported of file.imports) reached.add(imported);
      }
      const unnamed = [...reached].filter((name) => !part.imports.includes(name));
      part.code = unnamed.map((name) => `import"./${basename(name)}";`).join('') + part.code;
    }
  },
};

/**
 * Terser takes another thirtieth from our own code, a kilobyte of the first load; of the libraries nothing. It works on
 * the finished files, since by itself it makes the libraries larger than Oxc does.
 */
const minifiedAgain: Plugin = {
  name: 'minified-again',
  enforce: 'post',
  apply: 'build',
  async generateBundle(_options, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type !== 'chunk' || part.name === 'libraries') continue;
      const { code } = await minify(part.code, {
        module: true,
        ecma: 2020,
        compress: { passes: 3, pure_getters: true },
      });
      if (code === undefined) throw new Error(`Terser gave no code for ${part.fileName}`);
      part.code = code;
    }
  },
};

const entry = join(import.meta.dirname, 'src/main.tsx');
const offer = join(import.meta.dirname, 'src/features/menu/menu-page.tsx');
/**
 * What only later pages use of a library that the first load imports by its index. The index names every file of the
 * library, so that all of them seem to belong to the first load.
 */
const laterOfLibraries = /\/(?:useQueries|queriesObserver)\.js$/;
/** What the first screen of most people needs: the files that the entry and the offer reach by static imports. */
const firstLoad = new Set<string>();
const findFirstLoad: Plugin = {
  name: 'find-first-load',
  apply: 'build',
  buildEnd() {
    const reach = (id: string): void => {
      if (firstLoad.has(id)) return;
      firstLoad.add(id);
      for (const imported of this.getModuleInfo(id)?.importedIds ?? []) reach(imported);
    };
    reach(entry);
    reach(offer);
  },
};

export default defineConfig({
  define: { __VERSION__: JSON.stringify(packageFile.version) },
  plugins: [
    compiledMessages({ areMarked: process.env['REFECTORY_MARK_TEXTS'] === 'yes' }),
    noPreloads,
    react(),
    findFirstLoad,
    layerOrder,
    filesAtOnce,
    minifiedAgain,
    designAddress,
    versionTag,
  ],
  // Words are read whole.
  json: { namedExports: false },
  css: {
    transformer: 'lightningcss',
    lightningcss: {
      targets: Object.fromEntries(Object.entries(browsers).map(([name, version]) => [name, packed(version)])),
      cssModules: {
        pattern: '[hash]_[local]',
        // A container is named in one file and asked for in another.
        container: false,
        // The areas of a grid are named for its own children.
        grid: false,
      },
    },
  },
  experimental: {
    // The page names its files from `/`, and whoever serves it under another path puts that before them; the files
    // find each other wherever they lie.
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }),
  },
  build: {
    target,
    cssTarget: target,
    manifest: true,
    // One style sheet of 16 KB for all screens: no screen waits for its own.
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      // What a later part needs is mostly there already: its list would cost more at the start than it saves.
      resolveDependencies: (_, deps, { hostType }) => (hostType === 'html' ? deps : []),
    },
    rolldownOptions: {
      output: {
        // The first load is what the entry and the offer reach by static imports, in one file: together it is smaller by
        // a twentieth than in a dozen. What another page or late part imports besides finds its own file, together with
        // what the same parts share: nothing late can land in the first load.
        codeSplitting: {
          groups: [
            // In a file of their own, since libraries change seldom and our own code often.
            {
              name: 'libraries',
              priority: 2,
              test: (id) => firstLoad.has(id) && id.includes('/node_modules/') && !laterOfLibraries.test(id),
            },
            {
              name: 'app',
              priority: 1,
              test: (id) => firstLoad.has(id) && id !== entry && !laterOfLibraries.test(id),
            },
            // What the first page reads for a customer, in one file: in several it would be fetched one after the other.
            {
              name: 'customer-calls',
              priority: 1,
              test: /\/(?:platform\/api\/customer-calls|(?:contract|domain)\/src\/(?:account|card|customer|orders))\.ts$/,
            },
            // What several late parts share goes by who shares it. No merging of small files: a part that only later
            // pages need would land in a file of the offer.
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 0 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': api, '/plates': api, '/files': api, '/config.json': api },
  },
});
