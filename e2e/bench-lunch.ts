import { cpus, totalmem } from 'node:os';

import { chromium, type Browser } from '@playwright/test';

import { findBrowser } from '../scripts/find-browser.mjs';
import { build } from '../scripts/prepare.mjs';
import { startDemo } from './demo.ts';
import { setDeviceClock } from './device-clock.ts';
import { wordsOf } from './failing-calls.ts';
import { manage } from './refectory.ts';
import { openSlowPhone } from './slow-phone.ts';

// How many taps and seconds it takes from opening the application on a slow phone, never used there before, to an ordered
// lunch: what the person waits for, without the time to read and to type. Prints medians and ranges for docs/benchmarks.md.
// npm run bench:lunch -- [runs]

const RUNS = Number(process.argv[2] ?? 7);
const BEGIN = '2026-11-24T07:30:00+01:00';
const SCREEN = { width: 360, height: 740 };

type Run = {
  readonly taps: number;
  readonly fields: number;
  readonly waits: Readonly<Record<string, number>>;
};

async function run(browser: Browser, address: string, userName: string, password: string): Promise<Run> {
  const t = wordsOf('en');
  const context = await browser.newContext({ viewport: SCREEN, hasTouch: true, locale: 'en' });
  await setDeviceClock(context, Date.parse(BEGIN) - Date.now());
  const page = await context.newPage();
  await openSlowPhone(page);
  let taps = 0;
  let fields = 0;
  const waits: Record<string, number> = {};
  const timed = async (what: string, act: () => Promise<unknown>, shown: () => Promise<unknown>) => {
    const begun = performance.now();
    await act();
    await shown();
    waits[what] = performance.now() - begun;
  };
  const dish = page.getByRole('main').getByRole('article').first();
  const order = dish.getByRole('button', { name: new RegExp(`^${t('menu.order')},`) });
  await timed(
    'from the address to the first dish',
    () => page.goto(`${address}/`, { waitUntil: 'commit' }),
    () => order.waitFor(),
  );
  const dialog = page.getByRole('dialog');
  await timed(
    'from the press to the sign-in',
    () => order.tap(),
    () => dialog.getByLabel(t('login.userName'), { exact: true }).waitFor(),
  );
  taps += 1;
  for (const [label, value] of [
    [t('login.userName'), userName],
    [t('login.password'), password],
  ] as const) {
    await dialog.getByLabel(label, { exact: true }).fill(value);
    fields += 1;
  }
  const accept = dialog.getByRole('button', { name: t('terms.accept'), exact: true });
  await timed(
    'from the sign-in to the terms of use',
    () => dialog.getByRole('button', { name: t('login.submit'), exact: true }).tap(),
    () => accept.waitFor(),
  );
  taps += 1;
  await timed(
    'from their acceptance to the dish',
    () => accept.tap(),
    () => dialog.waitFor({ state: 'hidden' }),
  );
  taps += 1;
  await timed(
    'from the press to the ordered lunch',
    () => order.tap(),
    () => dish.getByText(t('menu.ordered'), { exact: true }).waitFor(),
  );
  taps += 1;
  await context.close();
  return { taps, fields, waits };
}

function row(what: string, values: readonly number[], digits = 1): string {
  const sorted = values.toSorted((one, other) => one - other);
  const text = (value = Number.NaN) => value.toFixed(digits);
  return `| ${what} | ${values.length} | ${text(sorted[Math.floor(sorted.length / 2)])} | ${text(sorted[0])}–${text(sorted.at(-1))} |`;
}

build();
const demo = await startDemo(BEGIN);
const runs: Run[] = [];
try {
  const browser = await chromium.launch(await findBrowser());
  for (let times = 0; times < RUNS; times += 1) {
    const userName = `lunch-${times}`;
    const added = manage(demo, 'customer', 'add', userName, '--first-name', 'Nina', '--last-name', 'Nová');
    manage(demo, 'top-up', userName, '500', '--reference', userName);
    runs.push(await run(browser, demo.address, userName, /\S+$/.exec(added.trim())?.[0] ?? ''));
  }
  await browser.close();
} finally {
  await demo.stop();
}

const seconds = ({ waits }: Run) => Object.values(waits).reduce((sum, ms) => sum + ms, 0) / 1_000;
process.stdout.write(
  `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}\n\n`,
);
process.stdout.write('| what | N | median | range |\n| --- | ---: | ---: | ---: |\n');
for (const line of [
  row(
    'taps',
    runs.map(({ taps }) => taps),
    0,
  ),
  row(
    'fields to fill in',
    runs.map(({ fields }) => fields),
    0,
  ),
  ...Object.keys(runs[0]?.waits ?? {}).map((what) =>
    row(
      `seconds ${what}`,
      runs.map(({ waits }) => (waits[what] ?? Number.NaN) / 1_000),
    ),
  ),
  row('seconds of waiting in all', runs.map(seconds)),
])
  process.stdout.write(`${line}\n`);
