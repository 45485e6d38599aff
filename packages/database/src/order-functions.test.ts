import { createHash } from 'node:crypto';
import { Socket } from 'node:net';

import { calendarDay } from '@refectory/domain/day';
import { money, orderPrice, unitPrice } from '@refectory/domain/money';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { Pool, type PoolClient } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';

import { checkLedger } from './check-ledger.ts';
import { createCustomer, createOffering, factoryDay, factoryNow, orderOf } from './factories.ts';
import { handOut } from './hand-out.ts';
import { bookMovement, creditAccount, reverseMovement } from './ledger.ts';
import { cancelForCustomer, placeOrder, placeOrders, type OrderInput } from './order-functions.ts';
import { movement } from './schema.ts';
import { duringOrder, holdingAccount, WAITING, waitingForLock } from './testing/held-order.ts';
import { orderSteps } from './testing/order-steps.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const database = useTestDatabase({ max: 20 });
const { order, placed, cancel, balanceOf, remainingOf, ordersOf } = orderSteps(database);

/** The movements of an order, the latest last. */
const movementsOf = (orderId: number) =>
  database.current.orm.select().from(movement).where(eq(movement.orderId, orderId)).orderBy(movement.id);

const hash = (text: string) => createHash('sha256').update(text).digest();
/** A verdict as a repeat is told it. */
const repeated = (verdict: object) => {
  const { remaining: _left, ...told } = { remaining: undefined, ...verdict };
  return { ...told, replayed: true };
};
const keyed = (key: string, body = 'one') => ({ idempotency: { key, requestHash: hash(body) } });

test('an order takes the price from the account and the portions from the stock, and is recorded', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const verdict = await placed(id, dish, { quantity: 2, price: money(20_000) });
  expect(verdict).toEqual({
    verdict: 'ordered',
    orderId: expect.any(Number),
    price: 20_000,
    balance: 80_000,
    remaining: 8,
    replayed: false,
  });
  expect(await balanceOf(id)).toBe(80_000);
  expect(await remainingOf(dish)).toBe(8);
  expect(await ordersOf(id)).toMatchObject([
    {
      id: verdict.orderId,
      offeringId: dish.id,
      quantity: 2,
      unitPrice: 1_000_000,
      price: 20_000,
      state: 'placed',
      placedAt: factoryNow,
      pickupCode: 'A17',
    },
  ]);
  expect(await movementsOf(verdict.orderId)).toMatchObject([
    {
      kind: 'order',
      customerId: id,
      amount: -20_000,
      sales: 20_000,
      balance: 80_000,
      actor: 'customer',
      occurredAt: factoryNow,
    },
  ]);
  const { rows: entries } = await database.current.pool.query(
    'select account, amount from ledger_entry where order_id = $1 order by amount',
    [verdict.orderId],
  );
  expect(entries).toEqual([
    { account: 'customer', amount: -20_000 },
    { account: 'sales', amount: 20_000 },
  ]);
});

test.each([
  [33_350, 2, 667],
  [10_050, 3, 302],
  [49, 1, 0],
  [50, 1, 1],
  [149, 1, 1],
  [150, 1, 2],
  [0, 5, 0],
])(
  'FMT-19 the charge for %i/10,000 times %i is %i hundredths, rounded half up once',
  async (unit, quantity, charge) => {
    const { id } = await createCustomer(database.current);
    const dish = await createOffering(database.current, { price: unitPrice(unit) });
    expect(orderPrice(unitPrice(unit), quantity)).toBe(charge);
    expect(await order(id, dish, { quantity, price: money(charge) })).toMatchObject({
      verdict: 'ordered',
      price: charge,
    });
  },
);

test('the charge is the price of the customer level', async () => {
  const { id } = await createCustomer(database.current, { priceLevel: 'student' });
  const dish = await createOffering(database.current, {
    prices: { student: unitPrice(500_000), other: unitPrice(1_000_000) },
  });
  expect(await order(id, dish)).toMatchObject({ verdict: 'ordered', price: 5_000 });
});

test('part of API-63: a customer who was shown a lower price is asked, and their yes holds only for the price in the question', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const key = keyed('a');
  const cheap = { ...key, price: money(9_000) };
  const question = { verdict: 'question', about: 'price', price: 10_000, replayed: false };
  expect(await order(id, dish, cheap)).toEqual(question);
  for (const price of [9_999, 10_001].map(money))
    expect(await order(id, dish, { ...cheap, agreed: { price } })).toEqual(question);
  expect(await order(id, dish, { ...cheap, agreed: { portions: 1 } })).toEqual(question);
  expect(await balanceOf(id)).toBe(100_000);
  expect(await order(id, dish, { ...cheap, agreed: { price: money(10_000) } })).toMatchObject({
    verdict: 'ordered',
    price: 10_000,
  });
});

