import { defineConfig } from '@playwright/test';

import { findBrowser } from '../scripts/find-browser.mjs';

const browser = await findBrowser();

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  // Journeys of a worker share one demo but no customer's doings: each signs in as somebody of its own.
  workers: 2,
  // A journey that only passes when it is tried again is named at the end of the run.
  retries: 1,
  timeout: 60_000,
  // Two journeys share the machine with their servers and databases: nothing is judged by how soon it comes.
  expect: { timeout: 15_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : 'list',
  use: {
    ...(browser && { launchOptions: browser }),
    trace: 'off',
    screenshot: 'off',
  },
  projects: [
    { name: 'desk', use: { viewport: { width: 1440, height: 900 } } },
    { name: 'phone', use: { viewport: { width: 360, height: 740 }, hasTouch: true } },
  ],
});
