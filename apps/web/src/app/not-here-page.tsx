import { startsAtOffer } from '@refectory/domain/access';
import { useTranslations } from 'use-intl';

import { useIsLoggedIn, usePlatform } from '#platform/platform.ts';
import { Link } from '#platform/routing/link.tsx';
import { PageTitle, type PageName } from '#platform/routing/page-title.tsx';
import { CoveredPlate } from '#ui/illustrations/covered-plate.tsx';
import { PlainPage } from '#ui/plain-page.tsx';

/** An address of the specification whose page is not built yet. */
export function NotHerePage({
  page,
  beside,
}: {
  page: PageName;
  /** Whether it stands beside the profile menu, which leads elsewhere by itself. */
  beside?: 'profile' | undefined;
}) {
  const t = useTranslations();
  const platform = usePlatform();
  // Where nothing can be ordered, the start of a customer is the profile.
  const isLoggedIn = useIsLoggedIn();
  const hasStart = startsAtOffer(platform.settings, isLoggedIn);
  const toProfile = beside ? undefined : <Link to="/profile/:page?">{t('shell.profile')}</Link>;
  const way = hasStart ? <Link to="/">{t('shell.toStart')}</Link> : toProfile;
  return (
    <>
      <PageTitle page={page} />
      <PlainPage
        illustration={<CoveredPlate />}
        title={t(`pages.${page}`)}
        text={`${t('notHere.title')}. ${t('notHere.text')}`}
        action={way}
      />
    </>
  );
}
