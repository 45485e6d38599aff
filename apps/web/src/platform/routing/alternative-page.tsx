import { useTranslations } from 'use-intl';

import { useIsLoggedIn, usePlatform } from '#platform/platform.ts';
import { Button } from '#ui/button.tsx';
import { CoveredPlate } from '#ui/illustrations/covered-plate.tsx';
import { PlainPage } from '#ui/plain-page.tsx';

import { mayUseOffer } from './guards.ts';
import { Link } from './link.tsx';
import { PageTitle, type PageName } from './page-title.tsx';

/**
 * In place of a page that is not open to whoever is here. A guest logs in over it, so that the page comes in its place:
 * the address may be a secret, which is written down nowhere.
 */
export function AlternativePage({ page }: { readonly page: PageName }) {
  const t = useTranslations();
  return (
    <>
      <PageTitle page={page} />
      <PlainPage
        illustration={<CoveredPlate />}
        title={t('Error.notAvailableTitle')}
        text={t('Error.notAvailableText')}
        action={<WayOn />}
      />
    </>
  );
}

function WayOn() {
  const platform = usePlatform();
  const t = useTranslations('shell');
  const isLoggedIn = useIsLoggedIn();
  if (mayUseOffer(platform)) return <Link to="/">{t('menu')}</Link>;
  if (isLoggedIn) return <Link to="/profile/:page?">{t('profile')}</Link>;
  const { allowPasswordLogin, allowCardLogin } = platform.settings;
  if (!allowPasswordLogin && !allowCardLogin) return null;
  return <Button onClick={() => void platform.dialogs.open('login', {})}>{t('login')}</Button>;
}
