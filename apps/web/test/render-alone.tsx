// First, as in the application: the order of the layers is that of their first mention.
import '#ui/styles/index.css';

import { Settings } from '@refectory/contract/settings';
import type { Language } from '@refectory/domain/texts';
import { lateAreas, type LateArea } from '@refectory/translations/late-areas';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/history';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import * as z from 'zod/mini';

import { ToastRegion } from '#app/toast-region.tsx';
import { I18nProvider } from '#platform/i18n/i18n-provider.tsx';
import { createPlatform, PlatformProvider, type Platform } from '#platform/platform.ts';

// A test leaves the device as it found it.
import './device.ts';
import { render } from './render.tsx';
import { memoryStorage } from './storage.ts';

const FRIDAY_MORNING = Date.parse('2026-11-20T08:00:00+01:00');

/**
 * Renders a component alone, with a real platform and the notifications, but without a server: whatever the component
 * calls fails. The clock of the device stands at the moment at which the servers of tests begin.
 */
export async function renderAlone(
  element: ReactNode,
  { config, language = 'en' }: { readonly config?: object; readonly language?: Language } = {},
): Promise<Platform> {
  const platform = createPlatform({
    settings: z.parse(Settings, { apiUrl: '/nothing/api', timeZone: 'Europe/Prague', ...config }),
    storage: memoryStorage(),
    basePath: '/',
    browserLanguages: [language],
    deviceNow: () => FRIDAY_MORNING,
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  onTestFinished(() => platform.clock.stop());
  await platform.words.change(language);
  await platform.words.load(Object.keys(lateAreas) as LateArea[]);
  await render(
    <PlatformProvider value={platform}>
      <QueryClientProvider client={platform.queries}>
        <I18nProvider>
          {element}
          <ToastRegion />
        </I18nProvider>
      </QueryClientProvider>
    </PlatformProvider>,
  );
  return platform;
}
