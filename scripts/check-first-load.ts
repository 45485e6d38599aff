import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { firstLoadFiles, unknownPreloads, WEB_DIST } from './first-load-files.ts';

// Measures what a browser loads before it can show the offer, compressed by gzip -9: the entry, its imports, the chunk of
// the offer, and one language. Says too which modules that the server names beforehand the build does not have.

const BUDGET_KB = { javascript: 135, styles: 17 };

const { files, languages } = firstLoadFiles();
const size = (file: string) => gzipSync(readFileSync(join(WEB_DIST, file)), { level: 9 }).length;
const sum = (list: Iterable<string>) => [...list].reduce((total, file) => total + size(file), 0);

const javascript = (sum(files) + Math.max(...languages.map(size))) / 1024;
const css =
  sum(
    readdirSync(join(WEB_DIST, 'assets'))
      .filter((name) => name.endsWith('.css'))
      .map((name) => `assets/${name}`),
  ) / 1024;
const kb = (value: number) => value.toFixed(1);
process.stdout.write(
  `figure: first load of the offer: JavaScript ${kb(javascript)} KB gzip (at most ${BUDGET_KB.javascript}), styles ${kb(css)} KB (at most ${BUDGET_KB.styles})\n`,
);
if (javascript > BUDGET_KB.javascript || css > BUDGET_KB.styles) process.exitCode = 1;

for (const name of unknownPreloads()) {
  process.stderr.write(
    `the build has no ${name}, which apps/server/src/web/preloads.ts has loaded at once\n`,
  );
  process.exitCode = 1;
}
