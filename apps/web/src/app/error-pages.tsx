import { useEffect, useEffectEvent, useState } from 'react';
import type { FallbackProps } from 'react-error-boundary';
import { useTranslations } from 'use-intl';

import { usePlatform, type Platform } from '#platform/platform.ts';
import { DocumentTitle } from '#platform/routing/page-title.tsx';
import { startSession } from '#platform/session/session.ts';
import { Button } from '#ui/button.tsx';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';
import { UnpluggedPlate } from '#ui/illustrations/unplugged-plate.tsx';
import { PlainPage } from '#ui/plain-page.tsx';

/** How often a page without a connection is asked for again. */
const RETRY_MS = 5_000;

/** The session token is missing or authentication failed. On a kiosk, where nobody presses the button, it tries again. */
export function SessionTokenPage() {
  const platform = usePlatform();
  const t = useTranslations('Error');
  useEffect(() => {
    if (!platform.settings.kiosk) return undefined;
    const timer = setInterval(() => void startAgain(platform), RETRY_MS);
    return () => clearInterval(timer);
  }, [platform]);
  return (
    <>
      <DocumentTitle title={t('sessionTokenTitle')} />
      <PlainPage
        illustration={<BrokenPlate />}
        title={t('sessionTokenTitle')}
        text={t('sessionTokenText')}
        action={<Button onClick={() => globalThis.location.reload()}>{t('startAgain')}</Button>}
      />
    </>
  );
}

/** Begins anew at the start, once there is a session. */
async function startAgain(platform: Platform): Promise<void> {
  await startSession(platform);
  if (platform.sessionStatus.getState().status === 'ready') await platform.navigation.goTo('/');
}

/** A page threw something nobody expected; the rest of the application stays usable. */
export function UnexpectedErrorPage({ resetErrorBoundary }: FallbackProps) {
  const t = useTranslations('Error');
  const { navigation, queries } = usePlatform();
  // From the beginning, since the address itself may be what broke the page; what it needs is fetched again too.
  const reset = async () => {
    queries.clear();
    await navigation.go('/', { replace: true });
    resetErrorBoundary();
  };
  return (
    <>
      <DocumentTitle title={t('unexpectedTitle')} />
      <PlainPage
        illustration={<BrokenPlate />}
        title={t('unexpectedTitle')}
        text={t('generic')}
        action={<Button onClick={() => void reset()}>{t('startAgain')}</Button>}
      />
    </>
  );
}

/** The page that is wanted could not be fetched; `retry` tries again, here by hand and by itself. */
export function NoConnectionPage({ retry }: { retry: () => Promise<void> }) {
  const t = useTranslations();
  const [isTrying, setTrying] = useState(false);
  const tryAgain = useEffectEvent(async () => {
    if (isTrying) return;
    setTrying(true);
    try {
      await retry();
    } finally {
      setTrying(false);
    }
  });
  useEffect(() => {
    const again = () => void tryAgain();
    const timer = setInterval(again, RETRY_MS);
    globalThis.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener('online', again);
    };
  }, []);
  return (
    <>
      <DocumentTitle title={t('Error.offlineTitle')} />
      <PlainPage
        illustration={<UnpluggedPlate />}
        title={t('Error.offlineTitle')}
        text={t('Error.offline')}
        action={
          <Button busy={isTrying} onClick={() => void tryAgain()}>
            {t('shell.retry')}
          </Button>
        }
      />
    </>
  );
}
