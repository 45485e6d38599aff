import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';

import { chromium, type Browser } from '@playwright/test';

import { findBrowser } from '../scripts/find-browser.mjs';
import { firstLoadFiles } from '../scripts/first-load-files.ts';
import { build } from '../scripts/prepare.mjs';
import { startDemo } from './demo.ts';
import { openSlowPhone } from './slow-phone.ts';

// How soon a guest with a phone on a slow line sees the first dish: the built application in a browser that was never
// here. Prints medians and ranges for docs/benchmarks.md, and which scripts the browser began to fetch before the first
// dish although the offer does not need them: what is for later begins after it. Exits with 1 when there is one.

const { values: chosen } = parseArgs({ options: { runs: { type: 'string', default: '7' } } });
const RUNS = Number(chosen.runs);
/** Within this time of the first dish whatever is fetched for later begins. */
const LATER_MS = 4_000;
/** How exact the times are. */
const LOOK_EVERY_MS = 10;
const SCREEN = { width: 360, height: 740 };

/** One request, as the page's own clock has it, in milliseconds since it began to load. */
type Fetched = { path: string; begin: number; end: number; bytes: number };

/** What a run saw; times in milliseconds since the page began to load. */
type Run = { paint: number; shell: number; dish: number; fetched: Fetched[] };

async function run(browser: Browser, address: string): Promise<Run> {
  const context = await browser.newContext({ viewport: SCREEN, hasTouch: true, locale: 'en' });
  const page = await context.newPage();
  await openSlowPhone(page);
  await page.addInitScript((everyMs) => {
    performance.setResourceTimingBufferSize(1_000);
    const seen: Record<string, number> = {};
    Object.assign(globalThis, { seen });
    const wanted = { shell: 'header', dish: 'main article h3, main article h4' };
    // Without a name: what names functions for the debugger is not there in the page.
    const looking = setInterval(() => {
      for (const [name, selector] of Object.entries(wanted)) {
        // Days that are not shown may be drawn, and hidden, before the one that is.
        const isThere = [...document.querySelectorAll(selector)].some((part) => part.checkVisibility());
        if (isThere) seen[name] ??= performance.now();
      }
      if (seen['dish'] !== undefined) clearInterval(looking);
    }, everyMs);
  }, LOOK_EVERY_MS);
  await page.goto(`${address}/`, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'dish' in (globalThis as unknown as { seen: object }).seen, undefined, {
    timeout: 60_000,
  });
  await page.waitForTimeout(LATER_MS);
  const result = await page.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: { shell: number; dish: number } };
    const entries = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    return {
      ...seen,
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      fetched: entries.map(({ name, startTime, responseEnd, transferSize }) => ({
        path: new URL(name).pathname,
        begin: startTime,
        end: responseEnd,
        bytes: transferSize,
      })),
    };
  });
  await context.close();
  return result;
}

function row(what: string, unit: string, values: readonly number[]): string {
  const sorted = values.toSorted((one, other) => one - other);
  const text = (value = Number.NaN) => value.toFixed(0);
  return `| ${what} | ${values.length} | ${text(sorted[Math.floor(sorted.length / 2)])} ${unit} | ${text(sorted[0])}–${text(sorted.at(-1))} |`;
}

build();
const { files, languages } = firstLoadFiles();
const isNeeded = (path: string) => [...files, ...languages].some((file) => path.endsWith(file));
const demo = await startDemo('2026-11-24T07:30:00+01:00');
const runs: Run[] = [];
try {
  const browser = await chromium.launch(await findBrowser());
  for (let times = 0; times < RUNS; times += 1) runs.push(await run(browser, demo.address));
  await browser.close();
} finally {
  await demo.stop();
}

const scripts = ({ fetched }: Run) => fetched.filter(({ path }) => path.endsWith('.js'));
const tooEarly = (one: Run) => scripts(one).filter(({ path, begin }) => begin < one.dish && !isNeeded(path));
const kilobytes = (list: readonly Fetched[]) => list.reduce((sum, { bytes }) => sum + bytes, 0) / 1_024;
const arrived = (one: Run) => one.fetched.filter(({ end }) => end > 0 && end <= one.dish);

process.stdout.write(
  `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}\n\n`,
);
process.stdout.write('| what | N | median | range |\n| --- | ---: | ---: | ---: |\n');
for (const line of [
  row(
    'first paint',
    'ms',
    runs.map(({ paint }) => paint),
  ),
  row(
    'shell (header)',
    'ms',
    runs.map(({ shell }) => shell),
  ),
  row(
    'first dish',
    'ms',
    runs.map(({ dish }) => dish),
  ),
  row(
    'fetched before the first dish',
    'KB',
    runs.map((one) => kilobytes(arrived(one))),
  ),
  row(
    'of it JavaScript',
    'KB',
    runs.map((one) => kilobytes(arrived(one).filter(({ path }) => path.endsWith('.js')))),
  ),
  row(
    'scripts for later, begun before it',
    '',
    runs.map((one) => tooEarly(one).length),
  ),
  row(
    'scripts for later, begun after it',
    '',
    runs.map((one) => scripts(one).filter(({ begin }) => begin >= one.dish).length),
  ),
])
  process.stdout.write(`${line}\n`);

const early = [...new Set(runs.flatMap(tooEarly).map(({ path }) => path))];
if (early.length > 0) {
  process.stdout.write(`\nBegun before the first dish, and not needed for it: ${early.join(', ')}\n`);
  process.exitCode = 1;
}
