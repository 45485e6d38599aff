import { join } from 'node:path';

import { playwright } from '@vitest/browser-playwright';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

import { compiledMessages } from './apps/web/scripts/compiled-messages.ts';
import { testHostPlugin } from './apps/web/test/test-host-plugin.ts';
import { findBrowser } from './scripts/find-browser.mjs';

const browser = await findBrowser();

const api = {
  include: ['packages/database/src/**/*.test.ts', 'apps/{server,demo}/src/**/*.test.ts'],
  testTimeout: 20_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          include: ['packages/{domain,contract,translations}/src/**/*.test.ts', 'apps/web/src/**/*.test.ts'],
        },
      },
      {
        test: { ...api, name: 'api', globalSetup: ['packages/database/src/testing/global-setup.ts'] },
      },
      {
        test: {
          ...api,
          name: 'api-installed',
          // These start the embedded one themselves, whatever is installed.
          exclude: ['**/embedded-postgres.test.ts', '**/start.test.ts'],
          globalSetup: ['packages/database/src/testing/global-setup-installed.ts'],
        },
      },
      {
        root: 'apps/web',
        plugins: [compiledMessages(), react(), testHostPlugin()],
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
            '@tanstack/react-router',
            'use-intl',
            'zod/mini',
            'zustand',
            'zustand/middleware',
            'zustand/vanilla',
            'axe-core',
          ],
        },
        test: {
          name: 'screens',
          include: ['src/**/*.test.tsx'],
          testTimeout: 15_000,
          retry: 1,
          // What a test polls for is waited for as an element is, not for the standard second.
          expect: { poll: { timeout: 10_000, interval: 20 } },
          globalSetup: [join(import.meta.dirname, 'apps/web/test/global-setup.ts')],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({ ...(browser && { launchOptions: browser }) }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
