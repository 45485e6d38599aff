import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

// What a browser loads before the offer can be shown, as gzip -9: the entry, what it imports, the
// offer's own chunk and one language.

const DIST = join(import.meta.dirname, '../apps/web/dist');
const BUDGET_KB = { javascript: 150, styles: 12 };

type Chunk = { file: string; imports?: string[]; isEntry?: boolean };
const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

const files = new Set<string>();
function add(name: string): void {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`the build has no chunk ${name}`);
  if (files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) add(imported);
}

const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry && name.endsWith('index.html'));
const offer = Object.keys(manifest).find((name) => name.endsWith('features/menu/menu-page.tsx'));
const languages = Object.keys(manifest).filter((name) =>
  /translations\/src\/[a-z]{2}\/messages\.ts$/.test(name),
);
if (!entry || !offer || languages.length === 0) throw new Error('the build has not the chunks of the offer');

const size = (file: string) => gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length;
const sum = (list: Iterable<string>) => [...list].reduce((total, file) => total + size(file), 0);

const largest = languages
  .map((name) => ({ name, bytes: size(manifest[name]?.file ?? '') }))
  .sort((one, other) => other.bytes - one.bytes)[0];
add(entry);
add(offer);
if (largest) add(largest.name);

const javascript = sum(files) / 1024;
const css =
  sum(
    readdirSync(join(DIST, 'assets'))
      .filter((name) => name.endsWith('.css'))
      .map((name) => `assets/${name}`),
  ) / 1024;
const kb = (value: number) => value.toFixed(1);
process.stdout.write(
  `figure: first load of the offer: JavaScript ${kb(javascript)} KB gzip (at most ${BUDGET_KB.javascript}), styles ${kb(css)} KB (at most ${BUDGET_KB.styles})\n`,
);
if (javascript > BUDGET_KB.javascript || css > BUDGET_KB.styles) process.exitCode = 1;
