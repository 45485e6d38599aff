import { money } from '@refectory/domain/money';
import { expect, inject, onTestFinished, test } from 'vitest';

import { placeCart } from './cart-functions.ts';
import { checkLedger } from './check-ledger.ts';
import { createCustomer, createOffering, factoryDay, factoryNow } from './factories.ts';
import { handOut } from './hand-out.ts';
import { ownKey } from './order-functions.ts';
import { beginTopUp, hearOfPayment, redirectPayment } from './payments.ts';
import { orderSteps } from './testing/order-steps.ts';
import { createTestDatabase } from './testing/test-cluster.ts';

/** A database where an order was placed and another cancelled, all well so far. */
const soundDatabase = async () => {
  const database = await createTestDatabase(inject('testCluster'), { max: 1 });
  onTestFinished(() => database.drop());
  const { id: customerId } = await createCustomer(database, {
    bonus: { amount: money(500), currencyFormat: { en: '{0}' } },
  });
  const dish = await createOffering(database);
  const two = { quantity: 2, price: money(20_000) };
  const { placed, cancel } = orderSteps({ current: database }, two);
  await placed(customerId, dish);
  const { orderId } = await placed(customerId, dish, { agreed: { portions: 4 } });
  await cancel(customerId, orderId);
  expect(await checkLedger(database)).toEqual([]);
  return database;
};

test('what was sold before the kitchen cut the portions is not too much', async () => {
  const database = await soundDatabase();
  await database.pool.query('select set_capacity(1, 1)');
  expect(await checkLedger(database)).toEqual([]);
  await database.pool.query('select set_capacity(1, 0)');
  expect(await checkLedger(database)).toEqual([]);
});

/** Past the constraint that keeps more from being sold than there is. */
const unsold = (sql: string) => `alter table stock drop constraint stock_not_oversold; ${sql}`;

/** Past the guards, as only a mistake in the guards or an administrator's hand could. */
const unguarded = (sql: string) =>
  `set session_replication_role = replica; ${sql}; reset session_replication_role`;

