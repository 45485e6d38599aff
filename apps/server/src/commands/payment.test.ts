import {
  createCanteen,
  createCustomer,
  createOffering,
  factoryDay,
  factoryNow,
  holdCart,
} from '@refectory/database/factories';
import { ownKey } from '@refectory/database/order-functions';
import { beginTopUp, findPayment, hearOfPayment, redirectPayment } from '@refectory/database/payments';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { money } from '@refectory/domain/money';
import { expect, test } from 'vitest';

import { addressOf, runRefectory } from '../testing/run-refectory.ts';

const database = useTestDatabase();

const run = (...words: string[]) =>
  runRefectory(words, {
    place: { url: addressOf(database.current.connection), dataDir: 'nowhere' },
    now: factoryNow + 60_000,
  });

/** A customer with a payment of 150.00 that was settled unless told. */
async function withPayment({ isPaid = true } = {}) {
  const userName = `payer-${crypto.randomUUID().slice(0, 8)}`;
  const { id } = await createCustomer(database.current, { userName, balance: money(0) });
  const begun = await beginTopUp(database.current, {
    customerId: id,
    gateway: 'creditcard',
    language: 'en',
    amount: money(15_000),
    successUrl: 'https://a.example/yes',
    failUrl: 'https://a.example/no',
    idempotency: ownKey(),
    now: factoryNow,
  });
  if (!('payment' in begun)) throw new Error('not begun');
  const { publicId } = begun.payment;
  await pay(publicId, isPaid);
  return { userName, publicId };
}

async function pay(publicId: string, isPaid = true) {
  const payment = await findPayment(database.current, publicId);
  if (payment === undefined) throw new Error('no payment');
  await redirectPayment(database.current, {
    id: payment.id,
    reference: `session-${publicId}`,
    link: 'https://pay.example/1',
    currency: 'CZK',
    queryAt: factoryNow + 1,
    now: factoryNow,
  });
  if (!isPaid) return;
  await hearOfPayment(database.current, {
    id: payment.id,
    fact: 'settled',
    amount: payment.amount,
    currency: 'CZK',
    source: 'notice',
    queryAt: undefined,
    now: factoryNow,
  });
}

test('payments are listed, those of one customer or those that are open', async () => {
  const { userName, publicId } = await withPayment();
  const open = await withPayment({ isPaid: false });
  expect((await run('payment', 'list', userName)).out).toMatch(
    new RegExp(`${publicId} .* ${userName} +top-up +150.00 +settled +creditcard`),
  );
  const { out } = await run('payment', 'list', '--open');
  expect(out).toContain(open.publicId);
  expect(out).not.toContain(publicId);
});

test('a payment is explained with everything that was heard of it', async () => {
  const { publicId } = await withPayment();
  const { out } = await run('payment', 'show', publicId);
  expect(out).toContain(`Payment ${publicId} of 150.00 CZK at "creditcard", for a top-up: settled.`);
  expect(out).toContain('Its money went to the account.');
  expect(out).toMatch(/begun, by customer[\s\S]*redirected, by customer[\s\S]*settled, by notice/);
  expect(await run('payment', 'show', 'none')).toMatchObject({
    code: 1,
    err: 'There is no payment "none": "npx refectory payment list" shows them.\n',
  });
});

test('money of a payment is sent back once, and not more than was paid', async () => {
  const { publicId } = await withPayment();
  const refund = (...words: string[]) =>
    run('payment', 'refund', publicId, '--reason', 'a mistake', ...words);
  expect((await refund('--amount', '50')).out).toContain('50.00 left the account, whose balance is 100.00');
  expect((await refund('--amount', '100.01')).err).toContain('At most 100.00 of payment');
  expect((await refund()).out).toContain('100.00 left the account, whose balance is 0.00');
  expect((await refund()).err).toContain('All of payment');
  expect((await run('movements', (await withPayment()).userName)).out).toContain('gateway creditcard');
  const { publicId: unpaid } = await withPayment({ isPaid: false });
  expect((await run('payment', 'refund', unpaid, '--reason', 'a mistake')).err).toContain('is redirected');
});

test('of a cart that was paid by card the charge is explained with its payment, and the counter hears how its meal is wanted', async () => {
  const { id } = await createCustomer(database.current, { balance: money(0) });
  const canteen = await createCanteen(database.current);
  const dish = await createOffering(database.current, { canteenId: canteen.id });
  const publicId = await holdCart(database.current, id, [[dish, 1]], { delivery: 'toTable' });
  await pay(publicId);
  const { rows } = await database.current.pool.query<{ id: number }>(
    'select id from orders where customer_id = $1',
    [id],
  );
  const { out } = await run('explain-charge', String(rows[0]?.id));
  expect(out).toContain(`The cart is paid by card, payment ${publicId}. The meal is brought to the table.`);
  const handedOut = await run('hand-out', '--canteen', canteen.key, '--day', factoryDay, '--code', 'C1');
  expect(handedOut.out).toMatch(/^1 × ".+"\. It is brought to the table\.$/mu);
});
