import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { build, type InlineConfig } from 'vite';

// Builds the web application, and the programs that Node runs with the workspaces inlined.

// Every build, also one for tests, is the production build: without React's development checks.
process.env['NODE_ENV'] = 'production';

const root = join(import.meta.dirname, '..');

/** A program for Node: our own packages inlined, libraries left where npm put them. */
function program(app: string, entries: Readonly<Record<string, string>>): InlineConfig {
  return {
    configFile: false,
    root: join(root, 'apps', app),
    logLevel: 'warn',
    ssr: { noExternal: [/^@refectory\//] },
    build: {
      ssr: true,
      target: 'node20',
      outDir: 'dist',
      emptyOutDir: true,
      sourcemap: true,
      rolldownOptions: {
        input: { ...entries },
        output: { entryFileNames: '[name].js' },
        // The application fetches some words late; a program has them all on its disk, and needs some at once.
        checks: { ineffectiveDynamicImport: false },
      },
    },
  };
}

/** Compresses each file once, as small as possible: every visitor loads them, and they never change. */
function compressAssets(folder: string): void {
  for (const name of readdirSync(folder).filter((file) => /\.(?:js|css)$/.test(file))) {
    const text = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text, { level: 9 }));
  }
}

const programs = [
  { app: 'server', entries: { main: 'src/main.ts', cli: 'src/cli.ts' } },
  { app: 'payments', entries: { main: 'src/main.ts' } },
  { app: 'reader', entries: { main: 'src/main.ts' } },
  { app: 'demo', entries: { main: 'src/main.ts' } },
];

rmSync(join(root, 'apps/demo/dist/.built-from'), { force: true });
await build({ root: join(root, 'apps/web'), logLevel: 'warn' });
compressAssets(join(root, 'apps/web/dist/assets'));
for (const { app, entries } of programs) {
  await build(program(app, entries));
  // The reader has no database.
  if (app === 'reader') continue;
  // The SQL is read as files; a built program finds it beside itself.
  for (const sql of ['schema', 'migrations', 'functions', 'rights.sql']) {
    const source = join(root, 'packages/database', sql);
    if (existsSync(source))
      cpSync(source, join(root, 'apps', app, 'dist/database-sql', sql), { recursive: true });
  }
}