test.each([
  [
    'I1',
    'a movement without its other side',
    `alter table movement drop constraint movement_sums_to_zero;
     insert into movement (customer_id, kind, amount, cash, balance, actor, occurred_at)
     select id, 'correction', 0, 1, 60000, 'test', now() from customer`,
  ],
  [
    'I2',
    'a ledger that does not sum to zero',
    `alter table movement drop constraint movement_sums_to_zero;
     ${unguarded('update movement set sales = sales + 1 where id = 2')}`,
  ],
  ['I3', 'a balance that is not the sum of its movements', 'update account set balance = balance + 1'],
  [
    'I3',
    'a movement that says another balance',
    unguarded('update movement set balance = balance + 1 where id = 2'),
  ],
  ['I11', 'a guard of the ledger that is off', 'alter table movement disable trigger movement_append_only'],
  ['I11', 'a guard of the audit that is gone', 'drop trigger audit_event_append_only on audit_event'],
  ['I4', 'a balance that was below the floor', 'update account set lowest_floor = 70000'],
  ['I5', 'more portions ordered than there are', unsold('update stock set capacity = 1')],
  [
    'I5',
    'one more portion sold after the kitchen cut them below what was sold',
    unsold('select set_capacity(1, 1); update orders set quantity = 3, price = 30000 where id = 1'),
  ],
  [
    'I5',
    'portions sold by mistake before the kitchen cut them',
    unsold(
      'update orders set quantity = 11 where id = 1; update stock set sold = 11; select set_capacity(1, 1)',
    ),
  ],
  [
    'I5',
    'a portion sold in place of one that was given back after the kitchen cut them',
    unsold(`select set_capacity(1, 1); select release_portions(1, 1); update stock set sold = 2`),
  ],
  ['I6', 'portions sold that do not match the orders', 'update stock set sold = sold + 1'],
  [
    'I7',
    'a cancelled order without a refund',
    `update orders set state = 'cancelled', cancelled_at = placed_at where state = 'placed'`,
  ],
  [
    'I7',
    'a placed order with a refund',
    `update orders set state = 'placed', cancelled_at = null where state = 'cancelled'`,
  ],
  ['I9', 'an answer about an order that is not there', 'update idempotency_answer set order_id = 999'],
  ['I9', 'an answer that a cancelled order is not', 'update idempotency_answer set order_id = 1'],
  [
    'I9',
    'one order cancelled under two keys',
    `insert into idempotency_answer (customer_id, key, request_hash, verdict, order_id, created_at)
     select customer_id, key || '2', request_hash, verdict, order_id, created_at from idempotency_answer`,
  ],
  [
    'I9',
    'two answers under one key',
    `insert into idempotency_answer (customer_id, key, request_hash, verdict, created_at)
     select customer_id, key, request_hash, 'sold-out', placed_at from orders where id = 1`,
  ],
  ['I9', 'a question kept as an answer', `update idempotency_answer set verdict = 'question-price'`],
  [
    'I12',
    'a portion with two holders',
    `insert into exchange (given_order_id, taken_order_id, giver_id, quantity, refunded, exchanged_at)
     select id, id, customer_id, 1, 0, placed_at from orders where state = 'placed'`,
  ],
  [
    'I12',
    'portions that nobody was charged for',
    `update orders set quantity = quantity + 1 where state = 'placed'`,
  ],
  [
    'I12',
    'an offer of an order that was cancelled',
    `update orders set offered_at = placed_at where state = 'cancelled'`,
  ],
  ['I13', 'a bonus that was drawn and is still there', 'update bonus set drawn = 1'],
  [
    'I14',
    'an order that costs less than what was chosen with it',
    `update orders set modifiers = '[{"id": "ham", "name": {}, "price": 1000000000}]'`,
  ],
  [
    'I14',
    'a movement by nobody',
    `alter table movement drop constraint movement_actor_check; ${unguarded("update movement set actor = ''")}`,
  ],
  [
    'I14',
    'a movement at another time than its order',
    `update orders set placed_at = placed_at - interval '1 ms'`,
  ],
  ['I7', 'an order charged with another price', 'update orders set price = price - 1 where id = 1'],
])('%s finds %s', async (invariant, _, sql) => {
  const database = await soundDatabase();
  await database.pool.query(sql);
  expect(await checkLedger(database)).toContainEqual({ invariant, detail: expect.any(String) });
});

test('I15 finds a cart whose orders do not make its price, and one without orders', async () => {
  const database = await soundDatabase();
  await database.pool.query(
    `insert into cart (customer_id, key, request_hash, price, placed_at)
     select customer_id, 'cart', '', 5, placed_at from orders limit 1`,
  );
  expect(await checkLedger(database)).toContainEqual({ invariant: 'I15', detail: expect.any(String) });
  await database.pool.query(
    'update orders set key = null, request_hash = null, cart_id = 1 where id = 1; update cart set price = 20000',
  );
  expect(await checkLedger(database)).toEqual([]);
});

/** A cart that is held, and a payment of it and of a top-up that was settled. */
async function databaseWithPayments() {
  const database = await soundDatabase();
  const { rows } = await database.pool.query<{ id: number; canteen_id: number }>(
    'select id, canteen_id from offering',
  );
  const [dish] = rows;
  if (dish === undefined) throw new Error('no dish');
  const held = await placeCart(database, {
    customerId: 1,
    lines: [
      { offeringId: dish.id, day: factoryDay, canteenId: dish.canteen_id, quantity: 1, price: money(10_000) },
    ],
    price: money(10_000),
    agreed: { portions: [3], mains: [] },
    pickupCode: 'C1',
    idempotency: ownKey(),
    now: factoryNow,
    paymentType: 'creditcard',
    cardPayment: {
      gateway: 'card',
      language: 'en',
      successUrl: 'https://a.example/1',
      failUrl: 'https://a.example/2',
    },
  });
  expect(held).toMatchObject({ verdict: 'held' });
  const begun = await beginTopUp(database, {
    customerId: 1,
    gateway: 'card',
    language: 'en',
    amount: money(500),
    successUrl: 'https://a.example/1',
    failUrl: 'https://a.example/2',
    idempotency: ownKey(),
    now: factoryNow,
  });
  if (!('payment' in begun)) throw new Error('not begun');
  const { id } = begun.payment;
  const moments = { queryAt: factoryNow, now: factoryNow };
  await redirectPayment(database, {
    id,
    reference: 'r',
    link: 'https://a.example',
    currency: 'CZK',
    ...moments,
  });
  await hearOfPayment(database, {
    id,
    fact: 'settled',
    amount: money(500),
    currency: 'CZK',
    source: 'notice',
    queryAt: undefined,
    now: factoryNow,
  });
  expect(await checkLedger(database)).toEqual([]);
  return database;
}

