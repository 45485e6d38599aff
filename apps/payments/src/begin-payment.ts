import type { Database } from '@refectory/database/database';
import { findPayment, redirectPayment, type Payment } from '@refectory/database/payments';
import type { Instant } from '@refectory/domain/day';
import { nextPaymentQuery, statusOfPayment } from '@refectory/domain/payment-state';
import { paymentTexts } from '@refectory/translations/payment';

import { GatewayUnavailableError, type Gateway } from './gateway.ts';

/** The address to come back to from a payment, with its id, by which its status is asked for. */
export function backFrom(address: string, paymentId: string): string {
  const url = new URL(address);
  url.searchParams.set('paymentId', paymentId);
  return url.href;
}

/** Where a payment that is over leads back to: nobody shall be asked to pay it. Undefined where it can be paid. */
export function wayBack(payment: Payment, now: Instant): string | undefined {
  const status = statusOfPayment[payment.state];
  if (status === 'paid') return backFrom(payment.successUrl, payment.publicId);
  return status === 'failed' || payment.expiresAt <= now
    ? backFrom(payment.failUrl, payment.publicId)
    : undefined;
}

/**
 * Makes a payment known to its gateway and answers where it is paid. Begun again it is the same payment: the gateway knows
 * it by its id, and the database keeps the first address. Throws `GatewayUnavailableError`.
 */
export async function beginAtGateway(
  database: Database,
  gateway: Gateway,
  payment: Payment,
  { currency, now }: { readonly currency: string; readonly now: Instant },
): Promise<string> {
  if (payment.link !== null) return payment.link;
  const begun = await gateway.begin({
    paymentId: payment.publicId,
    amount: payment.amount,
    currency,
    language: payment.language,
    description: paymentTexts[payment.language][payment.purpose],
    successUrl: backFrom(payment.successUrl, payment.publicId),
    failUrl: backFrom(payment.failUrl, payment.publicId),
    expiresAt: payment.expiresAt,
  });
  const origins = gateway.origins ?? [new URL(payment.successUrl).origin];
  if (!origins.includes(new URL(begun.link).origin))
    throw new GatewayUnavailableError(`the gateway "${gateway.id}" names an address that is not on its list`);
  await redirectPayment(database, {
    id: payment.id,
    reference: begun.reference,
    link: begun.link,
    currency,
    queryAt: Math.min(payment.expiresAt, nextPaymentQuery(payment.createdAt, now) ?? payment.expiresAt),
    now,
  });
  // Whoever opened it at the same moment made another address known first, and a payment that was closed is over.
  const stored = await findPayment(database, payment.publicId);
  if (stored === undefined || statusOfPayment[stored.state] === 'failed')
    return backFrom(payment.failUrl, payment.publicId);
  return stored.link ?? begun.link;
}
