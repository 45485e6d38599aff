import { expect, test } from 'vitest';

import { profilePages } from './profile.ts';

const off = {
  allowProfileDashboard: false,
  allowProfileEdit: false,
  allowOrdersReport: false,
  allowTransactionsReport: false,
  allowConsumptionReport: false,
  allowVouchersReport: false,
  allowBonusesReport: false,
  allowBills: false,
  allowTopUp: false,
  allowCardAdministration: false,
  allowGuestComments: false,
};

test('the pages that are switched on come in the order of the profile menu', () => {
  expect(profilePages(off)).toEqual([]);
  expect(profilePages({ ...off, allowGuestComments: true, allowOrdersReport: true })).toEqual([
    'orders',
    'comment',
  ]);
  const on = Object.fromEntries(Object.keys(off).map((name) => [name, true])) as typeof off;
  expect(profilePages(on).join(' ')).toBe(
    'dashboard edit orders transactions consumption vouchers bonuses bills top-up manage-card comment',
  );
});