test.each([
  ['I6', 'held portions that do not count as sold', 'update stock set sold = sold - 1'],
  [
    'I6',
    'a held cart of a dish whose portions are counted nowhere',
    'update cart_line set offering_id = 1000000; update stock set sold = sold - 1',
  ],
  ['I15', 'a held cart of another price', 'update cart_line set price = 1'],
  [
    'I15',
    'a held cart whose payment is over',
    `update payments.payment set state = 'expired' where cart_id is not null`,
  ],
  [
    'I15',
    'a cart that was ordered without orders',
    `update cart set state = 'ordered', decided_at = placed_at; update stock set sold = sold - 1`,
  ],
  ['I16', 'a payment of another amount', 'update payments.payment set amount = 501 where cart_id is null'],
  [
    'I16',
    'a payment that is not settled and on the account',
    `update payments.payment set state = 'failed', used_for = null where cart_id is null`,
  ],
  [
    'I16',
    'a credit for no payment',
    unguarded(`update movement set reference = 'payment x' where kind = 'top-up'`),
  ],
  [
    'I16',
    'a refund that did not leave the account',
    `insert into payments.refund (payment_id, amount, reason, actor, asked_at, try_at)
     select id, 5, 'r', 'a', now(), now() from payments.payment where cart_id is null;
     update payments.payment set refunded = 5 where cart_id is null`,
  ],
  ['I16', 'a refund that is not there', 'update payments.payment set refunded = 5 where cart_id is null'],
] as const)('%s finds %s', async (invariant, _, sql) => {
  const database = await databaseWithPayments();
  await database.pool.query(sql);
  expect(await checkLedger(database)).toContainEqual({ invariant, detail: expect.any(String) });
});

test.each([
  ['I13', 'a bonus that a bill drew and nobody was paid', 'update bonus set drawn = drawn - 1'],
  ['I17', 'a bill that is not the sum of its items', unguarded('update bill set price = price + 1')],
  ['I17', 'a bill of another subsidy than its items', unguarded('update bill set tax_subsidy = 1')],
  ['I17', 'an item of more portions than were handed out', unguarded('update bill_item set quantity = 3')],
  ['I17', "an item of a day that is not its bill's", unguarded('update bill_item set day = day + 1')],
  [
    'I17',
    'a meal that was handed out without a bill',
    unguarded('delete from bill_item; delete from bill; update bonus set drawn = 0'),
  ],
  ['I17', 'a meal that was handed out and waits for a bill', 'update orders set billed = false'],
  [
    'I17',
    'a bill that closed neither at the hand-out nor at the end of the day',
    unguarded(`update bill set closed_at = closed_at + interval '1 hour'`),
  ],
  ['I17', 'a gap in the serial numbers', unguarded('update bill set serial_number = 2')],
  ['I17', 'a counter that is ahead of the bills', 'update bill_counter set last_number = 2'],
])('%s finds %s', async (invariant, _, sql) => {
  const database = await soundDatabase();
  const { rows } = await database.pool.query<{ id: number }>('select id from canteen');
  await handOut(database, { canteenId: rows[0]?.id ?? 0, day: factoryDay, now: factoryNow });
  expect(await checkLedger(database)).toEqual([]);
  await database.pool.query(sql);
  expect(await checkLedger(database)).toContainEqual({ invariant, detail: expect.any(String) });
});
