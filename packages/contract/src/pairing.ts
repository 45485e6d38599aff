import { pairingStatuses } from '@refectory/domain/pairing';
import * as z from 'zod/mini';

import { Moment } from './days.ts';
import { endpoint } from './endpoint.ts';
import { tolerant } from './tolerant.ts';

/** A status in any case of letters; an unknown one has no action, as an invalid pairing has none. */
const PairingStatus = z.catch(
  z.codec(z.string(), z.enum(pairingStatuses), {
    decode: (text) => text.toLowerCase() as (typeof pairingStatuses)[number],
    encode: (status) => status,
  }),
  'invalid',
);

/** The customer's account paired with that of an external loyalty system, or the request to do so. // spec §3 */
export const Pairing = z.object({
  pairingStatus: PairingStatus,
  /** When it became valid. */
  pairedDT: tolerant(Moment),
  /** When it became invalid. */
  invalidDT: tolerant(Moment),
  /** When it was asked for. */
  pairingRequestDT: tolerant(Moment),
  /** Until when the request can be answered. */
  requestValidTillDT: tolerant(Moment),
  loyaltySystem: tolerant(z.string()),
  externalSystemCustomerName: tolerant(z.string()),
  pairingNote: tolerant(z.string()),
  /** What its calls are made with; without one it has no actions (OQ-87). */
  pairingToken: tolerant(z.string()),
  pairingString: tolerant(z.string()),
});
export type Pairing = z.output<typeof Pairing>;

/** The answer to a pairing call. // spec §3 */
export const PairingAnswer = z.object({
  resultText: tolerant(z.string()),
  /** Where the other system wants to go on; only an http(s) address is followed (C8). */
  externalSystemConfirmationURL: tolerant(z.string()),
});
export type PairingAnswer = z.output<typeof PairingAnswer>;

const Key = z.string().check(z.minLength(1), z.maxLength(500));
/** The pairing meant. // spec §7 */
export const PairingByToken = z.object({ pairingToken: Key });
/** The pairing meant, by the text that is all the permission it needs. // spec §7 */
export const PairingByString = z.object({ pairingString: Key });

export const pairing = {
  /** The pairing of a token, for the page its link leads to. // spec §7 */
  getPairing: endpoint({
    path: '/pairing/pairing',
    auth: 'customer',
    query: PairingByToken,
    response: Pairing,
    payload: 'pairing',
  }),

  /** The customer's pairings. // spec §7 */
  listPairings: endpoint({
    path: '/pairing/list',
    auth: 'customer',
    response: z.object({ pairings: z.array(Pairing) }),
    payload: 'pairings',
  }),

  /** Agrees to a pending pairing. // spec §7 */
  confirmPairing: endpoint({
    path: '/pairing/confirm',
    auth: 'customer',
    body: PairingByToken,
    changes: true,
    response: PairingAnswer,
  }),

  /** Declines a pending pairing. // spec §7 */
  rejectPairing: endpoint({
    path: '/pairing/reject',
    auth: 'customer',
    body: PairingByToken,
    changes: true,
    response: PairingAnswer,
  }),

  /** Removes a pending pairing (OQ-90). // spec §7 */
  deletePairing: endpoint({
    path: '/pairing/delete',
    auth: 'customer',
    body: PairingByToken,
    changes: true,
    response: PairingAnswer,
  }),

  /** Ends a valid pairing. // spec §7 */
  invalidatePairing: endpoint({
    path: '/pairing/invalidate',
    auth: 'customer',
    body: PairingByToken,
    changes: true,
    response: PairingAnswer,
  }),

  /** Agrees to a pairing without a login (OQ-88). // spec §7 */
  confirmPairingByString: endpoint({
    path: '/pairing/confirmbystring',
    auth: 'session',
    body: PairingByString,
    changes: true,
    response: PairingAnswer,
  }),

  /** Declines a pairing without a login (OQ-88). // spec §7 */
  rejectPairingByString: endpoint({
    path: '/pairing/rejectbystring',
    auth: 'session',
    body: PairingByString,
    changes: true,
    response: PairingAnswer,
  }),
};
