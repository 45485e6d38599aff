import { typeOf, type CustomerType } from './customer.ts';

/** The switches of the profile's pages. */
export type ProfileSwitches = {
  readonly [Switch in (typeof switches)[keyof typeof switches]]: boolean;
};

/** The switch of each page, by the last part of its address, in the order of the menu. */
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
  pairing: 'allowPairingManagement',
  'manage-card': 'allowCardAdministration',
  comment: 'allowGuestComments',
} as const;

/** A page of the profile. */
export type ProfilePage = keyof typeof switches;

/**
 * The pages that are switched on, in the order of the profile menu. Pairing needs 1 for `customersPairing` too, by the
 * first of the places that says anything of it.
 */
export function profilePages(
  allowed: ProfileSwitches,
  pairingBy: readonly (boolean | number | string | undefined)[],
): ProfilePage[] {
  const canPair = isAnnounced(pairingBy.find((announced) => announced !== undefined));
  return (Object.keys(switches) as ProfilePage[]).filter(
    (page) => allowed[switches[page]] && (page !== 'pairing' || canPair),
  );
}

/** Whether something is announced, by the number 1 or its text. An answer is decoded already, the configuration is as it was written. */
export const isAnnounced = (announced: boolean | number | string | undefined) =>
  announced === true || announced === 1 || announced === '1';

/** Whether a customer has the profile menu: a company without a name has not. */
export function hasProfileMenu(customer: {
  type?: CustomerType | undefined;
  company?: boolean | undefined;
  companyName?: string | undefined;
}): boolean {
  return typeOf(customer) === 'Person' || Boolean(customer.companyName?.trim());
}
