import { money } from '@refectory/domain/money';
import { beforeAll, expect, test } from 'vitest';

import { openDatabase, type Database } from './database.ts';
import { createCanteen, createCustomer, createOffering, factoryNow, orderOf } from './factories.ts';
import { creditAccount } from './ledger.ts';
import { cancelOrder, exchangeOrder, ownKey, placeOrder, type OrderVerdict } from './order-functions.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const database = useTestDatabase();

type Connection = Pick<Database, 'pool'>;

/** A part of a plan, as PostgreSQL explains it. */
type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
};

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The plans of all statements that something carries out on a new connection, those in functions and triggers too. */
async function plansOf(run: (connection: Connection) => Promise<unknown>): Promise<PlanNode[]> {
  const connection = openDatabase(database.current.connection, { max: 1 });
  const plans: PlanNode[] = [];
  connection.pool.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => {
      const { Plan: plan } = JSON.parse(message.slice(message.indexOf('{'))) as { Plan: PlanNode };
      plans.push(plan);
    }),
  );
  try {
    await connection.pool.query(`
      load 'auto_explain';
      set auto_explain.log_min_duration = 0;
      set auto_explain.log_nested_statements = on;
      set auto_explain.log_format = json;
      set client_min_messages = log`);
    await run(connection);
  } finally {
    await connection.close();
  }
  return plans;
}

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

const READS_TABLE = /^(Parallel )?(Seq|Index|Index Only|Bitmap Index) Scan$/;

/** The tables, or their indexes, that the plans of something look up by keys, and those that they read from end to end. */
async function readBy(run: (connection: Connection) => Promise<unknown>) {
  const nodes = (await plansOf(run)).flatMap(nodesOf).filter((node) => READS_TABLE.test(node['Node Type']));
  const called = (node: PlanNode) => node['Index Name'] ?? node['Relation Name'];
  const isLookUp = (node: PlanNode) => node['Index Cond'] !== undefined;
  return {
    lookedUp: nodes.filter(isLookUp).map(called),
    readWhole: nodes.filter((node) => !isLookUp(node)).map(called),
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
