import type { ProfilePage } from '@refectory/domain/profile';
import { useTranslations } from 'use-intl';

import { Link } from '#platform/routing/link.tsx';

/** The link to a page of the profile. */
export function ProfilePageLink({ page }: { page: ProfilePage }) {
  const tPages = useTranslations('pages');
  return (
    <Link to="/profile/:page?" params={{ page }}>
      {tPages(page)}
    </Link>
  );
}
