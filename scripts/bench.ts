import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// Runs one benchmark: npm run bench NAME -- [OPTIONS]. Without a name it lists the benchmarks. docs/benchmarks.md has the
// latest figures.

type Bench = {
  readonly name: string;
  readonly file: string;
  readonly does: string;
  /** Each with its default or an example. */
  readonly options?: string;
};

const benches: readonly Bench[] = [
  {
    name: 'errors',
    file: 'e2e/bench-errors.ts',
    does: 'Answers every call of the API in 12 wrong ways and reports the screens that get stuck.',
    options: '--language en, --call getMenu, --answer 503, --pages 3, --words',
  },
  {
    name: 'first-dish',
    file: 'e2e/bench-first-dish.ts',
    does: 'Measures when a guest on a slow phone and a slow line sees the first dish.',
    options: '--runs 7',
  },
  {
    name: 'history',
    file: 'scripts/bench-history.ts',
    does: 'Measures how long the demo takes to write a year of menus and lunches.',
  },
  {
    name: 'import',
    file: 'scripts/bench-import.ts',
    does: 'Measures the command import-menu with a large feed. Run `npm run build` first.',
  },
  {
    name: 'live',
    file: 'harness/bench-live.ts',
    does: 'Measures how soon 1,000 live streams of one server report a dish that ran out.',
    options: '--streams 1000, --changes 30',
  },
  {
    name: 'noon',
    file: 'harness/bench-noon.ts',
    does: 'Measures how long people wait for their orders while something goes wrong.',
    options: '--runs 3, --seconds 15',
  },
  {
    name: 'offer',
    file: 'e2e/bench-offer.ts',
    does: 'Measures the longest tasks, the layout shift and the memory of a large menu in a slow browser.',
    options: '--runs 5',
  },
  {
    name: 'orders',
    file: 'harness/bench-orders.ts',
    does: 'Measures orders and menus over HTTP, and compares them with pgbench and a bare node:http server.',
    options: '--runs 5, --seconds 10, --scale 100',
  },
  {
    name: 'payments',
    file: 'harness/bench-payments.ts',
    does: 'Runs random histories of payments, and compares a million sums with exact integers.',
    options: '--histories 100000, --sums 1000000, --seed 1',
  },
  {
    name: 'people',
    file: 'harness/bench-people.ts',
    does: 'Measures 60 sign-ins at once, mailed links used 64 times at once, and what response times reveal.',
    options: '--rounds 20, --samples 5000, --link-rounds 500',
  },
  {
    name: 'recovery',
    file: 'harness/bench-recovery.ts',
    does: 'Measures how soon an embedded PostgreSQL answers again after its postmaster is killed.',
    options: '--kills 100',
  },
  {
    name: 'reports',
    file: 'harness/bench-reports.ts',
    does: 'Measures the reports of an account with a million movements and a million meals.',
    options: '--rows 1000000, --rounds 30',
  },
  {
    name: 'start',
    file: 'scripts/bench-start.ts',
    does: 'Measures `npm start` in a fresh clone, and again in the same clone.',
  },
  {
    name: 'tap',
    file: 'e2e/bench-tap.ts',
    does: 'Measures the time from a card at the reader of a kiosk to the offer.',
    options: '--runs 15',
  },
];

const root = join(import.meta.dirname, '..');
const [name, ...options] = process.argv.slice(2);
const bench = benches.find((known) => known.name === name);

if (name === undefined) {
  process.stdout.write(
    'npm run bench NAME -- [OPTIONS]\nEach option has its default or an example behind it.\n',
  );
  for (const known of benches) {
    process.stdout.write(`\n${known.name.padEnd(12)}${known.does}\n`);
    if (known.options !== undefined) process.stdout.write(`${' '.repeat(12)}${known.options}\n`);
  }
} else if (bench === undefined) {
  process.stderr.write(`There is no bench "${name}"; \`npm run bench\` lists all of them.\n`);
  process.exitCode = 1;
} else {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(root, bench.file), ...options], {
    cwd: root,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