test('part of API-63: who was shown more, or agreed to more, is charged the right price', async () => {
  const [one, other] = [await createCustomer(database.current), await createCustomer(database.current)];
  const dish = await createOffering(database.current);
  const right = { verdict: 'ordered', price: 10_000 };
  expect(await order(one.id, dish, { price: money(12_000) })).toMatchObject(right);
  expect(await order(other.id, dish, { agreed: { price: money(99_999) } })).toMatchObject(right);
});

test('another portion of a dish that was ordered is asked about, and the yes holds for that portion', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current, { allowMultipleOrder: false });
  const first = await placed(id, dish);
  const question = { verdict: 'question', about: 'portions', portions: 2, price: 10_000, replayed: false };
  expect(await order(id, dish)).toEqual(question);
  expect(await order(id, dish, { agreed: { portions: 3 } })).toEqual(question);
  const second = await placed(id, dish, { agreed: { portions: 2 } });
  // The same yes again is no yes to a third one.
  expect(await order(id, dish, { agreed: { portions: 2 } })).toEqual({ ...question, portions: 3 });
  await cancel(id, first.orderId);
  await cancel(id, second.orderId);
  expect(await order(id, dish)).toMatchObject({ verdict: 'ordered' });
});

describe('main dishes at one time', () => {
  const at = (from: number, to: number) => ({
    pickupFrom: factoryNow + from * 3_600_000,
    pickupTo: factoryNow + to * 3_600_000,
  });
  const lunch = at(3, 6);
  test.each([
    ['at one time', {}, {}, 'question'],
    ['at times that overlap', lunch, at(5, 8), 'question'],
    ['at lunch and at dinner', lunch, at(9, 12), 'ordered'],
    ['one right after the other', lunch, at(6, 9), 'ordered'],
    ['one of which is none', lunch, { ...lunch, isMain: false }, 'ordered'],
    ['on two days', lunch, { day: calendarDay('2026-11-23') }, 'ordered'],
  ] as const)('two %s', async (_, first, second, verdict) => {
    const { id } = await createCustomer(database.current);
    await placed(id, await createOffering(database.current, { isMain: true, ...first }));
    const dish = await createOffering(database.current, { isMain: true, ...second });
    expect(await order(id, dish)).toMatchObject({ verdict });
  });

  test('are asked about once for each dish, and the yes holds for so many', async () => {
    const { id } = await createCustomer(database.current);
    const dish = () => createOffering(database.current, { isMain: true });
    await placed(id, await dish());
    const second = await dish();
    const question = { verdict: 'question', about: 'mains', mains: 2, price: 10_000, replayed: false };
    expect(await order(id, second)).toEqual(question);
    expect(await order(id, second, { agreed: { mains: 3, portions: 2 } })).toEqual(question);
    const { orderId } = await placed(id, second, { agreed: { mains: 2 } });
    // Another portion of it is asked about as such.
    expect(await order(id, second)).toMatchObject({ about: 'portions' });
    expect(await order(id, await dish(), { agreed: { mains: 2 } })).toEqual({ ...question, mains: 3 });
    await cancel(id, orderId);
    expect(await order(id, await dish(), { agreed: { mains: 2 } })).toMatchObject({ verdict: 'ordered' });
  });

  test('are counted by their portions', async () => {
    const { id } = await createCustomer(database.current);
    const dish = () => createOffering(database.current, { isMain: true, allowMultipleOrder: true });
    await placed(id, await dish(), { quantity: 2, price: money(20_000) });
    expect(await order(id, await dish())).toMatchObject({ about: 'mains', mains: 3 });
    const two = await dish();
    expect(await order(id, two, { quantity: 2, price: money(20_000) })).toMatchObject({
      about: 'mains',
      mains: 4,
    });
    await placed(id, two, { quantity: 2, price: money(20_000), agreed: { mains: 4 } });
    expect(await order(id, await dish())).toMatchObject({ about: 'mains', mains: 5 });
  });
});

describe('limits of a canteen', () => {
  const limited = async (limits: string) => {
    const dish = await createOffering(database.current);
    await database.current.pool.query(`update canteen set ${limits} where id = $1`, [dish.canteenId]);
    return dish;
  };

  test('a customer has so many portions of a dish, and others as many', async () => {
    const [one, other] = [await createCustomer(database.current), await createCustomer(database.current)];
    const dish = await limited('most_of_dish = 2');
    const refused = { verdict: 'over-limit', of: 'dish', most: 2, replayed: false };
    expect(await order(one.id, dish, { quantity: 3, price: money(30_000) })).toEqual(refused);
    const { orderId } = await placed(one.id, dish, { quantity: 2, price: money(20_000) });
    expect(await order(one.id, dish, { agreed: { portions: 3 } })).toEqual(refused);
    expect(await order(other.id, dish)).toMatchObject({ verdict: 'ordered' });
    await cancel(one.id, orderId);
    expect(await order(one.id, dish)).toMatchObject({ verdict: 'ordered' });
  });

  test('a customer has so many portions of a canteen on a day, and as many on another', async () => {
    const { id } = await createCustomer(database.current);
    const dish = await limited('most_of_day = 1');
    const { canteenId } = dish;
    await placed(id, dish);
    const sameDay = await createOffering(database.current, { canteenId });
    expect(await order(id, sameDay)).toEqual({ verdict: 'over-limit', of: 'day', most: 1, replayed: false });
    const monday = await createOffering(database.current, { canteenId, day: calendarDay('2026-11-23') });
    expect(await order(id, monday)).toMatchObject({ verdict: 'ordered' });
    expect(await order(id, await createOffering(database.current))).toMatchObject({ verdict: 'ordered' });
  });
});

