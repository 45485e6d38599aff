import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';

import { useLatePart } from '#platform/late/use-late-part.ts';

import { tellFailure } from '#platform/api/describe-error.ts';
import { I18nProvider } from '#platform/i18n/i18n-provider.tsx';
import { useMessageText } from '#platform/i18n/message.ts';
import { PlatformProvider, useIsLoggedIn, type Platform } from '#platform/platform.ts';
import { ShownProvider } from '#platform/routing/place.tsx';
import { StatusLine } from '#ui/status-line.tsx';
import { OnBackContext } from '#ui/use-back-closes.ts';
import { useOnline } from '#ui/use-online.ts';

import { SessionTokenPage } from './error-pages.tsx';
import { dialogStack, hasPrefetched, rereads, signedIn, signedOut, toastRegion } from './late-parts.ts';
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
            <Visitor platform={platform} />
          </OnBackContext>
        </I18nProvider>
      </QueryClientProvider>
    </PlatformProvider>
  );
}

/** Without a session nothing works, so its error page stands in for every page. */
function Page({ platform }: { platform: Platform }) {
  const status = useStore(platform.sessionStatus, (state) => state.status);
  if (status === 'failed') return <SessionTokenPage />;
  return (
    <ShownProvider>
      <Layout />
    </ShownProvider>
  );
}

/**
 * What runs beside every page: what makes failed rereads again, and what is there for a signed-in customer, or before the
 * login at a card reader or a kiosk.
 */
function Visitor({ platform }: { platform: Platform }) {
  const { settings, sessionStatus, isFirstPageThere } = platform;
  const isIn = useIsLoggedIn();
  const hasSession = useStore(sessionStatus, ({ status }) => status === 'ready');
  const { loaded: SignedIn } = useLatePart(signedIn, isIn);
  const isForGuests = (settings.allowCardLogin || settings.kiosk) && !isIn && hasSession;
  // A kiosk is there for cards; elsewhere the page comes first.
  const isPageThere = useStore(isFirstPageThere);
  const isTime = isPageThere || settings.kiosk;
  const { loaded: SignedOut } = useLatePart(signedOut, isForGuests && isTime);
  const { loaded: later } = useLatePart(rereads, isPageThere);
  useEffect(() => later?.repeatRereads(platform), [later, platform]);
  return (
    <>
      {SignedIn && <SignedIn />}
      {SignedOut && <SignedOut />}
    </>
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
 * and stays. Where it cannot be fetched, the line that tells of the connection says the newest of them.
 */
function Toasts({ platform: { toasts } }: { platform: Platform }) {
  const t = useTranslations('shell');
  const textOf = useMessageText();
  const newest = useStore(toasts, (open) => open.at(-1));
  const isPrefetched = useStore(hasPrefetched);
  const isHere = toastRegion.loaded() !== undefined;
  const { loaded: ToastRegion, hasFailed } = useLatePart(
    toastRegion,
    newest !== undefined || isPrefetched || isHere,
    toasts.begin,
  );
  const isOnline = useOnline();
  return (
    <>
      {ToastRegion && <ToastRegion />}
      <StatusLine text={hasFailed && newest ? textOf(newest) : isOnline ? undefined : t('noConnection')} />
    </>
  );
}
