import { createCustomer, createOffering, factoryNow, orderOf } from '@refectory/database/factories';
import { placeOrder } from '@refectory/database/order-functions';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { money, unitPrice } from '@refectory/domain/money';
import { expect, test } from 'vitest';

import { collectOrder } from '../testing/seed-queries.ts';
import { addressOf, runRefectory } from '../testing/run-refectory.ts';

const database = useTestDatabase();

const refectory = (...words: string[]) =>
  runRefectory(words, {
    place: { url: addressOf(database.current.connection), dataDir: 'nowhere' },
    now: factoryNow + 24 * 60 * 60_000,
  });

/** A student who ordered two portions at 33.35 each, of which others pay 10.00 each. */
async function ordered() {
  const { id, userName } = await createCustomer(database.current, { priceLevel: 'student' });
  const dish = await createOffering(database.current, {
    price: unitPrice(333_500),
    subsidies: { student: { tax: unitPrice(100_000), nonTax: unitPrice(0) } },
  });
  const order = orderOf(id, dish, { quantity: 2, price: money(6_670) });
  const verdict = await placeOrder(database.current, order);
  if (verdict.verdict !== 'ordered') throw new Error(verdict.verdict);
  return { userName, order: String(verdict.orderId), dish };
}

test('money is given back for an order, at most what was paid for it, and once for each reference', async () => {
  const { userName, order } = await ordered();
  const refund = (amount: string, ...words: string[]) =>
    refectory('refund', userName, amount, '--order', order, '--reason', 'cold soup', ...words);
  expect((await refund('66.71')).err).toMatch(/more than was paid for the order: 66\.70 can be given back/);
  const once = ['--reference', 'letter 1'];
  expect((await refund('10', ...once)).out).toBe(`The balance of "${userName}" is 943.30.\n`);
  expect((await refund('10', ...once)).out).toMatch(/booked before, and not again/);
  expect((await refectory('refund', userName, '10')).err).toMatch(/--reason/);
});

test('money is paid out with a reason, no more than there is, and once for each reference', async () => {
  const { userName } = await createCustomer(database.current);
  const debit = (amount: string, ...words: string[]) =>
    refectory('debit', userName, amount, '--reason', 'paid out', ...words);
  expect((await debit('1000.01')).err).toBe('The account holds 1000.00, which is not enough.\n');
  const once = ['--reference', 'slip 7'];
  expect((await debit('400', ...once)).out).toBe(`The balance of "${userName}" is 600.00.\n`);
  expect((await debit('400', ...once)).out).toMatch(
    /^This debit was booked before, and not again\. .* 600\.00/,
  );
  expect((await debit('-400')).code).toBe(1);
  expect((await refectory('debit', userName, '10')).err).toMatch(/--reason/);
});

test('a difference is put right either way', async () => {
  const { userName } = await createCustomer(database.current);
  const correct = (amount: string) => refectory('correct', userName, amount, '--reason', 'rounded twice');
  expect((await correct('0.30')).out).toBe(`The balance of "${userName}" is 1000.30.\n`);
  expect((await correct('-0.45')).out).toBe(`The balance of "${userName}" is 999.85.\n`);
  for (const amount of ['0', '-0', '--1', '-2000']) expect(await correct(amount)).toMatchObject({ code: 1 });
});

