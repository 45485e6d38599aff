import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';

import { usePlatform } from '#platform/platform.ts';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { goOnAfterLogin } from '#platform/session/go-on-after-login.ts';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { LoginLayout } from '#ui/login-layout.tsx';

import { LoginLinks } from './login-links.tsx';
import { LoginSections } from './login-sections.tsx';

/** `/login`: by card and by password, as far as each is allowed. */
export default function LoginPage() {
  const platform = usePlatform();
  const t = useTranslations('login');
  const userName = useRef('');
  // Who signs in is led on a moment later: until then the page stays as it was.
  const [hasEnded] = useState(() => platform.sessionStatus.getState().hasEnded);
  const intro = platform.settings.applicationMode === 'webcare' ? 'introAccount' : 'intro';
  return (
    <LoginLayout
      title={t('heading')}
      lead={t(hasEnded ? 'ended' : intro)}
      illustration={<EmptyPlate />}
      links={<LoginLinks userName={userName} />}
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
