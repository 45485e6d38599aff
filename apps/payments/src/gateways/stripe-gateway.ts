import type { Instant } from '@refectory/domain/day';
import { money } from '@refectory/domain/money';
import Stripe from 'stripe';

import {
  ForgedNoticeError,
  GatewayUnavailableError,
  type Gateway,
  type GatewayFact,
  type GatewayNotice,
} from '../gateway.ts';

/** Where customers pay, unless the account has a domain of its own. */
const CHECKOUT_ORIGIN = 'https://checkout.stripe.com';
/**
 * How much longer than the payment its session at Stripe may live. Stripe wants at least 30 minutes from the call that
 * makes it, and a payment can be begun until its own time is over; a minute is for the way to Stripe. Whoever follows
 * payments closes the session in time.
 */
const OPEN_LONGER_SECONDS = 31 * 60;
/** How old the signature of a notice may be. */
const TOLERANCE_SECONDS = 5 * 60;
/** Currencies that Stripe counts in whole units or in thousandths. */
const WITHOUT_HUNDREDTHS = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF BHD IQD JOD KWD LYD OMR TND'.split(' '),
);

/** Whether Stripe counts a currency in hundredths, as all our amounts are. */
export const stripeCountsHundredths = (currency: string): boolean => !WITHOUT_HUNDREDTHS.has(currency);

/** How a Stripe account is reached. */
export type StripeAccess = {
  readonly secretKey: string;
  /** The secret of the webhook, which signs notices. */
  readonly webhookSecret: string;
  /** Another origin of the pages to pay at, for an account with a domain of its own. */
  readonly checkoutOrigin?: string | undefined;
  /** Another server in place of Stripe's, for tests. */
  readonly server?: { readonly protocol: 'http' | 'https'; readonly host: string; readonly port: number };
};

/** Payments by Stripe Checkout: a session of Checkout is a payment. */
export function stripeGateway(id: string, access: StripeAccess): Gateway {
  const stripe = new Stripe(access.secretKey, { maxNetworkRetries: 1, timeout: 10_000, ...access.server });

  /** Runs a call of the API; what says nothing about the payment is an outage. */
  async function call<Answer>(run: () => Promise<Answer>): Promise<Answer> {
    try {
      return await run();
    } catch (error) {
      throw new GatewayUnavailableError('Stripe does not answer as it should', { cause: error });
    }
  }

  const query = async (reference: string) =>
    factOf(await call(() => stripe.checkout.sessions.retrieve(reference)));

  return {
    id,
    origins: [access.checkoutOrigin ?? CHECKOUT_ORIGIN],

    begin: async ({ paymentId, amount, currency, language, description, successUrl, failUrl, expiresAt }) => {
      if (!stripeCountsHundredths(currency))
        throw new GatewayUnavailableError(`Stripe does not count ${currency} in hundredths`);
      const session = await call(() =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: paymentId,
            payment_intent_data: { metadata: { paymentId } },
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: currency.toLowerCase(),
                  unit_amount: amount,
                  product_data: { name: description },
                },
              },
            ],
            locale: language,
            success_url: successUrl,
            cancel_url: failUrl,
            expires_at: Math.floor(expiresAt / 1000) + OPEN_LONGER_SECONDS,
          },
          // For at least a day Stripe answers a repeat with the same session, and refuses one that asks for anything else.
          { idempotencyKey: `payment-${paymentId}` },
        ),
      );
      if (!session.url) throw new GatewayUnavailableError('Stripe gave no address to pay at');
      return { reference: session.id, link: session.url };
    },

    query,

    close: async (reference) => {
      const fact = await query(reference);
      if (fact.fact !== 'pending') return fact;
      return factOf(await call(() => stripe.checkout.sessions.expire(reference)));
    },

    refund: async ({ reference, key, amount }) => {
      const session = await call(() => stripe.checkout.sessions.retrieve(reference));
      const intent =
        typeof session.payment_intent === 'string' ? session.payment_intent : session.payment_intent?.id;
      if (intent === undefined) return 'refused';
      try {
        // Stripe forgets the idempotency key after a day or more, so the refund itself says which one it is.
        const { data: known } = await stripe.refunds.list({ payment_intent: intent, limit: 100 });
        const refund =
          known.find(({ metadata }) => metadata?.['key'] === key) ??
          (await stripe.refunds.create(
            { payment_intent: intent, amount, metadata: { key } },
            { idempotencyKey: key },
          ));
        return refundState(refund);
      } catch (error) {
        // Stripe says for good that this is not possible, such as for a payment that was disputed.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return 'refused';
        throw new GatewayUnavailableError('Stripe does not answer as it should', { cause: error });
      }
    },

    readNotice: ({ headers, body, now }) => {
      const header = headers['stripe-signature'];
      const event = verified(
        stripe,
        body,
        typeof header === 'string' ? header : '',
        access.webhookSecret,
        now,
      );
      return noticeOf(event);
    },
  };
}

function verified(stripe: Stripe, body: Buffer, header: string, secret: string, now: Instant): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, header, secret, TOLERANCE_SECONDS, undefined, now);
  } catch (error) {
    throw new ForgedNoticeError('the signature of the notice is wrong', { cause: error });
  }
}

/** What became of a refund: it may take days, and fail in the end. */
function refundState({ status }: Stripe.Refund): 'done' | 'refused' | 'pending' {
  if (status === 'succeeded') return 'done';
  return status === 'failed' || status === 'canceled' ? 'refused' : 'pending';
}

/** What a session says of its payment. */
function factOf(session: Stripe.Checkout.Session): GatewayFact {
  const { status, payment_status: paid, amount_total: amount, currency } = session;
  if (paid === 'paid' && amount !== null && currency !== null)
    return { fact: 'settled', amount: money(amount), currency: currency.toUpperCase() };
  if (status === 'expired') return { fact: 'expired' };
  // Completed and not paid: a way to pay that takes days, such as a transfer.
  if (status === 'complete' && amount !== null && currency !== null)
    return { fact: 'authorised', amount: money(amount), currency: currency.toUpperCase() };
  return { fact: 'pending' };
}

/** The notice of an event of Stripe; undefined for events of anything else. */
function noticeOf(event: Stripe.Event): GatewayNotice | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired': {
      const fact = factOf(event.data.object);
      return fact.fact === 'pending' ? undefined : { ...known(event, event.data.object), ...fact };
    }
    case 'checkout.session.async_payment_failed':
      return { ...known(event, event.data.object), fact: 'failed' };
    default:
      return undefined;
  }
}

const known = (event: Stripe.Event, session: Stripe.Checkout.Session) => ({
  event: event.id,
  reference: session.id,
  paymentId: session.client_reference_id ?? undefined,
});
