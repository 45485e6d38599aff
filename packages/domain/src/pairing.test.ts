import { describe, expect, test } from 'vitest';

import { pairingActions, pairingDate, pairingStatuses, sortedPairings } from './pairing.ts';

const PRAGUE = 'Europe/Prague';
const dates = {
  pairedDT: '2026-11-01 08:00:00',
  invalidDT: '2026-11-02 08:00:00',
  pairingRequestDT: '2026-11-03 08:00:00',
  requestValidTillDT: '2026-11-04 08:00:00',
};

describe('what can be done with a pairing', () => {
  test.each([
    ['pending', ['confirm', 'reject', 'delete']],
    ['valid', ['invalidate']],
    ['rejected', []],
    ['invalid', []],
    ['missed', []],
  ] as const)('that is %s: %j', (pairingStatus, actions) => {
    expect(pairingActions({ pairingStatus, pairingToken: 'T1' })).toEqual(actions);
    expect(pairingActions({ pairingStatus })).toEqual([]);
  });
});

describe('the date of a pairing', () => {
  test.each([
    ['pending', dates.pairingRequestDT],
    ['valid', dates.pairedDT],
    ['rejected', dates.pairingRequestDT],
    ['invalid', dates.invalidDT],
    ['missed', dates.requestValidTillDT],
  ] as const)('that is %s', (pairingStatus, date) => {
    expect(pairingDate({ pairingStatus, ...dates })).toBe(date);
  });

  test.each([undefined, ''])(
    'that is missed without the end of its request (%j) is that of the request',
    (end) => {
      expect(pairingDate({ pairingStatus: 'missed', ...dates, requestValidTillDT: end })).toBe(
        dates.pairingRequestDT,
      );
    },
  );
});

describe('the order of pairings', () => {
  test('is that of their statuses', () => {
    const pairings = pairingStatuses.toReversed().map((pairingStatus) => ({ pairingStatus, ...dates }));
    expect(sortedPairings(pairings, PRAGUE).map(({ pairingStatus }) => pairingStatus)).toEqual([
      'pending',
      'valid',
      'rejected',
      'invalid',
      'missed',
    ]);
  });

  test('within a status the newest date comes first, and one without a date last', () => {
    const pending = (id: number, pairingRequestDT?: string) =>
      ({ id, pairingStatus: 'pending', pairingRequestDT }) as const;
    const pairings = [
      pending(1, '2026-11-03 08:00:00'),
      pending(2),
      // An hour later, though its text is earlier.
      pending(3, '2026-11-03T08:00:00Z'),
      pending(4, 'nonsense'),
    ];
    expect(sortedPairings(pairings, PRAGUE).map(({ id }) => id)).toEqual([3, 1, 2, 4]);
  });
});
