import fc from 'fast-check';
import { expect, test } from 'vitest';

import { lastDayOf, sortedVouchers } from './voucher.ts';

const ZONE = 'Europe/Prague';

test('the last day of a voucher is that of the canteen, and one without an end has none', () => {
  expect(lastDayOf({ validTo: '2026-11-30' }, ZONE)).toBe('2026-11-30');
  expect(lastDayOf({ validTo: '2026-11-30T23:30:00Z' }, ZONE)).toBe('2026-12-01');
  expect(lastDayOf({}, ZONE)).toBeUndefined();
});

test('REP-19 vouchers are in the order of valid-to, valid-from and creation, each ascending', () => {
  const inOrder = [
    { id: 'ends first', validTo: '2026-11-30', validFrom: '2026-11-20' },
    { id: 'no first day', validTo: '2026-12-31' },
    { id: 'earlier first day', validTo: '2026-12-31', validFrom: '2026-11-01' },
    { id: 'never made', validTo: '2026-12-31', validFrom: '2026-11-10' },
    { id: 'made first', validTo: '2026-12-31', validFrom: '2026-11-10', creationTimeStamp: 1 },
    { id: 'made last', validTo: '2026-12-31', validFrom: '2026-11-10', creationTimeStamp: 2 },
    { id: 'without an end', validFrom: '2026-01-01' },
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(inOrder, { minLength: inOrder.length }), (shuffled) => {
      expect(sortedVouchers(shuffled, ZONE)).toEqual(inOrder);
    }),
  );
});
