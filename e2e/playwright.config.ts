import { defineConfig } from '@playwright/test';

import { findBrowser } from '../scripts/find-browser.mjs';

const browser = await findBrowser();
const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  // What waits is drawn sixty times a second where it moves; on a desk it does.
  contextOptions: { reducedMotion: 'reduce' },
} as const;
/** These make a line of their own, look at every page, or watch the observer itself. */
const onTheirOwnLine = /(?:connection|large-text|layout-shift|observer)\.spec\.ts/;

export default defineConfig<object, { latency: number }>({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  // Journeys of a worker share one demo but no customer's doings: each signs in as somebody of its own.
  workers: 4,
  // A journey that only passes when it is tried again is named at the end of the run.
  retries: 2,
  timeout: 120_000,
  // Journeys share the machine with their servers and databases: nothing is judged by how soon it comes.
  expect: { timeout: 15_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : 'list',
  use: {
    ...(browser && { launchOptions: browser }),
    trace: 'off',
    screenshot: 'off',
  },
  projects: [
    {
      name: 'desk',
      testIgnore: /large-text\.spec\.ts/,
      workers: 1,
      use: { viewport: { width: 1440, height: 900 } },
    },
    // Everything else is done on a phone on the bad line.
    { name: 'phone', testMatch: onTheirOwnLine, workers: 1, use: phone },
    // Waiting costs little of the processor: two of these run beside each other.
    {
      name: 'phone on a bad line',
      testIgnore: onTheirOwnLine,
      workers: 2,
      use: { ...phone, latency: 700 },
      timeout: 240_000,
    },
  ],
});