test('price and subsidies are fixed by the order: it is cancelled as it was charged, whatever the menu says then', async () => {
  const { id } = await createCustomer(database.current, { priceLevel: 'student' });
  const dish = await createOffering(database.current, {
    price: unitPrice(33_350),
    subsidies: {
      student: { tax: unitPrice(12_345), nonTax: unitPrice(0) },
      other: { tax: unitPrice(1), nonTax: unitPrice(1) },
    },
  });
  const { orderId } = await placed(id, dish, { quantity: 3 });
  expect(await ordersOf(id)).toMatchObject([{ price: 1_001, taxSubsidy: 370, nonTaxSubsidy: 0 }]);
  await database.current.pool.query(
    'update offering_price set unit_price = 1, tax_subsidy = 2, non_tax_subsidy = 3 where offering_id = $1',
    [dish.id],
  );
  await cancel(id, orderId);
  expect(await movementsOf(orderId)).toMatchObject([
    { kind: 'order', amount: -1_001, taxSubsidy: -370, nonTaxSubsidy: 0, sales: 1_371 },
    { kind: 'cancel', amount: 1_001, taxSubsidy: 370, nonTaxSubsidy: 0, sales: -1_371 },
  ]);
});

test('neither the dish of another day nor that of another customer is asked about', async () => {
  const [one, other] = [await createCustomer(database.current), await createCustomer(database.current)];
  const dish = await createOffering(database.current);
  await placed(one.id, dish);
  expect(await order(other.id, dish)).toMatchObject({ verdict: 'ordered' });
  expect(await order(one.id, await createOffering(database.current))).toMatchObject({ verdict: 'ordered' });
});

test('what must be refused is refused before anything is asked', async () => {
  const { id } = await createCustomer(database.current, { balance: money(10_000) });
  const dish = await createOffering(database.current);
  await placed(id, dish);
  expect(await order(id, dish, { price: money(1) })).toMatchObject({ verdict: 'insufficient-funds' });
});

test('API-59 a question is not kept: the key answers it, and then has its answer', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  await placed(id, dish);
  const again = keyed('a');
  const asked = { verdict: 'question', about: 'portions', portions: 2, price: 10_000, replayed: false };
  expect(await order(id, dish, again)).toEqual(asked);
  expect(await order(id, dish, again)).toEqual(asked);
  const ordered = await order(id, dish, { ...again, agreed: { portions: 2 } });
  expect(ordered).toMatchObject({ verdict: 'ordered', replayed: false });
  expect(await order(id, dish, again)).toEqual(repeated(ordered));
  expect(await ordersOf(id)).toHaveLength(2);
});

test('ORD-27 a dish can be ordered up to its orderUntil and not a millisecond longer', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const { orderUntil } = dish.offering;
  expect(await order(id, dish, { now: orderUntil })).toMatchObject({ verdict: 'ordered' });
  const late = { now: orderUntil + 1, agreed: { portions: 2 } };
  expect(await order(id, dish, late)).toEqual({ verdict: 'none-offered', replayed: false });
});

test.each([
  ['a dish that is not there', { offeringId: 999_999_999 }],
  ['another day', { day: calendarDay('2026-11-23') }],
  ['another canteen', { canteenId: 999_999 }],
  ['another product', { productId: 999_999 }],
])('part of API-63: an order for %s is an unknown dish', async (_, wrong) => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  expect(await order(id, dish, wrong)).toEqual({ verdict: 'unknown-dish', replayed: false });
});

test.each([
  ['a closed dish', { state: 'closed' }, {}, { verdict: 'not-orderable' }],
  ['a dish for reading only', { state: 'readonly' }, {}, { verdict: 'not-orderable' }],
  [
    'a dish without a price for the customer',
    { prices: { student: unitPrice(1) } },
    {},
    { verdict: 'not-orderable' },
  ],
  [
    'a second portion of a dish sold singly',
    { allowMultipleOrder: false },
    { quantity: 2, price: money(20_000) },
    { verdict: 'only-one' },
  ],
  [
    'more portions than there are',
    { capacity: 1 },
    { quantity: 2, price: money(20_000) },
    { verdict: 'sold-out', remaining: 1 },
  ],
  ['a dish without portions', { capacity: 0 }, {}, { verdict: 'sold-out', remaining: 0 }],
  [
    'more than the account has',
    {},
    { quantity: 10, price: money(100_001) },
    { verdict: 'insufficient-funds', price: 100_000, balance: 99_999 },
  ],
] as const)('%s is refused and moves nothing', async (_, offering, input, verdict) => {
  const { id } = await createCustomer(database.current, { balance: money(99_999) });
  const dish = await createOffering(database.current, offering);
  expect(await order(id, dish, input)).toEqual({ ...verdict, replayed: false });
  expect(await balanceOf(id)).toBe(99_999);
  expect(await remainingOf(dish)).toBe(dish.capacity);
  expect(await ordersOf(id)).toEqual([]);
});

