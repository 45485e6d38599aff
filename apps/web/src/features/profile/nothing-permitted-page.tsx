import { useTranslations } from 'use-intl';

import { usePlatform } from '#platform/platform.ts';
import { mayUseOffer } from '#platform/routing/guards.ts';
import { Link } from '#platform/routing/link.tsx';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { CoveredPlate } from '#ui/illustrations/covered-plate.tsx';
import { PlainPage } from '#ui/plain-page.tsx';

/** No page of the profile is open to the customer. */
export function NothingPermittedPage() {
  const t = useTranslations();
  const mayOrder = mayUseOffer(usePlatform());
  return (
    <>
      <PageTitle page="profile" />
      <PlainPage
        illustration={<CoveredPlate />}
        title={t('Error.messageUnauthorized')}
        text={t('Error.notAvailableText')}
        action={mayOrder ? <Link to="/">{t('shell.toStart')}</Link> : undefined}
      />
    </>
  );
}
