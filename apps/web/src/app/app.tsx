import { RouterProvider } from '@tanstack/react-router';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ComponentType } from 'react';
import { useStore } from 'zustand';

import { tellFailure } from '#platform/api/describe-error.ts';
import { I18nProvider, type LoadedLanguage } from '#platform/i18n/i18n-provider.tsx';
import { PlatformProvider, type Platform } from '#platform/platform.ts';

import { SessionTokenPage } from './error-pages.tsx';
import type { AppRouter } from './routes.tsx';

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
          <Dialogs platform={platform} />
          <Toasts platform={platform} router={router} />
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

/**
 * The open dialogs. Their code is fetched after the first page and, where that failed, again when one is opened; one
 * that cannot be shown is closed without an answer, and it is told why.
 */
function Dialogs({ platform: { dialogs, toasts } }: { platform: Platform }) {
  const [Stack, setStack] = useState<ComponentType>();
  const isOneOpen = useStore(dialogs, (open) => open.length > 0);
  useEffect(() => {
    import('./dialog-stack.tsx').then(
      ({ DialogStack }) => setStack(() => DialogStack),
      () => {
        if (!isOneOpen) return;
        tellFailure(toasts, { kind: 'offline' });
        dialogs.closeAll();
      },
    );
  }, [isOneOpen, dialogs, toasts]);
  return Stack && <Stack />;
}

/** The notifications. Their code is fetched after the first page and, where that failed, again with the next one. */
function Toasts({ platform: { toasts }, router }: { platform: Platform; router: AppRouter }) {
  const [Region, setRegion] = useState<ComponentType<{ router: AppRouter }>>();
  useStore(toasts, (open) => open.length > 0);
  // Without dependencies: after a failure it is fetched again when the first notification is there.
  useEffect(() => {
    if (Region) return;
    import('./toast-region.tsx').then(
      ({ ToastRegion }) => setRegion(() => ToastRegion),
      // There is nowhere to say so.
      () => undefined,
    );
  });
  return Region && <Region router={router} />;
}
