import { hasProfileMenu, type ProfilePage } from '@refectory/domain/profile';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

import { usePlatform } from '#platform/platform.ts';
import type { PageName } from '#platform/routing/page-title.tsx';
import { PageShell } from '#ui/page-shell.tsx';
import { SideMenu } from '#ui/side-menu.tsx';

import { NothingPermittedPage } from './nothing-permitted-page.tsx';
import { useProfilePages } from './use-profile-pages.ts';

/** What the pages are called, in the menu and in the title of the document. */
export const profilePageNames = {
  dashboard: 'dashboard',
  edit: 'edit',
  orders: 'orders',
  transactions: 'transactions',
  consumption: 'consumption',
  vouchers: 'vouchers',
  bonuses: 'bonuses',
  bills: 'bills',
  'top-up': 'topUp',
  pairing: 'pairing',
  'manage-card': 'manageCard',
  comment: 'comment',
} as const satisfies Record<ProfilePage, PageName>;

/**
 * A page of the profile beside the profile menu, which a company without a name does not have (OQ-103). One that is not
 * open, and none, leads to the first that is (OQ-11). // spec §2
 */
export function ProfileFrame() {
  const { query } = usePlatform();
  const t = useTranslations('pages');
  // Of the page that is drawn here: the location is ahead of it while another one is fetched.
  const address = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '' });
  const { pages, possible } = useProfilePages();
  // It only looks: the header reads it.
  const customer = useQuery({ ...query('getCustomer', undefined), enabled: false });
  // Until it is known whose profile it is, its room is kept.
  const isAwaited = customer.isPending;
  const hasMenu = customer.data === undefined || hasProfileMenu(customer.data);
  const links = (hasMenu ? pages : []).map((page) => (
    <Link key={page} to="/profile/$page" params={{ page }}>
      {t(profilePageNames[page])}
    </Link>
  ));
  const wantedOf = (open: readonly ProfilePage[]) =>
    open.find((page) => address === `/profile/${page}`) ?? open[0];
  const wanted = wantedOf(pages);
  let content: ReactNode;
  // His own answer may still open another one.
  if (wanted !== wantedOf(possible)) content = <PageShell title={t('profile')}>{null}</PageShell>;
  else if (!wanted) return <NothingPermittedPage />;
  else if (address === `/profile/${wanted}`) content = <Outlet />;
  else content = <Navigate to="/profile/$page" params={{ page: wanted }} replace />;
  return (
    <SideMenu label={t('profile')} links={isAwaited ? undefined : links} address={address}>
      {content}
    </SideMenu>
  );
}
