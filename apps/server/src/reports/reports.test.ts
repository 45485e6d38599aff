import { setTaxRates } from '@refectory/database/canteens';
import { setCostCenter } from '@refectory/database/customers';
import { failureOf } from '@refectory/contract/errors';
import {
  createCanteen,
  createCustomer,
  createOffering,
  factoryDay,
  factoryNow,
  holdCart,
  orderOf,
} from '@refectory/database/factories';
import { grantBonus, grantVoucher } from '@refectory/database/grants';
import { handOut } from '@refectory/database/hand-out';
import { creditAccount } from '@refectory/database/ledger';
import { ownKey, placeOrder } from '@refectory/database/order-functions';
import { beginTopUp, hearOfPayment, redirectPayment } from '@refectory/database/payments';
import { askRefund, finishRefund } from '@refectory/database/refunds';
import { createTestDatabase } from '@refectory/database/testing/test-cluster';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { calendarDay } from '@refectory/domain/day';
import { money, unitPrice } from '@refectory/domain/money';
import { expect, inject, onTestFinished, test } from 'vitest';

import { createTestApp } from '../testing/create-test-app.ts';

const database = useTestDatabase();

const settings = { timeZone: 'Europe/Prague' };
const thatDay = { query: { from: factoryDay, to: factoryDay } };
const everyDay = { query: { from: calendarDay('1970-01-01'), to: factoryDay } };

/** Somebody with a cost centre who was handed out two portions of broth, 50.00 each, and has a bonus that pays half. */
async function eater(own = database.current) {
  const person = await createCustomer(own);
  const { id: canteenId } = await createCanteen(own, { name: { en: 'Main', cs: 'Hlavní' } });
  await setTaxRates(own, { id: canteenId }, { rate: 1_200 });
  await setCostCenter(own, person.id, '4711');
  await grantBonus(own, {
    customerId: person.id,
    amount: money(8_000),
    validFrom: factoryDay,
    validTo: factoryDay,
    maxDiscountPercent: 50,
    minBillPrice: money(1_000),
    grantedAt: factoryNow,
    currencyFormat: { en: '{0} points', cs: '{0} bodů' },
  });
  const dish = await createOffering(own, {
    canteenId,
    price: unitPrice(500_000),
    subsidies: { other: { tax: unitPrice(200_000), nonTax: unitPrice(100_000) } },
    product: { name: { en: 'Broth', cs: 'Vývar' } },
  });
  const ordered = await placeOrder(own, orderOf(person.id, dish, { quantity: 2, price: money(10_000) }));
  if (ordered.verdict !== 'ordered') throw new Error(ordered.verdict);
  await handOut(own, { canteenId, day: factoryDay, register: 'Till 2', now: factoryNow });
  return { person, orderId: ordered.orderId };
}

const start = () => createTestApp({ database: database.current, settings });

test('part of API-28 DATA-10 REP-24: transactions are the movements of the account in these days, the newest first', async () => {
  const t = await start();
  const { person } = await eater();
  const client = await t.loginAs(person, 'cs');
  expect(await client.listTransactions(thatDay)).toEqual({
    transactions: [
      { id: expect.any(Number) as number, name: 'Bonus', dateTime: factoryNow, amount: 5_000 },
      {
        id: expect.any(Number) as number,
        name: 'Objednávka',
        description: 'Vývar',
        dateTime: factoryNow,
        amount: -10_000,
      },
      { id: expect.any(Number) as number, name: 'Počáteční zůstatek', dateTime: factoryNow, amount: 100_000 },
    ],
  });
  const { transactions } = await client.listTransactions(everyDay);
  const { balance } = await client.getBalance();
  expect(transactions.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance);
});

test('money that a gateway refused to send back is told in the language of the customer', async () => {
  const own = database.current;
  const { id } = await createCustomer(own, { balance: money(0) });
  const begun = await beginTopUp(own, {
    customerId: id,
    gateway: 'creditcard',
    language: 'pl',
    amount: money(5_000),
    successUrl: 'https://a.example/yes',
    failUrl: 'https://a.example/no',
    idempotency: ownKey(),
    now: factoryNow,
  });
  if (!('payment' in begun)) throw new Error(begun.verdict);
  const { id: paymentId } = begun.payment;
  const moments = { queryAt: factoryNow, now: factoryNow };
  const link = 'https://pay.example/1';
  await redirectPayment(own, { id: paymentId, reference: 'r', link, currency: 'CZK', ...moments });
  await hearOfPayment(own, {
    id: paymentId,
    fact: 'settled',
    amount: money(5_000),
    currency: 'CZK',
    source: 'query',
    ...moments,
  });
  const asked = await askRefund(own, {
    paymentId,
    amount: money(5_000),
    reason: 'omyłka',
    actor: 'command test',
    now: factoryNow,
  });
  if (asked.verdict !== 'asked') throw new Error(asked.verdict);
  await finishRefund(own, { id: asked.refundId, state: 'refused', now: factoryNow });
  const t = await start();
  for (const [language, description] of [
    ['cs', 'Peníze se nepodařilo vrátit na kartu'],
    ['en', 'The money could not be sent back to the card'],
    ['pl', 'Nie udało się zwrócić pieniędzy na kartę'],
    ['sk', 'Peniaze sa nepodarilo vrátiť na kartu'],
  ] as const) {
    const [newest] = (await (await t.loginAs({ id }, language)).listTransactions(thatDay)).transactions;
    expect(newest).toMatchObject({ amount: 5_000, description });
  }
});

