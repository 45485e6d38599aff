import { failureOf } from '@refectory/contract/errors';
import { createCustomer, createOffering, factoryDay, orderOf } from '@refectory/database/factories';
import { placeOrder } from '@refectory/database/order-functions';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { money } from '@refectory/domain/money';
import { servePayments } from '@refectory/payments/app';
import { sandboxGateway } from '@refectory/payments/gateways/sandbox-gateway';
import { createTestApp, testSettings } from '@refectory/server/testing/create-test-app';
import { expect, test } from 'vitest';

const database = useTestDatabase();

const ORIGIN = 'https://meals.example.org';

/** Server and service of payments as the demo composes them. */
async function compose() {
  const t = await createTestApp({ database: database.current, app: { publicUrl: ORIGIN } });
  const gateway = sandboxGateway({
    id: 'creditcard',
    path: '/payments',
    clock: t.clock.now,
    deliver: () => Promise.resolve(),
  });
  await t.app.register(
    servePayments({
      database: database.current,
      settings: testSettings,
      clock: t.clock.now,
      gateways: [gateway],
      currency: 'CZK',
      publicUrl: ORIGIN,
    }),
    { prefix: '/payments' },
  );
  return t;
}

async function ordersAndPayments() {
  const { rows } = await database.current.pool.query(
    `select (select jsonb_agg(orders order by id) from orders) as orders,
       (select count(*) from cart) as carts, (select count(*) from payments.payment) as payments`,
  );
  return rows;
}

test('API-63 prices, customers, amounts, return addresses and order ids are checked by the server, whatever a call says', async () => {
  const t = await compose();
  const [jana, petr] = [await createCustomer(database.current), await createCustomer(database.current)];
  const dish = await createOffering(database.current);
  const placed = await placeOrder(database.current, orderOf(petr.id, dish));
  if (placed.verdict !== 'ordered') throw new Error(placed.verdict);
  const client = await t.loginAs(jana);
  const before = await ordersAndPayments();
  const item = { mealId: dish.id, date: factoryDay, quantity: 1, canteenId: dish.canteenId };

  // Below the price of the menu nothing is sold: an order is asked about, and a cart is shown anew.
  const direct = await client.createDirectOrder({ body: { price: money(1), item } }).catch(failureOf);
  expect(direct).toMatchObject({ kind: 'confirmation' });
  const items = [{ ...item, price: money(1) }];
  const body = { price: money(1), orderDate: '2026-11-20 08:00:00', items };
  for (const call of [client.checkCart, client.submitCart])
    expect(await call({ body }).catch(failureOf)).toMatchObject({ kind: 'stale-cart' });
  expect(
    await client
      .submitCart({ body: { ...body, additionalData: [{ variableId: 'paymentType', value: 'account' }] } })
      .catch(failureOf),
  ).toMatchObject({ kind: 'stale-cart' });

  // Orders of others are as if there were none.
  for (const call of [client.cancelOrder, client.exchangeOrder])
    expect(await call({ body: { orderId: placed.orderId } }).catch(failureOf)).toMatchObject({
      code: 'unknownOrder',
    });

  // A top-up is of one's own account, and comes back to the application.
  const token = await t.tokenFor(jana);
  const right = {
    customerId: jana.id,
    toBePaid: 150,
    successUrl: `${ORIGIN}/topup-successful`,
    failUrl: `${ORIGIN}/topup-failure`,
  };
  const topUp = (wrong: object) =>
    t.app.inject({
      method: 'POST',
      url: '/payments/topup',
      headers: { 'x-asw-token': token, 'content-type': 'application/json' },
      body: JSON.stringify({ ...right, ...wrong }),
    });
  for (const [wrong, code] of [
    [{ customerId: petr.id }, 'notOwnAccount'],
    [{ toBePaid: -150 }, 'amountOutsideLimits'],
    [{ successUrl: 'https://evil.example/topup-successful' }, 'returnAddressRefused'],
    [{ failUrl: `${ORIGIN}@evil.example/` }, 'returnAddressRefused'],
  ] as const)
    expect((await topUp(wrong)).json()).toMatchObject({ success: false, error: { code } });

  expect(await ordersAndPayments()).toEqual(before);
  expect((await topUp({})).json()).toMatchObject({ success: true });
});