test('the account may go down to its floor exactly', async () => {
  const { id } = await createCustomer(database.current, { balance: money(5_000), floor: money(-5_000) });
  const dish = await createOffering(database.current);
  expect(await order(id, dish)).toMatchObject({ verdict: 'ordered', balance: -5_000 });
  expect(await order(id, await createOffering(database.current))).toMatchObject({
    verdict: 'insufficient-funds',
  });
});

test('API-59 a repeat of key and body gets the first answer and orders nothing', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const first = await order(id, dish, keyed('a'));
  expect(first).toMatchObject({ verdict: 'ordered', replayed: false });
  expect(await order(id, dish, keyed('a'))).toEqual(repeated(first));
  expect(await ordersOf(id)).toHaveLength(1);
  expect(await balanceOf(id)).toBe(90_000);
});

test('API-59 a refusal is the answer of its key too', async () => {
  const { id } = await createCustomer(database.current, { balance: money(0) });
  const dish = await createOffering(database.current);
  expect(await order(id, dish, keyed('a'))).toMatchObject({ verdict: 'insufficient-funds', replayed: false });
  await creditAccount(database.current, {
    customerId: id,
    amount: money(10_000),
    kind: 'top-up',
    actor: 'test',
    now: factoryNow,
  });
  expect(await order(id, dish, keyed('a'))).toMatchObject({ verdict: 'insufficient-funds', replayed: true });
  expect(await order(id, dish, keyed('b'))).toMatchObject({ verdict: 'ordered' });
});

test('API-59 a key that comes with another body is refused, and one of another customer is free', async () => {
  const [one, other] = [await createCustomer(database.current), await createCustomer(database.current)];
  const dish = await createOffering(database.current);
  await placed(one.id, dish, keyed('a'));
  expect(await order(one.id, dish, keyed('a', 'two'))).toEqual({ verdict: 'key-reused' });
  expect(await order(other.id, dish, keyed('a', 'two'))).toMatchObject({ verdict: 'ordered' });
});

test('a repeat in another process while the first call runs waits for it and gets its answer', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const repeat = await duringOrder(database.current, orderOf(id, dish, keyed('a')), () =>
    order(id, dish, keyed('a')),
  );
  expect(repeat).toMatchObject({ verdict: 'ordered', replayed: true });
  expect(await ordersOf(id)).toHaveLength(1);
});

test('API-59 twenty repeats at once have one effect', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const verdicts = await Promise.all(Array.from({ length: 20 }, () => order(id, dish, keyed('a'))));
  expect(await ordersOf(id)).toHaveLength(1);
  for (const verdict of verdicts) expect(verdict.verdict).toBe('ordered');
  expect(verdicts.filter((verdict) => 'replayed' in verdict && !verdict.replayed)).toHaveLength(1);
});

test('twenty customers at once: the last portion is sold once', async () => {
  const customers = await Promise.all(Array.from({ length: 20 }, () => createCustomer(database.current)));
  const dish = await createOffering(database.current, { capacity: 1 });
  const verdicts = await Promise.all(customers.map(({ id }) => order(id, dish)));
  expect(verdicts.map(({ verdict }) => verdict).toSorted()).toEqual([
    'ordered',
    ...Array.from({ length: 19 }, () => 'sold-out'),
  ]);
  expect(await remainingOf(dish)).toBe(0);
});

test('twenty orders of one customer at once: money for one buys one', async () => {
  const { id } = await createCustomer(database.current, { balance: money(19_999) });
  const dishes = await Promise.all(Array.from({ length: 20 }, () => createOffering(database.current)));
  const verdicts = await Promise.all(dishes.map((dish) => order(id, dish)));
  expect(verdicts.filter(({ verdict }) => verdict === 'ordered')).toHaveLength(1);
  expect(await balanceOf(id)).toBe(9_999);
});

test('twenty orders of one dish by one customer at once: one is carried out, the others are asked about', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current, { capacity: 20 });
  const verdicts = await Promise.all(Array.from({ length: 20 }, () => order(id, dish)));
  expect(verdicts.map(({ verdict }) => verdict).toSorted()).toEqual([
    'ordered',
    ...Array.from({ length: 19 }, () => 'question'),
  ]);
});

