import { cpus, totalmem } from 'node:os';

import { chromium, type Page } from '@playwright/test';

import { findBrowser } from '../scripts/find-browser.mjs';
import { build } from '../scripts/prepare.mjs';
import { startDemo } from './demo.ts';

// A report of 5,000 rows in the built application on a processor slowed down four times: how long after a press the next
// frame is drawn, by the browser's own event timing. npm run bench:report-table -- [RUNS]

const RUNS = Number(process.argv[2] ?? 5);
const ROWS = 5_000;
const SLOW_DOWN = 4;

/** More rows than our own server gives at once: another server of the same contract may. */
const transactions = Array.from({ length: ROWS }, (_, index) => ({
  id: index + 1,
  name: ['Order', 'Top-up', 'Refund'][index % 3],
  description: `${['Beef goulash', 'Fried cheese', 'Lentil curry'][index % 3]} with side ${index}`,
  dateTime: new Date(Date.UTC(2026, 10, 23, 12) - index * 3_600_000).toISOString(),
  amount: (((index * 37) % 30_000) - 15_000) / 100,
}));

const figures = new Map<string, number[]>();

/** Notes how long the browser needed for the longest event of something, in ms. */
async function note(page: Page, what: string, act: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    const seen: number[] = [];
    const observer = new PerformanceObserver((list) =>
      seen.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    Object.assign(globalThis, { seenEvents: seen });
  });
  await act();
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 300)));
      }),
  );
  const longest = await page.evaluate(() =>
    Math.max(0, ...(globalThis as unknown as { seenEvents: number[] }).seenEvents),
  );
  figures.set(what, [...(figures.get(what) ?? []), longest]);
}

build();
const demo = await startDemo('2026-11-24T07:30:00+01:00');
try {
  const browser = await chromium.launch(await findBrowser());
  for (let run = 0; run < RUNS; run += 1) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en' });
    await page.goto(`${demo.address}/login`);
    await page.getByLabel('User name', { exact: true }).fill('petr');
    await page.getByLabel('Password', { exact: true }).fill('refectory');
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(/\/offer/);
    await page.route(/account\/transactions/, (route) =>
      route.fulfill({ json: { success: true, transactions, totalCount: ROWS } }),
    );
    await page.goto(`${demo.address}/profile/transactions`);
    await page.getByRole('table').waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
    const sort = (name: string) => page.getByRole('table').getByRole('button', { name }).click();
    await note(page, 'sort by the amount', () => sort('Price'));
    await note(page, 'sort by the date', () => sort('Date'));
    const search = page.getByRole('main').getByRole('searchbox');
    await note(page, 'a key of the search', async () => {
      await search.focus();
      for (const key of 'curry') await page.keyboard.press(key);
    });
    await note(page, 'a key that takes a letter away', async () => {
      for (let times = 0; times < 5; times += 1) await page.keyboard.press('Backspace');
    });
    await page.close();
  }
  await browser.close();
} finally {
  await demo.stop();
}

process.stdout.write(
  `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}\n\n`,
);
process.stdout.write(
  `| ${ROWS} rows, ${SLOW_DOWN}× slower | N | median ms | range |\n| --- | ---: | ---: | ---: |\n`,
);
for (const [what, values] of figures) {
  const sorted = values.toSorted((one, other) => one - other);
  process.stdout.write(
    `| ${what} | ${values.length} | ${sorted[Math.floor(sorted.length / 2)]} | ${sorted[0]}–${sorted.at(-1)} |\n`,
  );
}
