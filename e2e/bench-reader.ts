import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';

import { chromium } from '@playwright/test';
import fc from 'fast-check';

import { openTestReader } from '../apps/server/src/testing/test-reader.ts';
import { findBrowser } from '../scripts/find-browser.mjs';
import { build } from '../scripts/prepare.mjs';
import { startDemo } from './demo.ts';

// Frames that no reader means, as fast as its socket takes them, at the sign-in page of the built kiosk: the longest task
// of the browser meanwhile by its own measure, and whether a card is read afterwards. npm run bench:reader -- [FRAMES]

const FRAMES = Number(process.argv[2] ?? 100_000);
const GOAL_MS = 100;
const SEED = 1;
/** The browser reports tasks from so many milliseconds on. */
const REPORTED_MS = 50;
/** So many frames are sent before the page has to have heard all of them. */
const BURST = 1_000;
/** A kiosk goes back to the start after so many seconds without a touch: longer than the flood lasts. */
const IDLE_SECONDS = 3_600;

const types = fc.constantFrom('result', 'message', 'error', 'connect', 'toString', '__proto__', 5, null);
const part = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.jsonValue());
const frames = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 3, arbitrary: fc.json() },
  {
    weight: 6,
    arbitrary: fc
      .record({ type: types, code: part, message: part, final: part, data: part }, { requiredKeys: ['type'] })
      .map((value) => JSON.stringify(value)),
  },
  { weight: 1, arbitrary: fc.nat({ max: 100_000 }).map((length) => '['.repeat(length)) },
);

build();
const reader = await openTestReader({ obeys: true });
// The canteen of the demo as a kiosk with this reader.
const settings = JSON.parse(
  readFileSync(new URL('../apps/demo/settings/canteen.json', import.meta.url), 'utf8'),
);
const settingsFile = join(mkdtempSync(join(tmpdir(), 'refectory-reader-')), 'kiosk.json');
writeFileSync(
  settingsFile,
  JSON.stringify({ ...settings, kiosk: true, autoLogout: IDLE_SECONDS, cardReaderUrl: reader.address }),
);
const demo = await startDemo('2026-11-24T07:30:00+01:00', settingsFile);
const exceptions: string[] = [];
let longTasks: number[] = [];
let took = 0;
let isAlive = false;
try {
  const browser = await chromium.launch(await findBrowser());
  const page = await browser.newPage({ viewport: { width: 1080, height: 1920 }, locale: 'en' });
  page.on('pageerror', (error) => exceptions.push(error.message));
  // Counts the frames that the page has heard, before the page itself hears them.
  await page.addInitScript(() => {
    const counted = Object.assign(globalThis, { heard: 0 });
    globalThis.WebSocket = class extends WebSocket {
      constructor(...args: ConstructorParameters<typeof WebSocket>) {
        super(...args);
        this.addEventListener('message', () => {
          counted.heard += 1;
        });
      }
    };
  });
  await page.goto(`${demo.address}/login`);
  await page.getByText('Hold your card to the reader.').waitFor();
  await page.evaluate(() => {
    const seen: number[] = [];
    const observer = new PerformanceObserver((list) =>
      seen.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: 'longtask' });
    Object.assign(globalThis, { longTasks: seen });
  });
  const begun = performance.now();
  for (let sent = 0; sent < FRAMES; sent += BURST) {
    for (const frame of fc.sample(frames, { numRuns: BURST, seed: SEED + sent })) reader.say(frame, 1);
    await page.waitForFunction(
      (least) => (globalThis as unknown as { heard: number }).heard >= least,
      sent + BURST,
    );
  }
  took = performance.now() - begun;
  longTasks = await page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks);
  // The page waits for a second after an error of the reader, and a sign-in may be under way.
  await page.getByText('Hold your card to the reader.').waitFor();
  const asked = page.waitForRequest(
    (request) => request.url().endsWith('/cardlogin') && (request.postData() ?? '').includes('AFTER'),
  );
  for (let tries = 0; tries < 20 && !isAlive; tries += 1) {
    reader.say(JSON.stringify({ type: 'message', final: true, data: { code: `AFTER${tries}` } }), 1);
    isAlive = await Promise.race([
      asked.then(() => true),
      new Promise<false>((resolve) => {
        setTimeout(() => resolve(false), 500);
      }),
    ]);
  }
  await browser.close();
} finally {
  reader.close();
  await demo.stop();
  rmSync(dirname(settingsFile), { recursive: true });
}

const longest = Math.max(0, ...longTasks);
process.stdout.write(
  `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}\n\n` +
    `${FRAMES} frames in ${(took / 1_000).toFixed(1)} s, ${exceptions.length} exceptions, ` +
    `${longTasks.length} tasks of ${REPORTED_MS} ms or more, the longest ${longest.toFixed(0)} ms, ` +
    `${isAlive ? 'a card is read afterwards' : 'NO CARD IS READ AFTERWARDS'}\n`,
);
for (const message of new Set(exceptions)) process.stdout.write(`${message}\n`);
if (longest > GOAL_MS || exceptions.length > 0 || !isAlive) process.exitCode = 1;
