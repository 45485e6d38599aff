import { Link, useRouter } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';

import { usePlatform } from '#platform/platform.ts';
import { ownPath } from '@refectory/domain/own-path';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { LoginLayout } from '#ui/login-layout.tsx';

import { LoginSections } from './login-sections.tsx';

/** `/login`: by card and by password, as far as each is allowed. // spec §2 */
export default function LoginPage() {
  const { settings, snapshot } = usePlatform();
  const router = useRouter();
  const t = useTranslations('login');
  const { allowRegistration, allowPasswordRecovery } = settings;
  const goOn = () => {
    const wanted = ownPath(snapshot.getState().wantedPath);
    snapshot.setState({ wantedPath: undefined });
    return router.navigate({ href: wanted ?? '/', replace: true });
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
