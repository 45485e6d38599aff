import { hasProfileMenu, type ProfilePage } from '@refectory/domain/profile';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';

import { usePlatform } from '#platform/platform.ts';
import type { PageName } from '#platform/routing/page-title.tsx';
import { SideMenu } from '#ui/side-menu.tsx';

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

/** A page of the profile beside the profile menu, which a company without a name does not have (OQ-103). // spec §2 */
export function ProfileFrame() {
  const { query } = usePlatform();
  const t = useTranslations('pages');
  const address = useRouterState({ select: ({ location }) => location.pathname });
  const pages = useProfilePages();
  // It only looks: the header reads it.
  const customer = useQuery({ ...query('getCustomer', undefined), enabled: false });
  // Until it is known whose profile it is, its room is kept.
  const isAwaited = customer.isPending && pages.length > 0;
  const hasMenu = customer.data === undefined || hasProfileMenu(customer.data);
  const links = (hasMenu ? pages : []).map((page) => (
    <Link key={page} to="/profile/$page" params={{ page }}>
      {t(profilePageNames[page])}
    </Link>
  ));
  return (
    <SideMenu label={t('profile')} links={isAwaited ? undefined : links} address={address}>
      <Outlet />
    </SideMenu>
  );
}
