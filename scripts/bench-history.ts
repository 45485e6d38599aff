import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';

import { seedHistory } from '../apps/demo/src/history.ts';
import { seedDemo } from '../apps/demo/src/seed.ts';
import { openDatabase } from '../packages/database/src/database.ts';
import { startEmbeddedPostgres } from '../packages/embedded-postgres/src/embedded-postgres.ts';
import { migrate } from '../packages/database/src/migrate.ts';

// Measures how long the demo takes to write jana's year of menus, lunches and top-ups at its first start, on an embedded
// database with full durability. Prints median and range for docs/benchmarks.md.

const RUNS = 3;
const NOW = Date.parse('2026-11-24T07:30:00+01:00');

async function seconds(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'refectory-bench-'));
  // As root, PostgreSQL runs under another account, which must get in.
  chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') });
  const database = openDatabase(postgres.connection);
  try {
    await migrate(database);
    await seedDemo(database, NOW);
    const begun = performance.now();
    await seedHistory(database, NOW);
    return (performance.now() - begun) / 1000;
  } finally {
    await database.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const load = loadavg()[0] ?? Number.NaN;
const measured: number[] = [];
for (let run = 0; run < RUNS; run += 1) measured.push(await seconds());
const sorted = measured.toSorted((one, other) => one - other);
const text = (value: number | undefined) => (value ?? Number.NaN).toFixed(1);
process.stdout.write(
  `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, load before it ${load.toFixed(1)}\n\n` +
    '| what | goal | N | median | range |\n| --- | --- | ---: | ---: | ---: |\n' +
    `| a year of history | under 20 s | ${RUNS} | ${text(sorted[Math.floor(RUNS / 2)])} s | ${text(sorted[0])}–${text(sorted.at(-1))} s |\n`,
);
