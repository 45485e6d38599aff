import { pairingStatuses } from '@refectory/domain/pairing';
import * as z from 'zod/mini';

import { Moment } from './days.ts';
import { endpoint } from './endpoint.ts';
import { tolerant } from './tolerant.ts';

/** A status in any case of letters; an unknown one has no action, as an invalid pairing has none. */
const PairingStatus = z.codec(z.string(), z.enum(pairingStatuses), {
  decode: (text) => pairingStatuses.find((status) => status === text.toLowerCase()) ?? 'invalid',
  encode: (status) => status,
});

/** The customer's account paired with that of an external loyalty system, or the request to do so. */
export const Pairing = z.object({
  pairingStatus: z.catch(PairingStatus, 'invalid'),
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
  /** The token of its calls. Without one a pairing has no actions. */
  pairingToken: tolerant(z.string()),
  pairingString: tolerant(z.string()),
});
export type Pairing = z.output<typeof Pairing>;

/** The answer to a pairing call. */
export const PairingAnswer = z.object({
  resultText: tolerant(z.string()),
  /** Where the other system goes on. Only an http(s) address is followed. */
  externalSystemConfirmationURL: tolerant(z.string()),
});
export type PairingAnswer = z.output<typeof PairingAnswer>;

const Key = z.string().check(z.minLength(1), z.maxLength(500));
/** The pairing that the call is about. */
export const PairingByToken = z.object({ pairingToken: Key });
/** The pairing, by the text of its link. Nothing else is needed to answer it. */
export const PairingByString = z.object({ pairingString: Key });

/** The calls about pairings with other systems. */
export const pairing = {
  /** The pairing of a token, for the page its link leads to. */
  getPairing: endpoint({
    path: '/pairing/pairing',
    auth: 'customer',
    query: PairingByToken,
    // An answer without a status says that there is no such pairing.
    response: z.extend(Pairing, { pairingStatus: z.optional(PairingStatus) }),
    payload: 'pairing',
  }),

  /** The customer's pairings. */
  listPairings: endpoint({
    path: '/pairing/list',
    auth: 'customer',
    response: z.object({ pairings: z.array(Pairing) }),
    payload: 'pairings',
  }),

  /** Agrees to a pending pairing. */
  confirmPairing: endpoint({
    path: '/pairing/confirm',
    auth: 'customer',
    body: PairingByToken,
    changes: true,
    response: PairingAnswer,
  }),

  /** Declines a pending pairing. */
  rejectPairing: endpoint({
    path: '/pairing/reject',
    auth: 'customer',
    body: PairingByToken,
    changes: true,
    response: PairingAnswer,
  }),

  /** Removes a pending pairing. */
  deletePairing: endpoint({
    path: '/pairing/delete',
    auth: 'customer',
    body: PairingByToken,
    changes: true,
    response: PairingAnswer,
  }),

  /** Ends a valid pairing. */
  invalidatePairing: endpoint({
    path: '/pairing/invalidate',
    auth: 'customer',
    body: PairingByToken,
    changes: true,
    response: PairingAnswer,
  }),

  /** Agrees to a pairing without a login (OQ-88). */
  confirmPairingByString: endpoint({
    path: '/pairing/confirmbystring',
    auth: 'session',
    body: PairingByString,
    changes: true,
    response: PairingAnswer,
  }),

  /** Declines a pairing without a login (OQ-88). */
  rejectPairingByString: endpoint({
    path: '/pairing/rejectbystring',
    auth: 'session',
    body: PairingByString,
    changes: true,
    response: PairingAnswer,
  }),
};
