import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';

import { usePlatform } from '#platform/platform.ts';
import { Button } from '#ui/button.tsx';
import { Countdown } from '#ui/countdown.tsx';

import { watchIdle, type WatchedCustomer } from './watch-idle.ts';

/** Logs the customer out when the session is over, after a warning that leaves the page usable. // spec §4, logout */
export function AutomaticLogout() {
  const platform = usePlatform();
  const t = useTranslations('session');
  const [secondsLeft, setSecondsLeft] = useState<number>();
  const warning = useRef<HTMLDivElement>(null);
  const watched = useRef<WatchedCustomer>(undefined);
  useEffect(() => {
    const isInWarning = (target: EventTarget | null) =>
      target instanceof Node && warning.current?.contains(target) === true;
    const customer = watchIdle(platform, setSecondsLeft, isInWarning);
    watched.current = customer;
    return customer.stop;
  }, [platform]);
  if (secondsLeft === undefined) return null;
  return (
    <div ref={warning}>
      <Countdown
        announcement={t('idleAnnouncement')}
        title={t('idleTitle', { seconds: secondsLeft })}
        action={<Button onClick={() => watched.current?.stay()}>{t('stay')}</Button>}
      >
        {t('idleText')}
      </Countdown>
    </div>
  );
}
