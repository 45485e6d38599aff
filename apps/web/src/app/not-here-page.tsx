import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';

import { PageTitle, type PageName } from '#platform/routing/page-title.tsx';
import { CoveredPlate } from '#ui/illustrations/covered-plate.tsx';
import { PlainPage } from '#ui/plain-page.tsx';

/** An address of the specification whose page is not built yet. */
export function NotHerePage({ page }: { page: PageName }) {
  const t = useTranslations();
  return (
    <>
      <PageTitle page={page} />
      <PlainPage
        illustration={<CoveredPlate />}
        title={t(`pages.${page}`)}
        text={`${t('notHere.title')}. ${t('notHere.text')}`}
        action={<Link to="/">{t('notHere.toStart')}</Link>}
      />
    </>
  );
}
