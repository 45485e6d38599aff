import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';

import { build } from '../scripts/prepare.mjs';
import { findBrowser } from '../scripts/find-browser.mjs';
import { startDemo } from './demo.ts';
import { refectory } from './refectory.ts';

// What a menu of 8 days with 60 dishes each costs the browser, in the built application: the longest task of the main
// thread while it is scrolled for the first time, searched and filtered, on a processor slowed down four times, by the
// clock and by the processor's own time, which other programs do not lengthen as much; what moves meanwhile; and the
// memory after many changes of the canteen. Prints medians and ranges for docs/benchmarks.md.

const { values: chosen } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const RUNS = Number(chosen.runs);
const DAYS = 8;
const DISHES = 60;
const GROUPS = 6;
const SLOW_DOWN = 4;
const SWITCHES = [20, 65, 110, 155, 200];

/** A Monday after all days of the demo's own menu. */
const FIRST = '2027-09-06';
const LAST = '2027-09-13';

const menu = {
  days: Array.from({ length: DAYS }, (_, day) => ({
    date: `2027-09-${String(6 + day).padStart(2, '0')}`,
    dishes: Array.from({ length: DISHES }, (_unused, index) => ({
      id: `dish ${index}`,
      name: `${['Beef goulash', 'Fried cheese', 'Lentil curry', 'Grilled salmon'][index % 4]} with side ${day * DISHES + index}`,
      description: 'served with whatever the season gives',
      group: `Group ${index % GROUPS}`,
      price: 100 + index,
      allergens: ['1a', '3', '7'],
      filters: index % 5 === 0 ? ['vegetarian'] : [],
    })),
  })),
};

type TraceEvent = {
  name: string;
  ph: string;
  dur?: number;
  /** Of that the time the processor worked. */
  tdur?: number;
  ts: number;
  tid: number;
  pid: number;
  args: { name?: string };
};

/** Notes the longest task of the page's main thread during something, in milliseconds. */
async function noteLongestTask(
  what: string,
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<void> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline', '__metadata'],
  });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const tasks = traceEvents.filter(({ name, ph }) => ph === 'X' && name.endsWith('RunTask'));
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const own = tasks.filter(({ pid, tid }) => mainThreads.has(`${pid} ${tid}`));
  if (own.length === 0) throw new Error('the trace has no tasks of the main thread');
  note(`ms ${what}, by the clock`, Math.max(...own.map(({ dur = 0 }) => dur / 1000)));
  note(`ms ${what}, of the processor`, Math.max(...own.map(({ tdur = 0 }) => tdur / 1000)));
}

/** Two frames later everything that was to be drawn is. */
const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100)));
      }),
  );

/** How much moved on the page since it began, but for what a key moved at once. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          observer.disconnect();
          resolve(
            list
              .getEntries()
              .map((entry) => entry as PerformanceEntry & { value: number; hadRecentInput: boolean })
              .reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0),
          );
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );

async function usedHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

const figures = new Map<string, number[]>();
const note = (what: string, value: number) => figures.set(what, [...(figures.get(what) ?? []), value]);

async function measure(browser: Browser, address: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'en' });
  const session = await page.context().newCDPSession(page);
  const offer = `${address}/offer/TIMESPAN?start=${FIRST}&end=${LAST}`;
  await page.goto(offer);
  await page
    .getByRole('heading', { level: 3 })
    .nth(DAYS * GROUPS - 1)
    .waitFor({ state: 'attached' });
  await page.getByRole('article').first().waitFor();
  await drawn(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  await noteLongestTask('first scroll', browser, page, async () => {
    await page.mouse.move(195, 500);
    for (let step = 0; step < 20; step += 1) {
      await page.mouse.wheel(0, 700);
      await drawn(page);
    }
  });
  const shift = await layoutShift(page);
  await page.evaluate(() => scrollTo(0, 0));
  // On a phone the search unfolds below the bar.
  await page.getByRole('button', { name: 'Search dishes' }).click();
  const search = page.getByRole('searchbox');
  await search.focus();
  await noteLongestTask('key of the search', browser, page, async () => {
    for (const key of 'curry') {
      await page.keyboard.press(key);
      await drawn(page);
    }
    for (let times = 0; times < 5; times += 1) {
      await page.keyboard.press('Backspace');
      await drawn(page);
    }
  });
  await page.getByRole('button', { name: 'Options' }).click();
  const chip = page.getByRole('button', { name: 'Vegetarian' });
  await chip.focus();
  await noteLongestTask('key of a filter', browser, page, async () => {
    for (let times = 0; times < 4; times += 1) {
      await page.keyboard.press('Space');
      await drawn(page);
    }
  });
  note('CLS of load and scroll', shift);
  note('CLS with search and filter', await layoutShift(page));
  await page.close();
}

async function switchCanteens(browser: Browser, address: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en' });
  const session = await page.context().newCDPSession(page);
  await page.goto(`${address}/offer/DAY`);
  const canteens = ['Garden bistro', 'Main canteen'];
  for (let times = 1; times <= Math.max(...SWITCHES); times += 1) {
    const name = canteens[times % 2] ?? '';
    await page.getByRole('button', { name: /^Canteen:/ }).click();
    await page.getByRole('dialog').getByRole('button', { name }).click();
    await page.getByRole('button', { name: `Canteen: ${name}` }).waitFor();
    await page.getByRole('article').first().waitFor();
    if (SWITCHES.includes(times)) note(`MB heap after ${times} canteens`, await usedHeap(session));
  }
  await page.close();
}

function row(what: string, values: number[]): string {
  const sorted = values.toSorted((one, other) => one - other);
  const text = (value = Number.NaN) => value.toFixed(what.startsWith('CLS') ? 4 : 1);
  return `| ${what} | ${values.length} | ${text(sorted[Math.floor(sorted.length / 2)])} | ${text(sorted[0])}–${text(sorted.at(-1))} |`;
}

build();
const demo = await startDemo('2026-11-24T07:30:00+01:00');
const folder = mkdtempSync(join(tmpdir(), 'refectory-bench-'));
try {
  const file = join(folder, 'menu.json');
  writeFileSync(file, JSON.stringify(menu));
  const { status, stderr } = refectory(demo, 'import-menu', file, '--canteen', 'main', '--publish');
  if (status !== 0) throw new Error(stderr);
  const browser = await chromium.launch(await findBrowser());
  for (let run = 0; run < RUNS; run += 1) await measure(browser, demo.address);
  await switchCanteens(browser, demo.address);
  await browser.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
  await demo.stop();
}

process.stdout.write(
  `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}\n\n`,
);
process.stdout.write('| what | N | median | range |\n| --- | ---: | ---: | ---: |\n');
for (const [what, values] of figures) process.stdout.write(`${row(what, values)}\n`);
