import { typeOf } from '@refectory/domain/customer';
import { profilePages, type ProfilePage } from '@refectory/domain/profile';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';

import { usePlatform } from '#platform/platform.ts';
import type { PageName } from '#platform/routing/page-title.tsx';
import { SideMenu } from '#ui/side-menu.tsx';

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
  'manage-card': 'manageCard',
  comment: 'comment',
} as const satisfies Record<ProfilePage, PageName>;

/** A page of the profile beside the profile menu, which a company without a name does not have (OQ-103). // spec §2 */
export function ProfileFrame() {
  const { query, settings } = usePlatform();
  const t = useTranslations('pages');
  // It only looks: the header reads it.
  const { data: customer } = useQuery({ ...query('getCustomer', undefined), enabled: false });
  const isNameless =
    customer !== undefined && typeOf(customer) === 'Company' && !customer.companyName?.trim();
  const pages = isNameless ? [] : profilePages(settings);
  return (
    <SideMenu
      label={t('profile')}
      links={pages.map((page) => (
        <Link key={page} to="/profile/$page" params={{ page }}>
          {t(profilePageNames[page])}
        </Link>
      ))}
    >
      <Outlet />
    </SideMenu>
  );
}
