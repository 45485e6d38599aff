import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';

import { chromium, type Page } from '@playwright/test';

import { findBrowser } from '../scripts/find-browser.mjs';
import { build } from '../scripts/prepare.mjs';
import { startDemo } from './demo.ts';

// How soon a card that is held to the reader has opened the offer: the built kiosk of the demo in a browser, over the
// socket of its reader. From the press of a button at the reader's panel to the first dish under the header of whoever is in. Prints
// the median and the range for docs/benchmarks.md, and exits with 1 when the median misses the goal.

const { values } = parseArgs({ options: { runs: { type: 'string', default: '15' } } });
const RUNS = Number(values.runs);
const GOAL_MS = 1_000;
const SCREEN = { width: 1080, height: 1920 };
const CUSTOMER = 'Eva Malá';

/** Holds a card to the reader as its panel does, and waits for the customer's offer; answers how long that took. */
async function tap(page: Page, address: string, card: string): Promise<number> {
  await page.goto(`${address}/kiosk/login`);
  await page.getByText('Hold your card to the reader.').waitFor();
  const begun = performance.now();
  await page.request.post(`${address}/reader/panel`, { form: { action: 'tap', card } });
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).waitFor();
  await page.getByRole('article').first().waitFor();
  return performance.now() - begun;
}

build();
const demo = await startDemo('2026-11-24T07:30:00+01:00');
const times: number[] = [];
try {
  const browser = await chromium.launch(await findBrowser());
  const panel = await browser.newPage();
  await panel.goto(`${demo.address}/reader/panel`);
  const button = panel.locator('form', { has: panel.getByRole('button', { name: CUSTOMER, exact: true }) });
  const card = await button.locator('input[name=card]').inputValue();
  // A kiosk goes on for days: one browser, in which people follow one another.
  const page = await browser.newPage({ viewport: SCREEN, locale: 'en' });
  for (let run = 0; run < RUNS; run += 1) {
    times.push(await tap(page, demo.address, card));
    await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
  }
  await browser.close();
} finally {
  await demo.stop();
}

const sorted = times.toSorted((one, other) => one - other);
const text = (value = Number.NaN) => value.toFixed(0);
const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
process.stdout.write(
  `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}\n\n` +
    '| what | N | median | range |\n| --- | ---: | ---: | ---: |\n' +
    `| from the tap to the offer, signed in | ${times.length} | ${text(median)} ms | ${text(sorted[0])}–${text(sorted.at(-1))} |\n`,
);
if (!(median < GOAL_MS)) process.exitCode = 1;
