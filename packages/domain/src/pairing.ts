/** What has become of a request to pair the account with another system's, in the order of lists. // spec §4, pairing */
export const pairingStatuses = ['pending', 'valid', 'rejected', 'invalid', 'missed'] as const;
export type PairingStatus = (typeof pairingStatuses)[number];
