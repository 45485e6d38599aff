import { startsAtOffer } from '@refectory/domain/access';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';

import { useIsLoggedIn, usePlatform } from '#platform/platform.ts';
import { PageTitle, type PageName } from '#platform/routing/page-title.tsx';
import { CoveredPlate } from '#ui/illustrations/covered-plate.tsx';
import { PlainPage } from '#ui/plain-page.tsx';

/** An address of the specification whose page is not built yet. */
export function NotHerePage({
  page,
  beside = 'nothing',
}: {
  page: PageName;
  beside?: 'profile' | 'nothing';
}) {
  const t = useTranslations();
  const platform = usePlatform();
  // Where nothing can be ordered, the start of a customer is the profile.
  const isLoggedIn = useIsLoggedIn();
  const hasStart = startsAtOffer(platform.settings, isLoggedIn);
  const toProfile = beside === 'nothing' ? <Link to="/profile">{t('shell.profile')}</Link> : undefined;
  const way = hasStart ? <Link to="/">{t('notHere.toStart')}</Link> : toProfile;
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
