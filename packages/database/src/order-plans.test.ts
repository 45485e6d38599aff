import { money } from '@refectory/domain/money';
import { beforeAll, expect, test } from 'vitest';

import { createCanteen, createCustomer, createOffering, factoryNow, orderOf } from './factories.ts';
import { creditAccount } from './ledger.ts';
import { cancelOrder, exchangeOrder, ownKey, placeOrder, type OrderVerdict } from './order-functions.ts';
import { scansOf, type PlanNode } from './testing/scans.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const database = useTestDatabase();

beforeAll(async () => {
  // So little that whatever may choose its plan reads whole tables, and known to be so little.
  const canteenId = (await createCanteen(database.current)).id;
  for (let made = 0; made < 30; made += 1) {
    const { id } = await createCustomer(database.current);
    const dish = await createOffering(database.current, { canteenId });
    await ordered(placeOrder(database.current, orderOf(id, dish)));
  }
  await database.current.pool.query('analyze');
});

/** The tables, or their indexes, that something looks up by keys, and those that it reads from end to end. */
async function readBy(run: Parameters<typeof scansOf>[1]) {
  const scans = await scansOf(database.current, run);
  const called = (scan: PlanNode) => scan['Index Name'] ?? scan['Relation Name'];
  const isLookUp = (scan: PlanNode) => scan['Index Cond'] !== undefined;
  const isOfRows = (scan: PlanNode) => scan['Node Type'] === 'Bitmap Heap Scan';
  return {
    lookedUp: scans.filter(isLookUp).map(called),
    readWhole: scans.filter((scan) => !isLookUp(scan) && !isOfRows(scan)).map(called),
  };
}

async function ordered(placing: Promise<OrderVerdict>): Promise<number> {
  const verdict = await placing;
  if (verdict.verdict !== 'ordered') throw new Error(`the order was refused: ${verdict.verdict}`);
  return verdict.orderId;
}

/** An order of the last portion of a dish, and the moment from which it can be offered only. */
async function anOrder() {
  const { id: customerId } = await createCustomer(database.current);
  const dish = await createOffering(database.current, { capacity: 1 });
  const orderId = await ordered(placeOrder(database.current, orderOf(customerId, dish)));
  const order = { customerId, orderId, agreed: { giveUp: orderId }, idempotency: ownKey() };
  return { dish, order, afterwards: dish.offering.cancelUntil + 1 };
}

/** A call, an index by which it looks something up, and how it is made; it answers how it was planned. */
const calls: readonly (readonly [string, string, () => ReturnType<typeof readBy>])[] = [
  [
    'place_orders',
    'orders_customer',
    async () => {
      const { id } = await createCustomer(database.current);
      const dish = await createOffering(database.current);
      return readBy((connection) => ordered(placeOrder(connection, orderOf(id, dish))));
    },
  ],
  [
    'cancel_order',
    'orders_pkey',
    async () => {
      const { order } = await anOrder();
      return readBy(async (connection) => {
        const { verdict } = await cancelOrder(connection, { ...order, now: factoryNow });
        expect(verdict).toBe('cancelled');
      });
    },
  ],
  [
    'exchange_order',
    'orders_pkey',
    async () => {
      const { order, afterwards } = await anOrder();
      return readBy(async (connection) => {
        const { verdict } = await exchangeOrder(connection, { ...order, now: afterwards });
        expect(verdict).toBe('offered');
      });
    },
  ],
  [
    'take_portions',
    'orders_offered',
    async () => {
      const { dish, order, afterwards } = await anOrder();
      await exchangeOrder(database.current, { ...order, now: afterwards });
      const { id } = await createCustomer(database.current);
      return readBy((connection) => ordered(placeOrder(connection, orderOf(id, dish, { now: afterwards }))));
    },
  ],
  [
    'book_movement',
    'movement_reference',
    async () => {
      const { id: customerId } = await createCustomer(database.current);
      const payment = { amount: money(1), kind: 'top-up', reference: 'a payment', actor: 'test' } as const;
      return readBy((connection) => creditAccount(connection, { customerId, ...payment, now: factoryNow }));
    },
  ],
];

test.each(calls)('%s looks up by keys while the tables are small too', async (_, index, call) => {
  const { lookedUp, readWhole } = await call();
  expect(lookedUp).toContain(index);
  expect(readWhole).toEqual([]);
});
