import { money } from '@refectory/domain/money';
import { expect, inject, onTestFinished, test } from 'vitest';

import { checkLedger } from './check-ledger.ts';
import { createCustomer, createOffering } from './factories.ts';
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
  ['I13', 'a bonus balance that nobody granted', 'update bonus_account set balance = balance + 1'],
  ['I13', 'a bonus that was drawn and is still there', 'update bonus set drawn = 1'],
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