test('money from a card says that it was for an order, unless the order came to nothing', async () => {
  const own = database.current;
  const { id } = await createCustomer(own, { balance: money(0) });
  const pay = async (reference: string, meanwhile?: (dish: { id: number }) => Promise<unknown>) => {
    const dish = await createOffering(own);
    const publicId = await holdCart(own, id, [[dish, 1]]);
    const { rows } = await own.pool.query<{ id: number }>(
      'select id from payments.payment where public_id = $1',
      [publicId],
    );
    const paymentId = rows[0]?.id ?? 0;
    const moments = { queryAt: factoryNow, now: factoryNow };
    const link = 'https://pay.example/1';
    await redirectPayment(own, { id: paymentId, reference, link, currency: 'CZK', ...moments });
    await meanwhile?.(dish);
    const paid = { fact: 'settled', amount: money(10_000), currency: 'CZK', source: 'query' } as const;
    await hearOfPayment(own, { id: paymentId, ...paid, ...moments });
  };
  await pay('in time');
  const client = await (await start()).loginAs({ id });
  const told = async () =>
    (await client.listTransactions(everyDay)).transactions.map(({ name, description }) => [
      name,
      description,
    ]);
  const ordered = [
    ['Order', expect.any(String)],
    ['Top-up', 'For an order paid by card'],
  ];
  expect(await told()).toEqual(ordered);
  await pay('too late', (dish) =>
    own.pool.query('update offering set state = $1 where id = $2', ['withdrawn', dish.id]),
  );
  expect(await told()).toEqual([['Top-up', undefined], ...ordered]);
});

test('part of API-28: the days of transactions are those of the canteen, both included', async () => {
  const t = await start();
  const person = await createCustomer(database.current, { balance: money(0) });
  const moments = [
    '2026-10-24T23:59:59+02:00',
    '2026-10-25T00:00:00+02:00',
    '2026-10-25T23:59:59.999+01:00',
    '2026-10-26T00:00:00+01:00',
  ];
  for (const [index, moment] of moments.entries())
    await creditAccount(database.current, {
      customerId: person.id,
      kind: 'top-up',
      amount: money(index + 1),
      reason: 'over the counter',
      actor: 'command test',
      now: Date.parse(moment),
    });
  const client = await t.loginAs(person);
  const day = calendarDay('2026-10-25');
  const { transactions } = await client.listTransactions({ query: { from: day, to: day } });
  expect(transactions).toMatchObject([
    { amount: 3, name: 'Top-up', description: 'over the counter' },
    { amount: 2 },
  ]);
});

test('part of API-29 DATA-11: consumption is what was handed out, with its bill', async () => {
  const t = await start();
  const { person, orderId } = await eater();
  expect(await (await t.loginAs(person)).listConsumption(thatDay)).toEqual({
    consumption: [
      {
        id: orderId,
        dateTime: factoryNow,
        costCenter: '4711',
        canteen: 'Main',
        register: 'Till 2',
        recipe: 'Broth',
        taxRate: 12,
        taxSubsidy: 4_000,
        nonTaxSubsidy: 2_000,
        price: 10_000,
      },
    ],
  });
});

test('part of API-30 DATA-12 DATA-13: bills have their items where they are asked for', async () => {
  const t = await start();
  const { person, orderId } = await eater();
  const client = await t.loginAs(person, 'cs');
  const bill = {
    id: expect.any(Number) as number,
    serialNumber: 1,
    register: 'Till 2',
    costCenter: '4711',
    dateTime: factoryNow,
    priceWIT: 10_000,
    discount: 50,
    taxSubsidy: 4_000,
    nonTaxSubsidy: 2_000,
    usedBonus: 5_000,
  };
  const item = {
    prodid: orderId,
    name: 'Vývar',
    amount: 2,
    priceWIT: 10_000,
    priceWOT: 8_929,
    taxRate: 12,
    taxSubsidy: 4_000,
    nonTaxSubsidy: 2_000,
  };
  const { from, to } = thatDay.query;
  expect(await client.listBills({ query: { from, to, withDetails: true } })).toEqual({
    bills: [{ ...bill, items: [item] }],
  });
  expect(await client.listBills(thatDay)).toEqual({ bills: [{ ...bill, items: [] }] });
});

test('part of API-31 API-32 DATA-14: bonuses are told with their conditions and what is left, in a currency of their own', async () => {
  const t = await start();
  const { person } = await eater();
  const client = await t.loginAs(person, 'cs');
  expect(await client.listBonuses()).toEqual({
    bonuses: [
      {
        id: expect.any(Number) as number,
        validFrom: factoryDay,
        validTo: factoryDay,
        maxDiscountPercent: 50,
        minBillPrice: 1_000,
        bonus: 8_000,
        drawn: 5_000,
        balance: 3_000,
        currency: '{0} bodů',
      },
    ],
  });
  expect(await client.getBonusBalance()).toEqual({ bonusBalance: 3_000, bonusBalanceCurrency: '{0} bodů' });
});

