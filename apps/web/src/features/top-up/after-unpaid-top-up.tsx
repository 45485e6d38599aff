import { useTranslations } from 'use-intl';

import { usePlatform } from '#platform/platform.ts';
import { Link } from '#platform/routing/link.tsx';

/** The ways on from a top-up that was not paid: to another one, and back to the profile. */
export function AfterUnpaidTopUp() {
  const { settings } = usePlatform();
  const t = useTranslations('TopUp');
  return (
    <>
      {settings.allowTopUp && (
        <Link to="/profile/:page?" params={{ page: 'top-up' }}>
          {t('again')}
        </Link>
      )}
      <Link to="/profile/:page?">{t('toProfile')}</Link>
    </>
  );
}
