import type { Instant } from '@refectory/domain/day';
import type { Money } from '@refectory/domain/money';
import type { Language } from '@refectory/domain/texts';
import type { FastifyInstance } from 'fastify';

/**
 * A payment as a gateway is told of it. All of it follows from the payment as it is stored: gateways refuse a repeat that
 * says anything else under the same id.
 */
export type PaymentToBegin = {
  /** The gateway keeps it, and names it in its notices. Begun again under the same id, the payment is the same one. */
  readonly paymentId: string;
  readonly amount: Money;
  /** By ISO 4217. */
  readonly currency: string;
  /** What the gateway speaks with the customer. */
  readonly language: Language;
  /** What the customer pays for, in that language. */
  readonly description: string;
  readonly successUrl: string;
  readonly failUrl: string;
  /** Until when it can be paid; `close` is called then. */
  readonly expiresAt: Instant;
};

/** A payment that the gateway knows. */
export type BegunPayment = {
  /** What the gateway calls it. */
  readonly reference: string;
  /** Where the customer pays: an address at one of the gateway's origins. */
  readonly link: string;
};

/** What a gateway knows of a payment. */
export type GatewayFact =
  | { readonly fact: 'pending' }
  | { readonly fact: 'authorised' | 'settled'; readonly amount: Money; readonly currency: string }
  | { readonly fact: 'failed' | 'expired' };

/** A notice whose signature was found right. */
export type GatewayNotice = {
  /** The gateway's own id of the notice: one that comes again counts once. */
  readonly event: string;
  readonly paymentId: string | undefined;
  readonly reference: string;
} & Exclude<GatewayFact, { readonly fact: 'pending' }>;

/** A message as it came over the wire. */
export type RawNotice = {
  /** The headers, by their names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly now: Instant;
};

/** Thrown for a notice that the gateway did not sign, or signed too long ago. */
export class ForgedNoticeError extends Error {
  override readonly name = 'ForgedNoticeError';
}

/** Thrown when a gateway is out of reach, or answers what it should not: what was asked may be asked again. */
export class GatewayUnavailableError extends Error {
  override readonly name = 'GatewayUnavailableError';
}

/**
 * A payment gateway. Another one is one file with these functions, and a row in `start-settings.ts`. No function of it moves
 * money in Refectory: it says what the gateway says, and whoever asked holds that against the payment.
 */
export type Gateway = {
  /** The id in `topUpGateways` of the settings. */
  readonly id: string;
  /**
   * The origins that customers may be sent to; none other is ever answered as a link. A gateway whose pages this service
   * serves itself has none: its customers stay at the origin that they come back to.
   */
  readonly origins?: readonly string[];
  /** Makes the payment known to the gateway. Throws `GatewayUnavailableError`. */
  readonly begin: (payment: PaymentToBegin) => Promise<BegunPayment>;
  /** Asks what has become of a payment. Throws `GatewayUnavailableError`. */
  readonly query: (reference: string) => Promise<GatewayFact>;
  /** Ends the time to pay, and says what became of the payment: it may have been paid at this very moment. */
  readonly close: (reference: string) => Promise<GatewayFact>;
  /**
   * Sends money back to the card; the same `key` sends it once, however much later it is asked again. `pending` is asked
   * again later. Throws `GatewayUnavailableError`.
   */
  readonly refund: (refund: {
    readonly reference: string;
    readonly key: string;
    readonly amount: Money;
    readonly currency: string;
  }) => Promise<'done' | 'refused' | 'pending'>;
  /** Reads a notice; undefined for one that says nothing of a payment. Throws `ForgedNoticeError`. */
  readonly readNotice: (notice: RawNotice) => GatewayNotice | undefined;
  /** Pages of the gateway's own, below `/gateway/<id>`. */
  readonly servePages?: (app: FastifyInstance) => void;
};
