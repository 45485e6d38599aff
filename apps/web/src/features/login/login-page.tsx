import { ownPath } from '@refectory/domain/own-path';
import { useTranslations } from 'use-intl';

import { usePlatform } from '#platform/platform.ts';
import { Link } from '#platform/routing/link.tsx';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { homepageOf } from '#platform/session/open-profile-pages.ts';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { LoginLayout } from '#ui/login-layout.tsx';

import { LoginSections } from './login-sections.tsx';

/** `/login`: by card and by password, as far as each is allowed. // spec §2 */
export default function LoginPage() {
  const platform = usePlatform();
  const { settings, snapshot, navigation } = platform;
  const t = useTranslations('login');
  const { allowRegistration, allowPasswordRecovery } = settings;
  const goOn = () => {
    const wanted = ownPath(snapshot.getState().wantedPath);
    snapshot.setState({ wantedPath: undefined });
    return navigation.go(wanted ?? homepageOf(platform), { replace: true });
  };
  return (
    <LoginLayout
      title={t('heading')}
      lead={t('intro')}
      illustration={<EmptyPlate />}
      links={
        (allowRegistration || allowPasswordRecovery) && (
          <nav aria-label={t('help')}>
            {allowRegistration && <Link to="/registration">{t('registrationLink')}</Link>}
            {allowPasswordRecovery && <Link to="/forgotten-password">{t('forgottenLink')}</Link>}
          </nav>
        )
      }
    >
      <PageTitle page="login" />
      <LoginSections onLoggedIn={goOn} />
    </LoginLayout>
  );
}
