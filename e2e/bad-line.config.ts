import { defineConfig } from '@playwright/test';

import { BAD_LINE_MS, type OptionsOfJourneys } from './fixtures.ts';
import config, { phone } from './playwright.config.ts';

/** These journeys control their own line, open every page, or watch the observer itself. */
const testIgnore = /(?:connection|every-address|large-text|layout-shift|observer)\.spec\.ts/;

/** Runs every journey on a phone whose requests arrive late. */
export default defineConfig<OptionsOfJourneys>({
  ...config,
  timeout: 240_000,
  projects: [{ name: 'bad line', testIgnore, use: { ...phone, latency: BAD_LINE_MS } }],
});