test('part of API-31: a bonus whose days are over is no part of the bonus balance', async () => {
  const t = await createTestApp({ database: database.current, settings, now: factoryNow + 24 * 3_600_000 });
  const { person } = await eater();
  expect(await (await t.loginAs(person)).getBonusBalance()).toMatchObject({ bonusBalance: 0 });
});

test('part of API-33 DATA-15: a customer is told the vouchers that are theirs, in the words of the specification', async () => {
  const t = await start();
  const [owner, other] = [await createCustomer(database.current), await createCustomer(database.current)];
  await grantVoucher(database.current, {
    customerId: owner.id,
    voucherSet: 'Autumn',
    voucherType: 'Soup for free',
    validFrom: calendarDay('2026-11-01'),
    validTo: calendarDay('2026-11-30'),
    createdAt: Date.parse('2026-10-20T09:30:00+02:00'),
  });
  const read = async (person: typeof owner) =>
    (
      await t.app.inject({
        url: '/api/customer/account/vouchers',
        headers: { 'x-asw-token': await t.tokenFor(person) },
      })
    ).json<{ vouchers: object[] }>();
  expect(await read(owner)).toEqual({
    success: true,
    vouchers: [
      {
        id: expect.any(Number) as number,
        voucherSet: 'Autumn',
        voucherType: 'Soup for free',
        validFrom: '2026-11-01',
        validTo: '2026-11-30',
        creationTimeStamp: '2026-10-20T07:30:00.000Z',
      },
    ],
  });
  expect((await read(other)).vouchers).toEqual([]);
});

test('a list is told to be incomplete, and how many records there are: 200 bills, 1000 of the others', async () => {
  // Records that follow from nothing break the ledger, so they are in a database of their own.
  const own = await createTestDatabase(inject('testCluster'));
  onTestFinished(() => own.drop());
  const t = await createTestApp({ database: own, settings });
  const { person } = await eater(own);
  await own.pool.query(
    `insert into bill (customer_id, canteen_id, serial_number, day, closed_at, price, tax_subsidy, non_tax_subsidy, used_bonus)
     select customer_id, canteen_id, 1 + n, day, closed_at, 1, 0, 0, 0 from bill, generate_series(1, 200) n where customer_id = $1`,
    [person.id],
  );
  await own.pool.query(
    `insert into bill_item (order_id, bill_id, customer_id, day, name, quantity, price, price_without_tax, tax_subsidy, non_tax_subsidy)
     select -n, bill_id, customer_id, day, name, 1, 1, 1, 0, 0 from bill_item, generate_series(1, 1000) n where customer_id = $1`,
    [person.id],
  );
  await own.pool.query(
    `insert into movement (customer_id, kind, amount, cash, balance, actor, occurred_at)
     select $1, 'top-up', 1, -1, 1, 'test', $2 from generate_series(1, 998) n`,
    [person.id, new Date(factoryNow)],
  );
  const client = await t.loginAs(person);
  const bills = await client.listBills(everyDay);
  expect([bills.bills.length, bills.incomplete, bills.totalCount]).toEqual([200, true, 201]);
  const eaten = await client.listConsumption(everyDay);
  expect([eaten.consumption.length, eaten.incomplete, eaten.totalCount]).toEqual([1_000, true, 1_001]);
  const moved = await client.listTransactions(everyDay);
  expect([moved.transactions.length, moved.incomplete, moved.totalCount]).toEqual([1_000, true, 1_001]);
});

test('a guest is told nothing, a range that ends before it begins is refused, and one of centuries is not', async () => {
  const t = await start();
  const guest = t.client('en', await t.tokenFor());
  expect(await guest.listBills(everyDay).catch(failureOf)).toMatchObject({ status: 401 });
  expect(await guest.listTransactions(everyDay).catch(failureOf)).toMatchObject({ status: 401 });
  expect(await guest.listConsumption(everyDay).catch(failureOf)).toMatchObject({ status: 401 });
  expect(await guest.listBonuses().catch(failureOf)).toMatchObject({ status: 401 });
  expect(await guest.listVouchers().catch(failureOf)).toMatchObject({ status: 401 });
  const client = await t.loginAs(await createCustomer(database.current));
  const reversed = { query: { from: factoryDay, to: calendarDay('2026-11-19') } };
  for (const read of [client.listBills, client.listTransactions, client.listConsumption])
    expect(await read(reversed).catch(failureOf)).toMatchObject({ status: 400, code: 'badRequest' });
  const centuries = { query: { from: calendarDay('1000-01-01'), to: calendarDay('9999-12-31') } };
  expect((await client.listTransactions(centuries)).transactions).toHaveLength(1);
  expect((await client.listBills(centuries)).bills).toEqual([]);
});
