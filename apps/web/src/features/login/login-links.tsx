import type { RefObject } from 'react';
import { useTranslations } from 'use-intl';

import { usePlatform } from '#platform/platform.ts';
import { addressOf } from '#platform/routing/addresses.ts';
import { keepAddress } from '#platform/session/typed-address.ts';
import { followLink } from '#ui/follow-link.ts';
import { LinkRow } from '#ui/link-row.tsx';

/** Where to go without an account or a password, as far as the settings allow it. */
export function LoginLinks({
  userName,
  onLeave,
}: {
  /** What is typed as the user name. */
  readonly userName: RefObject<string>;
  readonly onLeave?: (() => void) | undefined;
}) {
  const platform = usePlatform();
  const { settings, navigation } = platform;
  const t = useTranslations('login');
  const { allowRegistration, allowPasswordRecovery, kiosk } = settings;
  if (!allowRegistration && !allowPasswordRecovery) return null;
  // No `Link`: a dialog stands beside the pages, and neither of the two is the page below it.
  const link = (path: '/registration' | '/forgotten-password', text: string) => {
    const address = addressOf(path);
    const leave = () => {
      // Nobody's address is kept on a screen that others use.
      if (path === '/forgotten-password' && !kiosk) keepAddress(platform, userName.current);
      onLeave?.();
      void navigation.go(address);
    };
    return (
      <a href={navigation.href(address)} onClick={(event) => followLink(event, leave)}>
        {text}
      </a>
    );
  };
  return (
    <LinkRow label={t('help')}>
      {allowRegistration && link('/registration', t('registrationLink'))}
      {allowPasswordRecovery && link('/forgotten-password', t('forgottenLink'))}
    </LinkRow>
  );
}
