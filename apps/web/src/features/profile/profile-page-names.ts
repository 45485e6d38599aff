import type { ProfilePage } from '@refectory/domain/profile';

import type { PageName } from '#platform/routing/page-title.tsx';

/** What the pages of the profile are called, in its menu and in the title of the document. */
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
