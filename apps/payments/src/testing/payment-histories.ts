import { checkLedger } from '@refectory/database/check-ledger';
import type { Database } from '@refectory/database/database';
import {
  createCustomer,
  createOffering,
  factoryNow,
  holdCart,
  type CreatedOffering,
} from '@refectory/database/factories';
import { ownKey } from '@refectory/database/order-functions';
import { beginTopUp, findPayment, type Payment } from '@refectory/database/payments';
import type { Instant } from '@refectory/domain/day';
import { money } from '@refectory/domain/money';

import { createPaymentsApp } from '../app.ts';
import { beginAtGateway } from '../begin-payment.ts';
import { followPayments } from '../follow-payments.ts';
import { GatewayUnavailableError, type Gateway } from '../gateway.ts';
import { SANDBOX_SIGNATURE, sandboxGateway } from '../gateways/sandbox-gateway.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How long a payment can be paid at the sandbox. */
const PAYABLE_MS = 30 * MINUTE_MS;
const MOST_REPEATS = 20;
const LATEST_NOTICE_MS = 72 * HOUR_MS;
/** Histories that run beside each other. */
const AT_ONCE = 500;
const ORIGIN = 'https://meals.example.org';

/** What many random histories came to. */
export type HistoriesResult = {
  readonly histories: number;
  readonly paid: number;
  readonly notices: number;
  readonly forged: number;
  readonly queries: number;
  /** Payments that were made and are not on the account, or of which the cart was not ordered in time. */
  readonly missed: number;
  /** Payments that are on the account more than once, or without having been made. */
  readonly doubled: number;
  /** Forged notices that were taken in. */
  readonly believed: number;
  /** What the ledger does not add up to. */
  readonly violations: readonly string[];
};

type Step = { readonly at: Instant; readonly run: () => Promise<void> };

/**
 * Runs random histories of payments on a virtual clock: some are paid and some not, notices are lost, repeated up to 20
 * times, out of order and up to 72 hours late, the gateway is down for hours, and forged notices come between them.
 */
export async function runPaymentHistories(
  database: Database,
  { count, random, onBatch }: { count: number; random: () => number; onBatch?: (done: number) => void },
): Promise<HistoriesResult> {
  const total = {
    histories: 0,
    paid: 0,
    notices: 0,
    forged: 0,
    queries: 0,
    missed: 0,
    doubled: 0,
    believed: 0,
  };
  for (let done = 0; done < count; done += AT_ONCE) {
    const batch = await runBatch(database, Math.min(AT_ONCE, count - done), random);
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += batch[key];
    onBatch?.(total.histories);
  }
  const violations = (await checkLedger(database)).map(({ invariant, detail }) => `${invariant}: ${detail}`);
  return { ...total, violations };
}

