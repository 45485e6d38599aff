import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';

import { startEmbeddedPostgres } from '../packages/embedded-postgres/src/embedded-postgres.ts';

// Measures how long `refectory import-menu --publish` takes for a large feed: the whole command, on a running embedded
// database with full durability. Needs a build. Prints medians and ranges for docs/benchmarks.md.

const RUNS = 10;
const DISHES = 447;
const DAYS = 22;
const START = '2027-01-18';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'refectory-bench-'));
// As root, PostgreSQL runs under another account, which must get in.
chmodSync(folder, 0o755);

/** Writes a feed of weekdays, with notes and prices as a university canteen has them. Returns its path. */
function writeFeed(): string {
  const meal = (number: number) => `        <meal>
          <name>Dish ${number} with potatoes, vegetables and a sauce of the season</name>
          <note>grün (Ampel)</note>
          <note>vegetarisch</note>
          <note>Weizen</note>
          <price role="student">3.45</price>
          <price role="employee">3.80</price>
          <price role="other">4.15</price>
        </meal>
`;
  const day = (index: number) => {
    const date = new Date(Date.UTC(2022, 1, 28 + index + 2 * Math.floor(index / 5)));
    const meals = Array.from({ length: DISHES }, (_, number) => number).filter(
      (number) => number % DAYS === index,
    );
    return `    <day date="${date.toISOString().slice(0, 10)}">
      <category name="Mains">
${meals.map(meal).join('')}      </category>
    </day>
`;
  };
  const file = join(folder, 'feed.xml');
  writeFileSync(
    file,
    `<openmensa version="2.1" xmlns="http://openmensa.org/open-mensa-v2">
  <canteen>
${Array.from({ length: DAYS }, (_, index) => day(index)).join('')}  </canteen>
</openmensa>
`,
  );
  return file;
}

const dataDir = join(folder, 'data');

/** Runs a command as a person does; answers its seconds. */
function refectory(...words: string[]): number {
  const begun = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'apps/server/bin/refectory.js'), ...words],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        REFECTORY_DATA: dataDir,
        DATABASE_URL: '',
        REFECTORY_NOW: '2026-11-24T07:30:00Z',
        // Elsewhere the command refuses a shifted clock.
        NODE_ENV: 'development',
      },
    },
  );
  if (status !== 0) throw new Error(stderr);
  return (performance.now() - begun) / 1000;
}

function row(name: string, values: number[]): string {
  const sorted = values.toSorted((one, other) => one - other);
  const text = (value: number | undefined) => (value ?? Number.NaN).toFixed(2);
  return `| ${name} | under 2 s | ${values.length} | ${text(sorted[Math.floor(sorted.length / 2)])} s | ${text(sorted[0])}–${text(sorted.at(-1))} s |\n`;
}

const postgres = await startEmbeddedPostgres({ dataDir });
try {
  const file = writeFeed();
  refectory('migrate');
  const [first, again]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run += 1) {
    refectory('canteen', 'add', `canteen-${run}`, '--name', 'Canteen');
    const words = ['import-menu', file, '--canteen', `canteen-${run}`, '--start', START, '--publish'];
    first.push(refectory(...words));
    again.push(refectory(...words));
  }
  process.stdout.write(
    `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}\n` +
      `${DISHES} dishes on ${DAYS} days, ${Math.round(statSync(file).size / 1000)} KB\n\n` +
      '| what | goal | N | median | range |\n| --- | --- | ---: | ---: | ---: |\n' +
      row('import of the feed', first) +
      row('import of the same feed again', again),
  );
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
