import { QueryClientProvider } from '@tanstack/react-query';
import { useStore } from 'zustand';

import { useLatePart } from '#platform/late/use-late-part.ts';

import { tellFailure } from '#platform/api/describe-error.ts';
import { I18nProvider } from '#platform/i18n/i18n-provider.tsx';
import { PlatformProvider, type Platform } from '#platform/platform.ts';
import { ShownProvider } from '#platform/routing/place.tsx';
import { OnBackContext } from '#ui/use-back-closes.ts';

import { SessionTokenPage } from './error-pages.tsx';
import { dialogStack, hasPrefetched, toastRegion } from './late-parts.ts';
import { Layout } from './layout/layout.tsx';

/** The application: providers, the page of the address, and what floats above every page. */
export function App({ platform }: { platform: Platform }) {
  return (
    <PlatformProvider value={platform}>
      <QueryClientProvider client={platform.queries}>
        <I18nProvider>
          <OnBackContext value={platform.navigation.onBack}>
            <Page platform={platform} />
            <Dialogs platform={platform} />
            <Toasts platform={platform} />
          </OnBackContext>
        </I18nProvider>
      </QueryClientProvider>
    </PlatformProvider>
  );
}

/** Without a session nothing works, so its error page stands in for every page. // spec §2 */
function Page({ platform }: { platform: Platform }) {
  const status = useStore(platform.sessionStatus, (state) => state.status);
  if (status === 'failed') return <SessionTokenPage />;
  return (
    <ShownProvider>
      <Layout />
    </ShownProvider>
  );
}

/** The open dialogs. One that cannot be fetched is closed without an answer, and a toast says why. */
function Dialogs({ platform: { dialogs, toasts } }: { platform: Platform }) {
  const isOneOpen = useStore(dialogs, (open) => open.length > 0);
  const { loaded: DialogStack } = useLatePart(dialogStack, isOneOpen, (failure) => {
    tellFailure(toasts, failure);
    dialogs.closeAll();
  });
  return DialogStack && <DialogStack />;
}

/**
 * The notifications. Their region is there before the first of them where it can be, so that a screen reader knows it,
 * and stays.
 */
function Toasts({ platform: { toasts } }: { platform: Platform }) {
  const isOneThere = useStore(toasts, (open) => open.length > 0);
  const isPrefetched = useStore(hasPrefetched);
  const isHere = toastRegion.loaded() !== undefined;
  const { loaded: ToastRegion } = useLatePart(toastRegion, isOneThere || isPrefetched || isHere);
  return ToastRegion && <ToastRegion />;
}
