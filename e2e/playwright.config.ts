import { defineConfig } from '@playwright/test';

import { findBrowser } from '../scripts/find-browser.mjs';
import type { OptionsOfJourneys } from './fixtures.ts';

const browser = await findBrowser();

/** A phone, whose owner asked for less motion. On the desk, animations run. */
export const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  contextOptions: { reducedMotion: 'reduce' },
} as const;

/**
 * Each journey runs once, on a phone. A journey that fits another device, or needs a slow line, has a tag:
 * - `@desk`: the journey runs on a desk instead.
 * - `@both`: the journey runs on a phone and on a desk.
 * - `@late`: each request arrives 700 ms later, because the journey is about late answers.
 * `npm run test:bad-line` runs all journeys on a phone with late requests (`bad-line.config.ts`).
 */
export default defineConfig<OptionsOfJourneys>({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  // Each project has its own workers, and each worker starts a demo. With a fixed number per project no worker, and no
  // demo, is replaced during the run.
  workers: 3,
  // The report names a journey that passes only in its second try.
  retries: 1,
  timeout: 120_000,
  // Journeys share the machine with their servers and databases. A slow answer is not a failure.
  expect: { timeout: 15_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : 'list',
  use: {
    ...(browser && { launchOptions: browser }),
    trace: 'off',
    screenshot: 'off',
  },
  projects: [
    { name: 'phone', grepInvert: /@desk/, workers: 2, use: phone },
    { name: 'desk', grep: /@desk|@both/, workers: 1, use: { viewport: { width: 1440, height: 900 } } },
  ],
});