describe('a batch', () => {
  const customers = (count: number, input: Parameters<typeof createCustomer>[1] = {}) =>
    Promise.all(Array.from({ length: count }, () => createCustomer(database.current, input)));

  test('decides each order as if it came alone in its turn', async () => {
    const wish = fc.record({
      dish: fc.nat(1),
      quantity: fc.integer({ min: 1, max: 3 }),
      price: fc.constantFrom(9_000, 10_000, 30_000),
      agreedPrice: fc.option(fc.constantFrom(10_000, 20_000), { nil: undefined }),
      balance: fc.constantFrom(0, 10_000, 30_000),
      late: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(wish, { minLength: 1, maxLength: 12 }),
        fc.tuple(fc.nat(6), fc.nat(6)),
        async (wishes, capacities) => {
          const run = async (place: (inputs: OrderInput[]) => ReturnType<typeof placeOrders>) => {
            const dishes = [];
            for (const capacity of capacities)
              dishes.push(await createOffering(database.current, { capacity }));
            const inputs = [];
            for (const { dish: index, balance, agreedPrice, late, ...input } of wishes) {
              const dish = dishes[index];
              if (!dish) throw new RangeError('there are two dishes');
              const { id } = await createCustomer(database.current, { balance: money(balance) });
              inputs.push(
                orderOf(id, dish, {
                  quantity: input.quantity,
                  price: money(input.price),
                  agreed: agreedPrice === undefined ? undefined : { price: money(agreedPrice) },
                  now: late ? dish.offering.orderUntil + 1 : factoryNow,
                }),
              );
            }
            const verdicts = await place(inputs);
            const left = await Promise.all(dishes.map(remainingOf));
            return { verdicts: verdicts.map((verdict) => ({ ...verdict, orderId: undefined })), left };
          };
          const alone = await run(async (inputs) => {
            const verdicts = [];
            for (const one of inputs) verdicts.push(await placeOrder(database.current, one));
            return verdicts;
          });
          expect(await run((inputs) => placeOrders(database.current, inputs))).toEqual(alone);
        },
      ),
      { numRuns: 15 },
    );
  });

  test('sells what is left to a smaller order behind one that is too large', async () => {
    const dish = await createOffering(database.current, { capacity: 3 });
    const people = await customers(4);
    const quantities = [2, 2, 1, 1];
    const verdicts = await placeOrders(
      database.current,
      people.map(({ id }, index) =>
        orderOf(id, dish, { quantity: quantities[index] ?? 1, price: money(20_000) }),
      ),
    );
    expect(verdicts).toMatchObject([
      { verdict: 'ordered' },
      { verdict: 'sold-out', remaining: 1 },
      { verdict: 'ordered' },
      { verdict: 'sold-out', remaining: 0 },
    ]);
    expect(await remainingOf(dish)).toBe(0);
  });

  test('API-59 replays what is known, and decides the rest', async () => {
    const dish = await createOffering(database.current);
    const [known, reused, fresh] = await customers(3);
    if (!known || !reused || !fresh) throw new RangeError('there are three customers');
    const first = await placed(known.id, dish, keyed('a'));
    await placed(reused.id, dish, keyed('a'));
    expect(
      await placeOrders(database.current, [
        orderOf(known.id, dish, keyed('a')),
        orderOf(reused.id, dish, keyed('a', 'two')),
        orderOf(fresh.id, dish, keyed('a')),
      ]),
    ).toEqual([
      repeated(first),
      { verdict: 'key-reused' },
      { ...first, orderId: expect.any(Number), remaining: 7 },
    ]);
  });

  test('takes one order of a customer at most, and customers with an account only', async () => {
    const dish = await createOffering(database.current);
    const [one] = await customers(1);
    const twice = [orderOf(one?.id ?? 0, dish), orderOf(one?.id ?? 0, dish)];
    await expect(placeOrders(database.current, twice)).rejects.toThrow('no account, or two orders');
    await expect(order(999_999_999, dish)).rejects.toThrow('no account, or two orders');
    await expect(order(one?.id ?? 0, dish, { quantity: 0 })).rejects.toThrow('not an order');
    expect(await placeOrders(database.current, [])).toEqual([]);
    expect(await remainingOf(dish)).toBe(10);
  });
});

