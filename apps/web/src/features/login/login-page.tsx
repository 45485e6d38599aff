import { useRef } from 'react';
import { useTranslations } from 'use-intl';

import { usePlatform } from '#platform/platform.ts';
import { Link } from '#platform/routing/link.tsx';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { goOnAfterLogin } from '#platform/session/go-on-after-login.ts';
import { keepAddress } from '#platform/session/typed-address.ts';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { LoginLayout } from '#ui/login-layout.tsx';

import { LoginSections } from './login-sections.tsx';

/** `/login`: by card and by password, as far as each is allowed. */
export default function LoginPage() {
  const platform = usePlatform();
  const { settings } = platform;
  const t = useTranslations('login');
  const userName = useRef('');
  const { applicationMode, allowRegistration, allowPasswordRecovery } = settings;
  return (
    <LoginLayout
      title={t('heading')}
      lead={t(applicationMode === 'webcare' ? 'introAccount' : 'intro')}
      illustration={<EmptyPlate />}
      links={
        (allowRegistration || allowPasswordRecovery) && (
          <nav aria-label={t('help')}>
            {allowRegistration && <Link to="/registration">{t('registrationLink')}</Link>}
            {allowPasswordRecovery && (
              <Link
                to="/forgotten-password"
                onFollow={(address) => {
                  // Nobody's address is kept on a screen that others use.
                  if (!settings.kiosk) keepAddress(platform, userName.current);
                  void platform.navigation.go(address);
                }}
              >
                {t('forgottenLink')}
              </Link>
            )}
          </nav>
        )
      }
    >
      <PageTitle page="login" />
      <LoginSections
        onLoggedIn={() => goOnAfterLogin(platform)}
        onUserName={(typed) => {
          userName.current = typed;
        }}
      />
    </LoginLayout>
  );
}
