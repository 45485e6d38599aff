import type { Database } from '@refectory/database/database';
import { isRowBusy } from '@refectory/database/outage';
import { PATIENCE_MS } from '@refectory/database/patient-turns';
import { hearOfPayment, queryPaymentAt, takeDuePayments, type Payment } from '@refectory/database/payments';
import { finishRefund, takeDueRefunds, tryRefundAt, type DueRefund } from '@refectory/database/refunds';
import { repeatedJob } from '@refectory/database/repeated-job';
import type { Instant } from '@refectory/domain/day';
import { nextPaymentQuery } from '@refectory/domain/payment-state';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';

import type { Gateway } from './gateway.ts';

/** How often a process looks for what is due. */
const EVERY_MS = 5_000;
const TAKEN_AT_ONCE = 20;
/** Of those, how many wait for rows at once: each has a connection then, and the others are everybody else's. */
const CHANGED_AT_ONCE = 2;
/** How long what was taken is left to the process that took it: longer than a gateway may take to answer. */
const TAKEN_FOR_MS = 60_000;
/** How long portions stay held for a payment whose time is over, when the gateway cannot be asked about it. */
const HELD_LONGER_MS = 30 * 60_000;

/** When the gateway is asked again about money that it has not sent back yet, which may take it days. */
const PENDING_REFUND_MS = 60 * 60_000;

/** When to ask about a payment next: at the steps after its beginning, and at the moment its time is over. */
export function queryAfter(
  { createdAt, expiresAt }: Pick<Payment, 'createdAt' | 'expiresAt'>,
  now: Instant,
): Instant | undefined {
  const step = nextPaymentQuery(createdAt, now);
  return now < expiresAt ? Math.min(expiresAt, step ?? expiresAt) : step;
}

/**
 * Asks the gateways what has become of payments whose notices did not come, closes those whose time is over, and sends
 * money back that was asked for. Any number of processes may do so: each takes what no other has.
 */
export function followPayments(services: {
  readonly database: Database;
  readonly gateways: readonly Gateway[];
  readonly clock: () => Instant;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}) {
  const { database, gateways, clock, log } = services;
  const changes = pLimit(CHANGED_AT_ONCE);
  // Both wait a moment for a row that somebody holds. What is not done so is due again once it is no longer left to this
  // process.
  const hear = (input: Parameters<typeof hearOfPayment>[1]) =>
    changes(() => hearOfPayment(database, input, PATIENCE_MS));
  const finish = (input: Parameters<typeof finishRefund>[1]) =>
    changes(() => finishRefund(database, input, PATIENCE_MS));
  const gatewayOf = (id: string) => gateways.find((gateway) => gateway.id === id);

  async function follow(payment: Payment): Promise<void> {
    const now = clock();
    const { id, reference } = payment;
    // The payment of a cart that the customer gave up is expired here, and still open at the gateway.
    const isOver = payment.expiresAt <= now || payment.state === 'expired';
    const queryAt = queryAfter(payment, now);
    const gateway = gatewayOf(payment.gateway);
    // Nobody was ever told where to pay it.
    if (reference === null) {
      if (isOver) await hear({ id, fact: 'expired', source: 'job', queryAt: undefined, now });
      else await queryPaymentAt(database, id, payment.expiresAt);
      return;
    }
    let told: Awaited<ReturnType<Gateway['query']>>;
    try {
      if (gateway === undefined) throw new Error(`the gateway "${payment.gateway}" is not set up any more`);
      told = isOver ? await gateway.close(reference) : await gateway.query(reference);
    } catch (error) {
      log.warn(
        { err: error, payment: id },
        'a gateway could not be asked about a payment and is asked again',
      );
      if (isOver && payment.expiresAt + HELD_LONGER_MS <= now)
        await hear({ id, fact: 'expired', source: 'job', queryAt, now });
      return;
    }
    // The gateway waits for the money, which may take days: the portions do not. What comes later goes to the account.
    const isReleased =
      isOver && payment.purpose === 'cart' && (told.fact === 'pending' || told.fact === 'authorised');
    if (told.fact !== 'pending') {
      // Where the portions are to be released as well, it stays due until they are.
      const dueAt = isReleased ? now + TAKEN_FOR_MS : queryAt;
      const { verdict } = await hear({ id, ...told, source: 'query', queryAt: dueAt, now });
      if (verdict === 'other-money')
        log.warn({ payment: id, heard: told }, 'a gateway tells of other money than was asked for');
    }
    if (isReleased) await hear({ id, fact: 'expired', source: 'job', queryAt, now });
    else if (told.fact === 'pending') await queryPaymentAt(database, id, queryAt);
  }

  async function sendBack({ id, amount, currency, reference, gateway: gatewayId }: DueRefund): Promise<void> {
    let state: Awaited<ReturnType<Gateway['refund']>>;
    try {
      const gateway = gatewayOf(gatewayId);
      if (gateway === undefined) throw new Error(`the gateway "${gatewayId}" is not set up any more`);
      state = await gateway.refund({ reference, key: `refund-${id}`, amount, currency });
    } catch (error) {
      log.warn({ err: error, refund: id }, 'money could not be sent back to a card, which is tried again');
      return;
    }
    if (state === 'pending') await tryRefundAt(database, id, clock() + PENDING_REFUND_MS);
    else await finish({ id, state, now: clock() });
  }

  /** Does some of what is due; answers how much it took. */
  async function doSome(): Promise<number> {
    const now = clock();
    const payments = await takeDuePayments(database, now, now + TAKEN_FOR_MS, TAKEN_AT_ONCE);
    const refunds = await takeDueRefunds(database, now, now + TAKEN_FOR_MS, TAKEN_AT_ONCE);
    const done = await Promise.allSettled([...payments.map(follow), ...refunds.map(sendBack)]);
    for (const result of done)
      if (result.status === 'rejected') {
        const err: unknown = result.reason;
        log[isRowBusy(err) ? 'warn' : 'error'](
          { err },
          'a payment or a refund could not be followed and is tried again',
        );
      }
    return payments.length + refunds.length;
  }

  const job = repeatedJob({
    everyMs: EVERY_MS,
    run: async (isStopped) => {
      try {
        while (!isStopped() && (await doSome()) >= TAKEN_AT_ONCE);
      } catch (error) {
        log.error({ err: error }, 'payments could not be followed, which is tried again');
      }
    },
  });

  return { doSome, ...job };
}
