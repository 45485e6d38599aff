import { money } from '@refectory/domain/money';
import { expect, test } from 'vitest';

import { checkCart, placeCart } from './cart-functions.ts';
import { createCanteen, createCustomer, createOffering, factoryNow, orderOf } from './factories.ts';
import { cancelOrder, ownKey, placeOrder } from './order-functions.ts';
import { scansOf } from './testing/scans.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const database = useTestDatabase();

/** Orders and customers are that many; a call about one customer's order reads a few rows. */
const CROWD = 150;
const FEW = 30;

test('at the first noon, before the planner has seen any order, every call looks up its few rows', async () => {
  const canteenId = (await createCanteen(database.current)).id;
  const dishes = [];
  for (let made = 0; made < 3; made += 1)
    dishes.push(await createOffering(database.current, { canteenId, capacity: 1_000 }));
  const [dish, ...others] = dishes;
  if (!dish) throw new RangeError('there is a dish');
  const customers = [];
  for (let made = 0; made < CROWD; made += 1) customers.push(await createCustomer(database.current));
  const { id } = await createCustomer(database.current);
  // The planner knows now that nobody orders.
  await database.current.pool.query('vacuum analyze');
  await database.current.pool.query(
    'alter table orders set (autovacuum_enabled = off); alter table movement set (autovacuum_enabled = off)',
  );
  for (const customer of customers) await placeOrder(database.current, orderOf(customer.id, dish));
  const cart = {
    customerId: id,
    lines: others.map((other) => ({
      offeringId: other.id,
      day: other.offering.day,
      canteenId,
      quantity: 1,
      price: money(10_000),
    })),
    price: money(20_000),
    now: factoryNow,
  };
  const cartOrder = { ...cart, pickupCode: 'A1', idempotency: ownKey() };
  const scans = await scansOf(database.current, async (connection) => {
    const order = orderOf(id, dish);
    const placed = await placeOrder(connection, order);
    expect(placed).toMatchObject({ verdict: 'ordered' });
    expect(await placeOrder(connection, order)).toMatchObject({ replayed: true });
    expect(await checkCart(connection, cart)).toEqual({ verdict: 'orderable' });
    expect(await placeCart(connection, cartOrder)).toMatchObject({ verdict: 'ordered' });
    expect(await placeCart(connection, cartOrder)).toMatchObject({ replayed: true });
    const orderId = 'orderId' in placed ? placed.orderId : 0;
    const cancelled = { customerId: id, orderId, idempotency: ownKey(), now: factoryNow };
    expect(await cancelOrder(connection, cancelled)).toMatchObject({ verdict: 'cancelled' });
  });
  const long = scans.filter(
    (scan) => (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops'] > FEW,
  );
  expect(
    long.map(
      (scan) => `${scan['Node Type']} ${scan['Index Name'] ?? scan['Relation Name']} ${scan['Index Cond']}`,
    ),
  ).toEqual([]);
  expect(scans.map((scan) => scan['Index Name'])).toContain('orders_customer');
});
