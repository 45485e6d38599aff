import type { Database } from '@refectory/database/database';
import type { PatientTurns } from '@refectory/database/patient-turns';
import { findPayment, findPaymentOf, hearOfPayment, type Payment } from '@refectory/database/payments';
import type { Instant } from '@refectory/domain/day';
import type { FastifyRequest } from 'fastify';

import { queryAfter } from './follow-payments.ts';
import type { Gateway } from './gateway.ts';

/** Takes in what a gateway tells. Only what it signed counts, and only for a payment that was begun there. */
export async function takeNotice(
  request: FastifyRequest,
  gateway: Gateway,
  {
    database,
    clock,
    turns,
  }: { readonly database: Database; readonly clock: () => Instant; readonly turns: PatientTurns },
) {
  const now = clock();
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const notice = gateway.readNotice({ headers: request.headers, body, now });
  // The gateway also tells of what is no payment of ours.
  if (notice === undefined) return { success: true };
  const payment = await paymentOfNotice(database, gateway, notice);
  if (payment === undefined) {
    request.log.warn(
      { gateway: gateway.id, event: notice.event },
      'a notice tells of a payment that is not known',
    );
    return { success: true };
  }
  const { event, fact } = notice;
  const heard = {
    id: payment.id,
    fact,
    ...('amount' in notice && { amount: notice.amount, currency: notice.currency }),
    source: 'notice',
    gatewayEvent: event,
    queryAt: queryAfter(payment, now),
    now,
  };
  const verdict = await turns((patienceMs) => hearOfPayment(database, heard, patienceMs));
  if (verdict.verdict === 'other-money')
    request.log.warn(
      { security: true, payment: payment.id, event },
      'a notice tells of other money than was asked for',
    );
  return { success: true };
}

/** The payment that a notice tells of, where it was begun at that gateway. */
async function paymentOfNotice(
  database: Database,
  gateway: Gateway,
  { paymentId, reference }: { readonly paymentId: string | undefined; readonly reference: string },
): Promise<Payment | undefined> {
  const payment =
    paymentId === undefined
      ? await findPaymentOf(database, gateway.id, reference)
      : await findPayment(database, paymentId);
  if (payment?.gateway !== gateway.id) return undefined;
  return payment.reference === null || payment.reference === reference ? payment : undefined;
}
