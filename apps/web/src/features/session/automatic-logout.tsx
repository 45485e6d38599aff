import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';

import { usePlatform } from '#platform/platform.ts';
import { Button } from '#ui/button.tsx';
import { Countdown } from '#ui/countdown.tsx';

import { watchIdle } from './watch-idle.ts';

/** Logs the customer out when the session ends, after a warning that leaves the page usable. */
export function AutomaticLogout() {
  const platform = usePlatform();
  const t = useTranslations('session');
  const [secondsLeft, setSecondsLeft] = useState<number>();
  const warning = useRef<HTMLElement>(null);
  useEffect(() => {
    const isInWarning = (target: EventTarget | null) =>
      target instanceof Node && warning.current?.contains(target) === true;
    return watchIdle(platform, setSecondsLeft, isInWarning);
  }, [platform]);
  if (secondsLeft === undefined) return null;
  return (
    <Countdown
      ref={warning}
      announcement={t('idleAnnouncement')}
      title={t('idleTitle', { seconds: secondsLeft })}
      // A press anywhere is activity, and takes the warning away.
      action={<Button>{t('stay')}</Button>}
    >
      {t('idleText')}
    </Countdown>
  );
}
