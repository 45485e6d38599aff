import { RouterProvider } from '@tanstack/react-router';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';

import { I18nProvider, type LoadedLanguage } from '#platform/i18n/i18n-provider.tsx';
import { PlatformProvider, type Platform } from '#platform/platform.ts';

import { SessionTokenPage } from './error-pages.tsx';
import type { AppRouter } from './routes.tsx';
import { ToastRegion } from './toast-region.tsx';

// Nobody opens a dialog before the first page stands, so it loads after it.
const DialogStack = lazy(async () => {
  const module = await import('./dialog-stack.tsx');
  return { default: module.DialogStack };
});

/** The application: providers, the page of the address, and what floats above every page. */
export function App({
  platform,
  router,
  initialLanguage,
}: {
  platform: Platform;
  router: AppRouter;
  initialLanguage: LoadedLanguage;
}) {
  return (
    <PlatformProvider value={platform}>
      <QueryClientProvider client={platform.queries}>
        <I18nProvider initial={initialLanguage}>
          <Page platform={platform} router={router} />
          <Suspense fallback={null}>
            <DialogStack />
          </Suspense>
          <ToastRegion router={router} />
        </I18nProvider>
      </QueryClientProvider>
    </PlatformProvider>
  );
}

/** Without a session nothing works, so its error page stands in for every page. // spec §2 */
function Page({ platform, router }: { platform: Platform; router: AppRouter }) {
  const status = useStore(platform.sessionStatus, (state) => state.status);
  return status === 'failed' ? <SessionTokenPage /> : <RouterProvider router={router} />;
}