describe('an order that is disturbed', () => {
  /** Two customers' orders of a dish. */
  async function twoOrders() {
    const [first, second] = [await createCustomer(database.current), await createCustomer(database.current)];
    const dish = await createOffering(database.current);
    return { first: orderOf(first.id, dish), second: orderOf(second.id, dish), dish };
  }

  /** Places two orders, which wait for the account of the second customer, and disturbs them there. */
  async function disturbed(disturb: (holder: PoolClient, firstCustomer: number) => Promise<unknown>) {
    const { first, second, dish } = await twoOrders();
    await holdingAccount(database.current, second.customerId, async (holder) => {
      const verdicts = placeOrders(database.current, [first, second]);
      await waitingForLock(database.current);
      await disturb(holder, first.customerId);
      await holder.query('rollback');
      expect(await verdicts).toMatchObject([{ verdict: 'ordered' }, { verdict: 'ordered' }]);
    });
    expect(await remainingOf(dish)).toBe(8);
  }

  test('is repeated when its connection is lost, and carried out once', () =>
    disturbed((holder) => holder.query(`select pg_terminate_backend(pid) from (${WAITING}) waiting`)));

  test('is repeated when only its connection is lost: the repeat waits for the first call and gets its answer', async () => {
    const { first, second, dish } = await twoOrders();
    const verdicts = await holdingAccount(database.current, second.customerId, async (holder) => {
      const sockets: Socket[] = [];
      const stream = () => sockets[sockets.push(new Socket()) - 1];
      const lossy = new Pool({ ...database.current.connection, max: 1, stream });
      onTestFinished(() => lossy.end());
      const placing = placeOrders({ pool: lossy }, [first, second]);
      await waitingForLock(database.current);
      sockets[0]?.destroy();
      // The lost call waits for the holder, and its repeat for the lost call.
      await expect.poll(async () => (await database.current.pool.query(WAITING)).rowCount).toBe(2);
      await holder.query('rollback');
      return await placing;
    });
    expect(verdicts).toMatchObject([
      { verdict: 'ordered', replayed: true },
      { verdict: 'ordered', replayed: true },
    ]);
    expect(await remainingOf(dish)).toBe(8);
  });

  test('is repeated when it ran into a deadlock, and carried out once', () =>
    disturbed(async (holder, firstCustomer) => {
      // The orders are to be given up, not the test.
      await holder.query(`set local deadlock_timeout = '30s'`);
      await holder.query('select from account where customer_id = $1 for update', [firstCustomer]);
    }));
});

test('a cancelled order gives back exactly what it cost, and the portions', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current, { price: unitPrice(33_350) });
  const { orderId } = await placed(id, dish, { quantity: 2, price: money(667) });
  expect(await cancel(id, orderId)).toEqual({
    verdict: 'cancelled',
    orderId,
    refunded: 667,
    balance: 100_000,
    replayed: false,
  });
  expect(await balanceOf(id)).toBe(100_000);
  expect(await remainingOf(dish)).toBe(10);
  expect(await ordersOf(id)).toMatchObject([{ state: 'cancelled', cancelledAt: factoryNow }]);
});

test('an order is refunded once, however often and however concurrently it is cancelled', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const { orderId } = await placed(id, dish);
  const verdicts = await Promise.all(Array.from({ length: 8 }, () => cancel(id, orderId)));
  expect(verdicts.map(({ verdict }) => verdict).toSorted()).toEqual([
    ...Array.from({ length: 7 }, () => 'already-cancelled'),
    'cancelled',
  ]);
  expect(await balanceOf(id)).toBe(100_000);
  expect(await remainingOf(dish)).toBe(10);
});

test('part of API-63: an order of another customer is unknown and stays', async () => {
  const [owner, other] = [await createCustomer(database.current), await createCustomer(database.current)];
  const { orderId } = await placed(owner.id, await createOffering(database.current));
  expect(await cancel(other.id, orderId)).toEqual({ verdict: 'unknown-order', replayed: false });
  expect(await cancel(owner.id, 999_999_999)).toEqual({ verdict: 'unknown-order', replayed: false });
  expect(await ordersOf(owner.id)).toMatchObject([{ state: 'placed' }]);
});

test('ORD-27 an order can be cancelled up to its cancelUntil and not a millisecond longer', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const { orderId } = await placed(id, dish);
  const { cancelUntil } = dish.offering;
  expect(await cancel(id, orderId, { now: cancelUntil + 1 })).toEqual({
    verdict: 'past-cut-off',
    replayed: false,
  });
  expect(await cancel(id, orderId, { now: cancelUntil })).toMatchObject({ verdict: 'cancelled' });
});

test('a meal that was collected cannot be cancelled', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const { orderId } = await placed(id, dish);
  await handOut(database.current, { canteenId: dish.canteenId, day: factoryDay, now: factoryNow });
  expect(await cancel(id, orderId)).toEqual({ verdict: 'handed-out', replayed: false });
});

test('API-59 a repeated cancellation gets the first answer', async () => {
  const { id } = await createCustomer(database.current);
  const { orderId } = await placed(id, await createOffering(database.current));
  const first = await cancel(id, orderId, keyed('c'));
  expect(await cancel(id, orderId, keyed('c'))).toEqual({ ...first, replayed: true });
  expect(await cancel(id, orderId, keyed('c', 'two'))).toEqual({ verdict: 'key-reused' });
});

test('orders and cancellations of a scarce dish at once never oversell it', async () => {
  const dish = await createOffering(database.current, { capacity: 3 });
  const customers = await Promise.all(Array.from({ length: 10 }, () => createCustomer(database.current)));
  await Promise.all(
    customers.map(async ({ id }) => {
      for (let round = 0; round < 5; round++) {
        const verdict = await order(id, dish);
        if (verdict.verdict === 'ordered')
          await cancel(id, verdict.orderId, { agreed: { giveUp: verdict.orderId } });
      }
    }),
  );
  expect(await remainingOf(dish)).toBe(3);
  expect(await checkLedger(database.current)).toEqual([]);
});