async function runBatch(database: Database, count: number, random: () => number) {
  let now: Instant = factoryNow;
  let isDown = false;
  let queries = 0;
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const chance = (of: number) => random() < of;
  const sandbox = sandboxGateway({
    id: 'creditcard',
    path: '/payments',
    clock: () => now,
    secret: 'secret',
    // The history decides when a notice comes, if it does.
    deliver: () => Promise.resolve(),
  });
  const asked = async <Answer>(ask: () => Promise<Answer>) => {
    queries += 1;
    if (isDown) throw new GatewayUnavailableError('down');
    return ask();
  };
  const gateway: Gateway = {
    ...sandbox,
    query: (reference) => asked(() => sandbox.query(reference)),
    close: (reference) => asked(() => sandbox.close(reference)),
  };
  const app = await createPaymentsApp({
    database,
    settings: { languages: ['en'], currencyFormat: '{0} Kč', topUpLeast: 1, topUpMost: 10_000 },
    clock: () => now,
    gateways: [gateway],
    currency: 'CZK',
    publicUrl: ORIGIN,
  });
  const followed = followPayments({
    database,
    gateways: [gateway],
    clock: () => now,
    log: { warn: () => undefined, error: () => undefined },
  });
  const dish = await createOffering(database, { capacity: 1_000_000 });
  const steps: Step[] = [];
  const histories: { readonly payment: Payment; isPaid: boolean }[] = [];
  const told = { notices: 0, forged: 0, believed: 0 };

  const post = async (notice: { body: Buffer; headers: Record<string, string> }) =>
    (await app.inject({ method: 'POST', url: '/payments/notices/creditcard', ...notice })).statusCode;

  for (let made = 0; made < count; made += 1) {
    const payment = await begin(database, gateway, dish, {
      isCart: chance(0.4),
      amount: 100 + upTo(999_900),
      now,
    });
    const reference = payment.reference ?? '';
    const history = { payment, isPaid: false };
    histories.push(history);

    const paidAt = chance(0.7) ? now + upTo(PAYABLE_MS - 1) : undefined;
    if (paidAt !== undefined)
      steps.push({
        at: paidAt,
        run: async () => {
          // An impatient customer presses at the moment when the time is over: then nothing is paid.
          await sandbox.act(reference, 'lose-notice');
          history.isPaid = sandbox.stateOf(reference) === 'settled';
          if (!history.isPaid) return;
          const notices = chance(0.3) ? 0 : 1 + upTo(2);
          for (let sent = 0; sent < notices; sent += 1) {
            const event = `${reference}-${sent}`;
            const fact = sent === 0 ? 'settled' : (['authorised', 'settled', 'failed'] as const)[upTo(2)];
            if (fact === undefined) continue;
            const repeats = chance(0.2) ? 1 + upTo(MOST_REPEATS - 1) : 1;
            for (let repeat = 0; repeat < repeats; repeat += 1)
              steps.push({
                at: now + (chance(0.5) ? upTo(2 * MINUTE_MS) : upTo(LATEST_NOTICE_MS)),
                run: async () => {
                  told.notices += 1;
                  const status = await post(sandbox.notice(reference, fact, event));
                  if (status !== 200) throw new Error(`a signed notice was answered ${status}`);
                },
              });
          }
        },
      });

    for (let forged = chance(0.5) ? 1 + upTo(2) : 0; forged > 0; forged -= 1) {
      const how = upTo(3);
      steps.push({
        at: now + upTo(LATEST_NOTICE_MS),
        run: async () => {
          told.forged += 1;
          const status = await post(forgedNotice(sandbox.notice(reference, 'settled'), how, now));
          if (status !== 400) told.believed += 1;
        },
      });
    }
  }

  const begun = now;
  for (const at of followingMoments()) steps.push({ at: begun + at, run: () => followAll(followed) });
  // For some hours of the week the gateway does not answer.
  const downFrom = begun + upTo(DAY_MS);
  const downTo = downFrom + upTo(12 * HOUR_MS);

  while (steps.length > 0) {
    steps.sort((one, other) => other.at - one.at);
    // Those that were added meanwhile are sorted in after each step.
    const before = steps.length;
    while (steps.length > 0) {
      const step = steps.pop();
      if (step === undefined) break;
      now = Math.max(now, step.at);
      isDown = now >= downFrom && now < downTo;
      const waiting = steps.length;
      await step.run();
      if (steps.length > waiting) break;
    }
    if (steps.length >= before + 1_000_000) throw new Error('a history does not end');
  }
  await app.close();

  let [missed, doubled] = [0, 0];
  for (const { payment, isPaid } of histories) {
    const { rows } = await database.pool.query<{ credits: number; charged: number; balance: number }>(
      `select (select count(*) from movement where customer_id = $1 and kind = 'top-up') as credits,
         (select count(*) from orders where customer_id = $1) as charged,
         (select balance from account where customer_id = $1) as balance`,
      [payment.customerId],
    );
    const [{ credits, charged, balance } = { credits: 0, charged: 0, balance: 0 }] = rows;
    const isRight = balance === (charged > 0 ? 0 : credits * payment.amount);
    if (isPaid && (credits < 1 || !isRight)) missed += 1;
    if (credits > (isPaid ? 1 : 0)) doubled += 1;
  }
  const paid = histories.filter(({ isPaid }) => isPaid).length;
  return { histories: count, paid, queries, missed, doubled, ...told };
}

async function begin(
  database: Database,
  gateway: Gateway,
  dish: CreatedOffering,
  { isCart, amount, now }: { isCart: boolean; amount: number; now: Instant },
): Promise<Payment> {
  const { id: customerId } = await createCustomer(database, { balance: money(0) });
  const addresses = { successUrl: `${ORIGIN}/thank-you`, failUrl: `${ORIGIN}/payment-failure` };
  let publicId: string;
  if (isCart) {
    publicId = await holdCart(database, customerId, [[dish, 1]], {
      now,
      cardPayment: { gateway: gateway.id, language: 'en', ...addresses },
    });
  } else {
    const verdict = await beginTopUp(database, {
      customerId,
      gateway: gateway.id,
      language: 'en',
      amount: money(amount),
      ...addresses,
      idempotency: ownKey(),
      now,
    });
    if (!('payment' in verdict)) throw new Error('a new key is known');
    publicId = verdict.payment.publicId;
  }
  const stored = async () => {
    const payment = await findPayment(database, publicId);
    if (payment === undefined) throw new Error('a payment is gone');
    return payment;
  };
  await beginAtGateway(database, gateway, await stored(), { currency: 'CZK', now });
  return stored();
}

/** A notice that nobody signed like this: another secret, no signature, another body, or an old signature. */
function forgedNotice(notice: { body: Buffer; headers: Record<string, string> }, how: number, now: Instant) {
  const { [SANDBOX_SIGNATURE]: signature = '', ...others } = notice.headers;
  switch (how) {
    case 0:
      return {
        ...notice,
        headers: { ...others, [SANDBOX_SIGNATURE]: signature.replace(/v1=.{8}/, 'v1=00000000') },
      };
    case 1:
      return { ...notice, headers: others };
    case 2:
      return { ...notice, body: Buffer.from(notice.body.toString().replace('"amount":', '"amount":9')) };
    default: {
      const old = Math.floor((now - HOUR_MS) / 1000);
      return {
        ...notice,
        headers: { ...others, [SANDBOX_SIGNATURE]: signature.replace(/t=\d+/, `t=${old}`) },
      };
    }
  }
}

/** When the job looks for what is due, in ms from the beginning: every minute of the first hour, then less often. */
function followingMoments(): number[] {
  const minutes = Array.from({ length: 70 }, (_, minute) => (minute + 1) * MINUTE_MS + 1);
  const hours = Array.from({ length: 8 * 12 }, (_, step) => (step + 1) * 2 * HOUR_MS + 1);
  return [...minutes, ...hours];
}

async function followAll(followed: Pick<ReturnType<typeof followPayments>, 'doSome'>): Promise<void> {
  while ((await followed.doSome()) > 0);
}
