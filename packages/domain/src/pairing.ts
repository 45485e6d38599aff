import { instantOf, type Moment } from './day.ts';

/** What has become of a request to pair the account with another system's, in the order of lists. */
export const pairingStatuses = ['pending', 'valid', 'rejected', 'invalid', 'missed'] as const;
export type PairingStatus = (typeof pairingStatuses)[number];

/** What a customer does with a pairing; each is a call of its own. */
export type PairingAction = 'confirm' | 'reject' | 'delete' | 'invalidate';

const ACTIONS: Readonly<Record<PairingStatus, readonly PairingAction[]>> = {
  pending: ['confirm', 'reject', 'delete'],
  valid: ['invalidate'],
  rejected: [],
  invalid: [],
  missed: [],
};

/** What can be done with a pairing. Its token is what a call is made with: without one there is nothing. */
export function pairingActions(pairing: {
  readonly pairingStatus: PairingStatus;
  readonly pairingToken?: string | undefined;
}): readonly PairingAction[] {
  return pairing.pairingToken ? ACTIONS[pairing.pairingStatus] : [];
}

/** What the shown date of a pairing follows from. */
type PairingDates = {
  readonly pairingStatus: PairingStatus;
  readonly pairedDT?: Moment | undefined;
  readonly invalidDT?: Moment | undefined;
  readonly pairingRequestDT?: Moment | undefined;
  readonly requestValidTillDT?: Moment | undefined;
};

/** The date that a pairing is shown with: when it came to be what it is. */
export function pairingDate({
  pairingStatus,
  pairedDT,
  invalidDT,
  pairingRequestDT,
  requestValidTillDT,
}: PairingDates): Moment | undefined {
  switch (pairingStatus) {
    case 'valid':
      return pairedDT;
    case 'invalid':
      return invalidDT;
    // It is missed at the moment its request runs out. The specification gives the request's date as another reading.
    case 'missed':
      return requestValidTillDT || pairingRequestDT;
    case 'pending':
    case 'rejected':
      return pairingRequestDT;
  }
}

/** Pairings by status, and within one by the date shown, the newest first. `zone` is that of the canteen. */
export function sortedPairings<Pairing extends PairingDates>(
  pairings: readonly Pairing[],
  zone: string,
): Pairing[] {
  const keyed = pairings.map((pairing) => ({
    pairing,
    place: pairingStatuses.indexOf(pairing.pairingStatus),
    date: instantOf(pairingDate(pairing), zone) ?? 0,
  }));
  return keyed
    .toSorted((one, other) => one.place - other.place || other.date - one.date)
    .map(({ pairing }) => pairing);
}