test('a cancellation that waits for an order counts it', async () => {
  const [canceller, orderer] = [
    await createCustomer(database.current),
    await createCustomer(database.current),
  ];
  const dish = await createOffering(database.current, { capacity: 2 });
  const { orderId } = await placed(canceller.id, dish);
  const cancelled = await duringOrder(database.current, orderOf(orderer.id, dish), () =>
    cancel(canceller.id, orderId),
  );
  expect(cancelled).toMatchObject({ verdict: 'cancelled' });
  expect(await remainingOf(dish)).toBe(1);
});

test('a credit counts once for each reference', async () => {
  const { id } = await createCustomer(database.current, { balance: money(0) });
  const credit = {
    customerId: id,
    amount: money(2_500),
    kind: 'top-up',
    reference: 'bank-1',
    actor: 'test',
    now: factoryNow,
  } as const;
  const verdicts = await Promise.all(
    Array.from({ length: 5 }, () => creditAccount(database.current, credit)),
  );
  expect(verdicts.filter((verdict) => 'replayed' in verdict && !verdict.replayed)).toHaveLength(1);
  expect(await balanceOf(id)).toBe(2_500);
  expect(await creditAccount(database.current, { ...credit, amount: money(1) })).toEqual({
    verdict: 'reference-reused',
  });
  expect(await creditAccount(database.current, { ...credit, reference: 'bank-2' })).toEqual({
    verdict: 'booked',
    balance: 5_000,
    replayed: false,
  });
});

test('a credit takes no amount that is not positive', async () => {
  const { id } = await createCustomer(database.current);
  const credit = { customerId: id, kind: 'top-up', actor: 'test', now: factoryNow } as const;
  for (const amount of [money(0), money(-1)])
    expect(() => creditAccount(database.current, { ...credit, amount })).toThrow('not an amount');
});

test('two customers whose payments come with one reference at once: one is booked, the other is refused', async () => {
  const customers = await Promise.all([1, 2, 3, 4].map(() => createCustomer(database.current)));
  const verdicts = await Promise.all(
    customers.map(({ id }) =>
      creditAccount(database.current, {
        customerId: id,
        amount: money(500),
        kind: 'top-up',
        reference: 'one receipt',
        actor: 'test',
        now: factoryNow,
      }),
    ),
  );
  expect(verdicts.map(({ verdict }) => verdict).toSorted()).toEqual([
    'booked',
    'reference-reused',
    'reference-reused',
    'reference-reused',
  ]);
});

test('an account never holds more than the largest amount', async () => {
  const { id } = await createCustomer(database.current, { balance: money(0) });
  const credit = { customerId: id, kind: 'top-up', actor: 'test', now: factoryNow } as const;
  const most = money(1_000_000_000_000);
  expect(await creditAccount(database.current, { ...credit, amount: most })).toMatchObject({ balance: most });
  expect(await creditAccount(database.current, { ...credit, amount: money(1) })).toEqual({
    verdict: 'too-much-money',
    balance: most,
  });
  await expect(
    database.current.pool.query('update account set balance = balance + 1 where customer_id = $1', [id]),
  ).rejects.toThrow('account_not_too_large');
});

