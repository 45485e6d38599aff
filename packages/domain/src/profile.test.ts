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
  allowPairingManagement: false,
  allowCardAdministration: false,
  allowGuestComments: false,
};

test('the pages that are switched on come in the order of the profile menu', () => {
  expect(profilePages(off, [1])).toEqual([]);
  expect(profilePages({ ...off, allowGuestComments: true, allowOrdersReport: true }, [1])).toEqual([
    'orders',
    'comment',
  ]);
  const on = Object.fromEntries(Object.keys(off).map((name) => [name, true])) as typeof off;
  expect(profilePages(on, [1]).join(' ')).toBe(
    'dashboard edit orders transactions consumption vouchers bonuses bills top-up pairing manage-card comment',
  );
  for (const announced of [1, '1', true])
    expect(profilePages(on, [undefined, announced, 0])).toContain('pairing');
  for (const announced of [0, undefined, false, 2, '01'])
    expect(profilePages(on, [announced, ...(announced === undefined ? [] : [1])])).not.toContain('pairing');
});
