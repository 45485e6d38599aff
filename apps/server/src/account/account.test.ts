import { failureOf } from '@refectory/contract/errors';
import { createCustomer, createOffering, factoryNow } from '@refectory/database/factories';
import { creditAccount } from '@refectory/database/ledger';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { money } from '@refectory/domain/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createTestApp } from '../testing/create-test-app.ts';
import { sayingYes } from '../testing/saying-yes.ts';

const database = useTestDatabase();

test('API-27 the balance is told with what can be spent of it, to its owner', async () => {
  const t = await createTestApp({ database: database.current });
  const customer = await createCustomer(database.current, { balance: money(5_000), floor: money(-2_000) });
  expect(await (await t.loginAs(customer)).getBalance()).toEqual({
    balance: 5_000,
    available: 7_000,
    pluginData: [{ label: 'Prices', value: 'Guests' }],
  });
});

const ledgerStep = fc.record({
  who: fc.nat(1),
  what: fc.constantFrom('order', 'cancel', 'offer', 'top-up'),
  which: fc.nat(20),
});

test('REP-28 whatever is ordered, cancelled, exchanged and paid in, balances are sums of a ledger that is only added to', async () => {
  const own = database.current;
  const t = await createTestApp({ database: own });
  const happened = new Set<string>();
  const property = fc.asyncProperty(fc.array(ledgerStep, { minLength: 30, maxLength: 40 }), async (steps) => {
    const people = await Promise.all(
      [2_000_000, 25_000].map(async (balance) => {
        const { id } = await createCustomer(own, { balance: money(balance) });
        return { id, client: await t.loginAs({ id }), orders: [] as number[] };
      }),
    );
    // The second one can be offered at once, and has so few portions that the other customer takes them.
    const dishes = [
      await createOffering(own, { capacity: 5 }),
      await createOffering(own, { capacity: 1, cancelUntil: factoryNow - 1 }),
    ];
    const pick = <Value>(values: readonly Value[], which: number) => values[which % values.length];
    for (const { who, what, which } of steps) {
      const person = people[who];
      const dish = pick(dishes, which);
      if (!person || !dish) throw new Error('nobody, or no dish');
      const { client, orders } = person;
      const orderId = pick(orders, which) ?? 0;
      const run = async () => {
        switch (what) {
          case 'order': {
            const item = {
              mealId: dish.id,
              date: dish.offering.day,
              quantity: 1,
              canteenId: dish.canteenId,
            };
            const body = { price: money(10_000), item };
            const answer = await sayingYes((force) => client.createDirectOrder({ body }, { force }));
            if (answer.orderId !== undefined) orders.push(answer.orderId);
            return;
          }
          case 'cancel':
            await sayingYes((force) => client.cancelOrder({ body: { orderId } }, { force }));
            return;
          case 'offer':
            await sayingYes((force) => client.exchangeOrder({ body: { orderId } }, { force }));
            return;
          case 'top-up':
            await creditAccount(own, {
              customerId: person.id,
              amount: money(1_000 + which),
              kind: 'top-up',
              actor: 'command test',
              now: factoryNow,
            });
        }
      };
      // What the canteen refuses, such as an order without the money for it, moves nothing.
      const failure = await run().then(() => undefined, failureOf);
      if (!failure) happened.add(what);
      else expect(failure.kind).toMatch(/refused|stale-cart/);
    }
    for (const { id, client } of people) {
      const { rows } = await own.pool.query<{ sum: number }>(
        `select sum(amount)::bigint as sum from ledger_entry where account = 'customer' and customer_id = $1`,
        [id],
      );
      expect((await client.getBalance()).balance).toBe(rows[0]?.sum);
    }
  });
  // One series in which each kind of step comes about; the others are random.
  const everyKind = [
    { who: 0, what: 'order', which: 1 },
    { who: 0, what: 'offer', which: 0 },
    { who: 1, what: 'order', which: 1 },
    { who: 0, what: 'order', which: 0 },
    { who: 0, what: 'cancel', which: 1 },
    { who: 1, what: 'top-up', which: 0 },
  ] as const;
  await fc.assert(property, { numRuns: 5, examples: [[[...everyKind]]] });
  expect([...happened].toSorted()).toEqual(['cancel', 'offer', 'order', 'top-up']);
  const { rows: kinds } = await own.pool.query<{ kind: string }>(
    `select distinct kind from movement where kind = 'exchange'`,
  );
  expect(kinds).toHaveLength(1);
  const { rows: unbalanced } = await own.pool.query(
    'select movement_id from ledger_entry group by movement_id having sum(amount) <> 0',
  );
  expect(unbalanced).toEqual([]);
  for (const change of ['update movement set amount = amount', 'delete from movement', 'truncate movement'])
    await expect(own.pool.query(change)).rejects.toThrow('append-only');
});

test('API-31 the bonus balance is told in a currency of its own, in the language of the call', async () => {
  const t = await createTestApp({ database: database.current });
  const currencyFormat = { en: '{0} points', cs: '{0} bodů' };
  const customer = await createCustomer(database.current, {
    bonus: { amount: money(12_050), currencyFormat },
  });
  const answer = await t.app.inject({
    url: '/api/customer/account/bonusbalance',
    headers: { 'x-asw-token': await t.tokenFor(customer), 'accept-language': 'cs' },
  });
  expect(answer.json()).toEqual({ success: true, bonusBalance: 120.5, bonusBalanceCurrency: '{0} bodů' });
});

test('API-31 a customer who was never given a bonus has none', async () => {
  const t = await createTestApp({ database: database.current });
  const client = await t.loginAs(await createCustomer(database.current));
  expect(await client.getBonusBalance()).toEqual({ bonusBalance: 0 });
});

test('API-34 custom data is told in its order and in the language of the call, to its owner only', async () => {
  const t = await createTestApp({ database: database.current });
  const customer = await createCustomer(database.current, {
    customData: [
      { label: { en: 'Cost centre', sk: 'Nákladové stredisko' }, value: '4711' },
      { label: { en: 'Building' }, value: 'B' },
    ],
  });
  expect(await (await t.loginAs(customer, 'sk')).listCustomData()).toEqual({
    customData: [
      { id: 1, label: 'Nákladové stredisko', value: '4711' },
      { id: 2, label: 'Building', value: 'B' },
    ],
  });
  const other = await t.loginAs(await createCustomer(database.current));
  expect(await other.listCustomData()).toEqual({ customData: [] });
});

test('API-31 API-34 a guest is told neither', async () => {
  const t = await createTestApp({ database: database.current });
  const guest = t.client('en', await t.tokenFor());
  expect(await guest.getBonusBalance().catch(failureOf)).toMatchObject({ status: 401 });
  expect(await guest.listCustomData().catch(failureOf)).toMatchObject({ status: 401 });
});
