import { hasProfileMenu } from '@refectory/domain/profile';
import { useEffect, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';

import { usePlatform } from '#platform/platform.ts';
import { Link } from '#platform/routing/link.tsx';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { usePlace } from '#platform/routing/place.tsx';
import { profilePageAt } from '#platform/session/open-profile-pages.ts';
import { useCustomer } from '#platform/session/use-customer.ts';
import { PageShell } from '#ui/page-shell.tsx';
import { SideMenu } from '#ui/side-menu.tsx';

import { NothingPermittedPage } from './nothing-permitted-page.tsx';
import { useProfilePages } from './use-profile-pages.ts';

/**
 * A page of the profile beside the profile menu, which a company without a name does not have. An address without a
 * page, or with one that turns out not to be open, leads to the first page that is.
 */
export function ProfileFrame({ children }: { children: ReactNode }) {
  const { navigation } = usePlatform();
  const t = useTranslations('pages');
  const place = usePlace();
  const { pathname, params } = place;
  const open = useProfilePages();
  const customer = useCustomer();
  const isMenuKnown = !customer.isPending;
  const hasMenu = customer.data === undefined || hasProfileMenu(customer.data);
  // Which pages are open may depend on the customer, who is still being read.
  const { page: wanted, isCertain } = profilePageAt(open, params['page']);
  const elsewhere = isCertain && wanted !== undefined && wanted !== params['page'] ? wanted : undefined;
  useEffect(() => {
    // Nobody is led on who is already on the way to another page.
    const isHere = navigation.wanted()?.pathname === place.pathname;
    if (elsewhere && isHere) void navigation.go(`/profile/${elsewhere}`, { replace: true });
    // Whoever comes here again before the other page is there is led on again.
  }, [elsewhere, place, navigation]);

  if (isCertain && !wanted) return <NothingPermittedPage />;
  const links = (hasMenu ? open.pages : []).map((page) => (
    <Link key={page} to="/profile/:page?" params={{ page }}>
      {t(page)}
    </Link>
  ));
  const isShown = isCertain && !elsewhere;
  return (
    <SideMenu label={t('profile')} links={isMenuKnown ? links : undefined} address={pathname}>
      {isShown ? (
        children
      ) : (
        <PageShell title={t('profile')}>
          <PageTitle page="profile" />
        </PageShell>
      )}
    </SideMenu>
  );
}
