/** The switches of the profile's pages. */
export type ProfileSwitches = {
  readonly [Switch in (typeof switches)[keyof typeof switches]]: boolean;
};

/** The switch of each page, by the last part of its address, in the order of the menu (OQ-108). */
const switches = {
  dashboard: 'allowProfileDashboard',
  edit: 'allowProfileEdit',
  orders: 'allowOrdersReport',
  transactions: 'allowTransactionsReport',
  consumption: 'allowConsumptionReport',
  vouchers: 'allowVouchersReport',
  bonuses: 'allowBonusesReport',
  bills: 'allowBills',
  'top-up': 'allowTopUp',
  'manage-card': 'allowCardAdministration',
  comment: 'allowGuestComments',
} as const;

/** A page of the profile. */
export type ProfilePage = keyof typeof switches;

/** The pages that are switched on, in the order of the profile menu. // spec §2 */
export function profilePages(allowed: ProfileSwitches): ProfilePage[] {
  return (Object.keys(switches) as ProfilePage[]).filter((page) => allowed[switches[page]]);
}
