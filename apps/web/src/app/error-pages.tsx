import { useEffect, useEffectEvent, useState } from 'react';
import type { FallbackProps } from 'react-error-boundary';
import { useTranslations } from 'use-intl';

import { usePlatform } from '#platform/platform.ts';
import { Button } from '#ui/button.tsx';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';
import { UnpluggedPlate } from '#ui/illustrations/unplugged-plate.tsx';
import { PlainPage } from '#ui/plain-page.tsx';

/** How often a page without a connection is asked for again. */
const RETRY_MS = 5_000;

/** The session token is missing or authentication failed. // spec §2, §8 */
export function SessionTokenPage() {
  const t = useTranslations('Error');
  return (
    <PlainPage
      illustration={<BrokenPlate />}
      title={t('sessionTokenTitle')}
      text={t('sessionTokenText')}
      action={<Button onClick={() => globalThis.location.reload()}>{t('startAgain')}</Button>}
    />
  );
}

/** A page threw something nobody expected; the rest of the application stays usable. */
export function UnexpectedErrorPage({ resetErrorBoundary }: FallbackProps) {
  const t = useTranslations('Error');
  const { navigation, queries } = usePlatform();
  // From the beginning, since the address itself may be what broke the page; what it needs is fetched again too.
  const startAgain = async () => {
    queries.clear();
    await navigation.go('/', { replace: true });
    resetErrorBoundary();
  };
  return (
    <PlainPage
      illustration={<BrokenPlate />}
      title={t('unexpectedTitle')}
      text={t('generic')}
      action={<Button onClick={() => void startAgain()}>{t('startAgain')}</Button>}
    />
  );
}

/** The page that is wanted could not be fetched; `retry` tries again, here by hand and by itself (C18). */
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
  );
}