describe('money that moves beside orders', () => {
  const by = { actor: 'command anna', reason: 'cold soup', now: factoryNow } as const;
  const book = (customerId: number, input: Pick<Parameters<typeof bookMovement>[1], 'kind' | 'amount'>) =>
    bookMovement(database.current, { customerId, ...by, ...input });
  const lastOf = async (customerId: number) =>
    (
      await database.current.orm
        .select()
        .from(movement)
        .where(eq(movement.customerId, customerId))
        .orderBy(movement.id)
    ).at(-1);

  test.each([
    ['refund', 5_000, { sales: -5_000 }],
    ['debit', -5_000, { cash: 5_000 }],
    ['correction', 3, { rounding: -3 }],
    ['correction', -3, { rounding: 3 }],
  ] as const)('a %s of %i goes against the right account', async (kind, amount, legs) => {
    const { id } = await createCustomer(database.current);
    const balance = 100_000 + amount;
    expect(await book(id, { kind, amount: money(amount) })).toEqual({
      verdict: 'booked',
      balance,
      replayed: false,
    });
    expect(await lastOf(id)).toMatchObject({
      kind,
      amount,
      cash: 0,
      sales: 0,
      rounding: 0,
      ...legs,
      balance,
      actor: 'command anna',
      reason: 'cold soup',
    });
  });

  test('a debit does not overdraw the account', async () => {
    const { id } = await createCustomer(database.current, { balance: money(100) });
    expect(await book(id, { kind: 'debit', amount: money(-101) })).toEqual({
      verdict: 'insufficient-funds',
      balance: 100,
    });
  });

  test('a refund of an order gives back what was paid for it at most, and its cancellation the rest', async () => {
    const { id } = await createCustomer(database.current);
    const { orderId } = await placed(id, await createOffering(database.current));
    const refund = (amount: number) =>
      bookMovement(database.current, {
        customerId: id,
        kind: 'refund',
        orderId,
        amount: money(amount),
        ...by,
      });
    expect(await refund(10_001)).toEqual({ verdict: 'more-than-paid', amount: 10_000 });
    expect(await refund(4_000)).toMatchObject({ verdict: 'booked', balance: 94_000 });
    expect(await refund(6_001)).toEqual({ verdict: 'more-than-paid', amount: 6_000 });
    expect(await cancel(id, orderId)).toMatchObject({ refunded: 6_000, balance: 100_000 });
    expect(await refund(1)).toEqual({ verdict: 'more-than-paid', amount: 0 });
    const other = await createCustomer(database.current);
    expect(
      await bookMovement(database.current, {
        customerId: other.id,
        kind: 'refund',
        orderId,
        amount: money(1),
        ...by,
      }),
    ).toEqual({ verdict: 'unknown-order' });
  });

  test('a movement that was booked by mistake is taken back once, leg by leg', async () => {
    const { id } = await createCustomer(database.current);
    await book(id, { kind: 'refund', amount: money(700) });
    const wrong = await lastOf(id);
    const reverse = () =>
      reverseMovement(database.current, { customerId: id, movementId: wrong?.id ?? 0, ...by });
    expect(await reverse()).toEqual({ verdict: 'reversed', amount: -700, balance: 100_000 });
    expect(await lastOf(id)).toMatchObject({
      kind: 'reversal',
      amount: -700,
      sales: 700,
      reverses: wrong?.id,
    });
    expect(await reverse()).toEqual({ verdict: 'already-reversed' });
  });

  test('what an order was charged is not reversed, nor what is not there, nor money that was spent', async () => {
    const { id } = await createCustomer(database.current);
    const opening = await lastOf(id);
    const { orderId } = await placed(id, await createOffering(database.current));
    const [charge] = await movementsOf(orderId);
    const reverse = (movementId = 0) =>
      reverseMovement(database.current, { customerId: id, movementId, ...by });
    expect(await reverse(charge?.id)).toEqual({ verdict: 'not-reversible' });
    expect(await reverse(999_999_999)).toEqual({ verdict: 'unknown-movement' });
    expect(await reverse(opening?.id)).toEqual({ verdict: 'insufficient-funds', balance: 90_000 });
  });

  test('an order is cancelled for its customer after the cut-off, unless it was handed out', async () => {
    const { id } = await createCustomer(database.current);
    const dish = await createOffering(database.current, { capacity: 1 });
    const { orderId } = await placed(id, dish);
    const late = { actor: 'command anna', now: dish.offering.exchangeUntil + 1 };
    const cancelled = await cancelForCustomer(database.current, { orderId, ...late });
    expect(cancelled).toMatchObject({ verdict: 'cancelled', refunded: 10_000, balance: 100_000 });
    expect((await movementsOf(orderId)).at(-1)).toMatchObject({ kind: 'cancel', actor: 'command anna' });
    expect(await remainingOf(dish)).toBe(1);
    const eaten = await placed(id, dish);
    await handOut(database.current, { canteenId: dish.canteenId, day: factoryDay, now: factoryNow });
    const refused = await cancelForCustomer(database.current, { orderId: eaten.orderId, ...late });
    expect(refused).toMatchObject({ verdict: 'handed-out' });
  });
});

test('the ledger is append-only, for its owner too', async () => {
  const { pool } = database.current;
  await expect(pool.query(`update movement set reason = 'another'`)).rejects.toThrow('append-only');
  await expect(pool.query('delete from movement')).rejects.toThrow('append-only');
  await expect(pool.query('truncate movement')).rejects.toThrow('append-only');
});

test('money of an order moves by the kinds that count for it only', async () => {
  const { id } = await createCustomer(database.current);
  const { orderId } = await placed(id, await createOffering(database.current));
  const debit = { kind: 'debit', amount: money(-1), orderId, actor: 'test', now: factoryNow } as const;
  await expect(bookMovement(database.current, { customerId: id, ...debit })).rejects.toThrow(
    'movement_of_order',
  );
});

test('a movement that does not sum to zero is refused', async () => {
  const { id } = await createCustomer(database.current);
  await expect(
    database.current.pool.query(
      `insert into movement (customer_id, kind, amount, balance, actor, occurred_at)
       values ($1, 'correction', 100, 100, 'test', '2026-11-20')`,
      [id],
    ),
  ).rejects.toThrow('movement_sums_to_zero');
});

test('what was ordered and charged is kept: its customer, its dish and the order itself', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const { orderId } = await placed(id, dish);
  const { pool } = database.current;
  await expect(pool.query('delete from customer where id = $1', [id])).rejects.toThrow('has orders');
  await expect(pool.query('delete from offering where id = $1', [dish.id])).rejects.toThrow('has orders');
  await expect(pool.query('delete from orders where id = $1', [orderId])).rejects.toThrow('has movements');
});