test('what was booked by mistake is found by its number and taken back, once', async () => {
  const { id, userName } = await createCustomer(database.current);
  const other = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  await placeOrder(database.current, orderOf(id, dish));
  await refectory('top-up', userName, '50');
  const rows = (await refectory('movements', userName, '--latest', '2')).out.split('\n').slice(2, -1);
  const [charge = '', payment = ''] = rows.map((row) => row.split(' ', 1)[0]);
  expect(rows).toEqual([
    expect.stringMatching(/ 2026-11-20 07:00 +order +\d+ +-100\.00 +900\.00 +customer$/),
    expect.stringMatching(/ 2026-11-21 07:00 +top-up +50\.00 +950\.00 +command tester$/),
  ]);
  const reverse = (movement: string, who = userName) =>
    refectory('reverse', who, movement, '--reason', 'for somebody else');
  expect((await reverse(charge)).err).toMatch(/belongs to an order/);
  expect((await reverse(payment, other.userName)).err).toMatch(/has no movement/);
  expect((await reverse(payment)).out).toBe(
    `Movement ${payment} is taken back: -50.00 was booked, and the balance of "${userName}" is 900.00.\n`,
  );
  expect((await reverse(payment)).err).toBe(`Movement ${payment} was already taken back.\n`);
  expect((await reverse('soup')).err).toMatch(/number of a movement/);
  const shown = (await refectory('movements', userName)).out;
  expect(shown).toMatch(
    new RegExp(`reversal of ${payment} +-50\\.00 +900\\.00 +command tester +for somebody else`),
  );
  expect(
    (await refectory('movements', (await createCustomer(database.current, { balance: money(0) })).userName))
      .out,
  ).toMatch(/No money has moved/);
});

test('an order is cancelled after the cut-off for what was paid, once', async () => {
  const { order } = await ordered();
  expect((await refectory('cancel', order)).out).toBe(
    `Order ${order} is cancelled: 66.70 was given back, and the balance is 1000.00.\n`,
  );
  expect((await refectory('cancel', order)).err).toBe(`Order ${order} was already cancelled.\n`);
  expect((await refectory('cancel', '999999')).err).toMatch(/There is no order 999999/);
  expect((await refectory('cancel', 'soup')).code).toBe(1);
});

test('a meal that was handed out is not cancelled', async () => {
  const { order } = await ordered();
  await collectOrder(database.current, Number(order), factoryNow);
  expect((await refectory('cancel', order)).err).toMatch(/was handed out: .*refund/);
});

test('a charge is explained: whose price, how many portions, subsidies, balances, and what became of it', async () => {
  const { userName, order, dish } = await ordered();
  await refectory('refund', userName, '6.70', '--order', order, '--reason', 'cold soup');
  await refectory('cancel', order);
  const { out } = await refectory('explain-charge', order);
  expect(out.split('\n')).toEqual([
    expect.stringMatching(
      `^Order ${order} of "${userName}": 2 portions of "${dish.product.name.en}" for 2026-11-20, canteen "canteen-.*"\\.$`,
    ),
    'A portion costs 33.35 at the price level "student": 66.70 for 2 portions.',
    'Besides, the tax subsidy paid 20.00.',
    '2026-11-20 08:00 by customer: 66.70 charged; the balance was 1000.00 before and 933.30 after.',
    '2026-11-21 08:00 by command tester: 6.70 refunded; the balance was 933.30 before and 940.00 after (reason: cold soup).',
    '2026-11-21 08:00 by command tester: 60.00 given back, since the order was cancelled; the balance was 940.00 before and 1000.00 after.',
    'The order was cancelled.',
    '',
  ]);
  expect((await refectory('explain-charge', '999999')).err).toMatch(/There is no order/);
});

test('a customer is blocked and unblocked', async () => {
  const { id, userName } = await createCustomer(database.current);
  const active = async () =>
    (await database.current.pool.query('select active from customer where id = $1', [id])).rows[0]?.active;
  expect((await refectory('block', userName)).out).toBe(`"${userName}" is blocked.\n`);
  expect(await active()).toBe(false);
  expect((await refectory('block', userName)).out).toMatch(/already/);
  expect((await refectory('unblock', userName)).out).toBe(`"${userName}" can sign in again.\n`);
  expect(await active()).toBe(true);
  const { rows } = await database.current.pool.query(
    'select kind, actor from audit_event where customer_id = $1 order by id',
    [id],
  );
  expect(rows).toEqual([
    { kind: 'blocked', actor: 'command tester' },
    { kind: 'unblocked', actor: 'command tester' },
  ]);
});
