import { readFileSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { playwright } from '@vitest/browser-playwright';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

import { compiledMessages } from './apps/web/scripts/compiled-messages.ts';
import { keptModulesPlugin } from './apps/web/test/kept-modules-plugin.ts';
import { testHostPlugin } from './apps/web/test/test-host-plugin.ts';
import { findBrowser } from './scripts/find-browser.mjs';

// The screens run with the React that customers get, which is much faster than the one for development. Vite decides by
// the environment, for all projects of a run.
if (process.argv.includes('screens')) process.env.NODE_ENV = 'production';

const browser = await findBrowser();

const folders = [
  'packages/embedded-postgres/src',
  'packages/database/src',
  'apps/server/src',
  'apps/payments/src',
  'apps/demo/src',
];
const PROCESSES = '**/*.process.test.ts';
const api = {
  // Nothing is mocked and every file has a database of its own: modules are loaded once for all of them.
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
};

/** Tests on the database of the run. The others would only be the same again on another PostgreSQL. */
const onDatabaseOfRun = folders
  .flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
  .filter(
    (file) =>
      file.endsWith('.test.ts') &&
      /useTestDatabase\((?!.*cluster)|inject\('testCluster'\)/.test(
        readFileSync(join(import.meta.dirname, file), 'utf8'),
      ),
  );

export default defineConfig({
  test: {
    // As many as there are cores; by itself vitest leaves one idle in a run.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'rules',
          isolate: false,
          // Thousands of random cases take long where other programs have the processor.
          testTimeout: 60_000,
          include: [
            'packages/{domain,contract,translations}/src/**/*.test.ts',
            'apps/reader/src/**/*.test.ts',
            'apps/web/src/**/*.test.ts',
            'scripts/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...api,
          name: 'api',
          include: folders.map((folder) => `${folder}/**/*.test.ts`),
          exclude: [PROCESSES],
          globalSetup: ['packages/database/src/testing/global-setup.ts'],
        },
      },
      {
        // Tests that start programs and PostgreSQL servers, and mostly wait for them.
        test: {
          ...api,
          name: 'processes',
          include: folders.map((folder) => `${folder}/${PROCESSES}`),
          globalSetup: ['scripts/build-before-tests.mjs'],
        },
      },
      {
        test: {
          ...api,
          name: 'api-installed',
          include: onDatabaseOfRun,
          globalSetup: ['packages/database/src/testing/global-setup-installed.ts'],
        },
      },
      {
        root: 'apps/web',
        plugins: [compiledMessages(), react(), testHostPlugin(), keptModulesPlugin()],
        define: { __VERSION__: JSON.stringify('0.0.0-test') },
        // Named, since a library found only during the run reloads the page in the middle of it.
        optimizeDeps: {
          include: [
            'react',
            'react-dom',
            'react-dom/client',
            'react/jsx-runtime',
            'react/jsx-dev-runtime',
            '@tanstack/react-query',
            '@tanstack/history',
            'regexparam',
            '@noble/hashes/sha2.js',
            '@noble/hashes/utils.js',
            'react-error-boundary',
            'use-intl',
            'zod/mini',
            'zustand',
            'zustand/middleware',
            'zustand/vanilla',
            'axe-core',
            'dompurify',
            'eventsource-parser/stream',
            '@internationalized/date',
            'react-aria/I18nProvider',
            'react-aria/useCalendar',
            'react-aria/useRangeCalendar',
            'react-stately/useCalendarState',
            'react-stately/useRangeCalendarState',
            'react-hook-form',
            're2js',
            'bwip-js/generic',
            'zxing-wasm/reader',
            'vitest-browser-react',
          ],
        },
        test: {
          name: 'screens',
          // Not taken from the root where a browser runs: there one core would be left idle.
          maxWorkers: availableParallelism(),
          include: ['src/**/*.test.tsx'],
          testTimeout: 30_000,
          retry: 1,
          // What a test polls for is waited for as an element is, not for the standard second.
          expect: { poll: { timeout: 10_000, interval: 20 } },
          globalSetup: [join(import.meta.dirname, 'apps/web/test/global-setup.ts')],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              // What moves is drawn sixty times a second, by the processor that the tests need.
              contextOptions: { reducedMotion: 'reduce' },
              ...(browser && { launchOptions: browser }),
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
