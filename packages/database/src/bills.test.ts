import { calendarDay, instantAt } from '@refectory/domain/day';
import { money, unitPrice } from '@refectory/domain/money';
import { asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { setBillClosing } from './canteens.ts';
import { checkLedger } from './check-ledger.ts';
import { createCanteen, createCustomer, createOffering, factoryDay, factoryNow } from './factories.ts';
import { grantBonus, type NewBonus } from './grants.ts';
import { closeDueBills, handOut } from './hand-out.ts';
import { bookMovement } from './ledger.ts';
import { bill, billItem, bonus, canteen, customer, type BillClosing } from './schema.ts';
import { orderSteps } from './testing/order-steps.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const database = useTestDatabase();
const { placed, balanceOf } = orderSteps(database);

/** The end of the day on which everything happens here. */
const dayOver = instantAt(calendarDay('2026-11-21'), '00:00', 'Europe/Prague');

const billsOf = (customerId: number) =>
  database.current.orm.select().from(bill).where(eq(bill.customerId, customerId)).orderBy(asc(bill.id));
const itemsOf = (billId: number) =>
  database.current.orm
    .select()
    .from(billItem)
    .where(eq(billItem.billId, billId))
    .orderBy(asc(billItem.orderId));
const taxed = async (taxRate: number | null, groupTaxRates = {}) => {
  const created = await createCanteen(database.current);
  await database.current.orm
    .update(canteen)
    .set({ taxRate, groupTaxRates })
    .where(eq(canteen.id, created.id));
  return created;
};
const give = (customerId: number, given: Partial<NewBonus>) =>
  grantBonus(database.current, {
    customerId,
    amount: money(5_000),
    validFrom: factoryDay,
    validTo: factoryDay,
    grantedAt: factoryNow,
    currencyFormat: { en: '{0} points' },
    ...given,
  });
const drawnOf = async (customerId: number) =>
  (
    await database.current.orm
      .select({ drawn: bonus.drawn })
      .from(bonus)
      .where(eq(bonus.customerId, customerId))
      .orderBy(asc(bonus.id))
  ).map(({ drawn }) => drawn);

/** A customer who was handed out one dish of 100.00, with these bonuses. */
async function billed(bonuses: readonly Partial<NewBonus>[], { balance = money(100_000) } = {}) {
  const { id: customerId } = await createCustomer(database.current, { balance });
  for (const given of bonuses) await give(customerId, given);
  const dish = await createOffering(database.current);
  await placed(customerId, dish);
  await handOut(database.current, { canteenId: dish.canteenId, day: factoryDay, now: factoryNow });
  const [closed] = await billsOf(customerId);
  return { customerId, closed };
}

test('what a customer is handed out together is one bill, with the tax of each dish', async () => {
  const { id: canteenId } = await taxed(1_200, { desserts: 2_100 });
  const { id: customerId } = await createCustomer(database.current);
  await database.current.orm.update(customer).set({ costCenter: '4711' }).where(eq(customer.id, customerId));
  const subsidies = { other: { tax: unitPrice(200_000), nonTax: unitPrice(100_000) } };
  const soup = await createOffering(database.current, {
    canteenId,
    subsidies,
    product: { name: { en: 'Soup' } },
  });
  const cake = await createOffering(database.current, {
    canteenId,
    price: unitPrice(499_900),
    mealGroup: { en: 'Desserts', cs: 'Moučníky' },
    product: { name: { en: 'Cake' } },
  });
  await placed(customerId, soup, { quantity: 2, price: money(20_000) });
  await placed(customerId, cake, { price: money(4_999) });
  await handOut(database.current, { canteenId, day: factoryDay, register: 'Till 2', now: factoryNow });

  const bills = await billsOf(customerId);
  expect(bills).toEqual([
    {
      id: expect.any(Number) as number,
      customerId,
      canteenId,
      serialNumber: 1,
      day: factoryDay,
      closedAt: factoryNow,
      register: 'Till 2',
      costCenter: '4711',
      price: 24_999,
      taxSubsidy: 4_000,
      nonTaxSubsidy: 2_000,
      usedBonus: 0,
    },
  ]);
  expect(await itemsOf(bills[0]?.id ?? 0)).toMatchObject([
    { name: { en: 'Soup' }, quantity: 2, price: 20_000, taxRate: 1_200, priceWithoutTax: 17_857 },
    { name: { en: 'Cake' }, quantity: 1, price: 4_999, taxRate: 2_100, priceWithoutTax: 4_131 },
  ]);
  expect(await checkLedger(database.current)).toEqual([]);
});

test('bills close by themselves when their day is over: one for a customer and a canteen, without a till', async () => {
  const { id: canteenId } = await createCanteen(database.current);
  const dishes = [
    await createOffering(database.current, { canteenId }),
    await createOffering(database.current, { canteenId }),
  ];
  const customers = [await createCustomer(database.current), await createCustomer(database.current)];
  for (const { id } of customers) for (const dish of dishes) await placed(id, dish);
  // Of a customer all meals are taken, also where the limit is between them.
  expect(await closeDueBills(database.current, dayOver, 3)).toBe(4);
  const bills = (await Promise.all(customers.map(({ id }) => billsOf(id)))).flat();
  expect(bills.map(({ serialNumber }) => serialNumber)).toEqual([1, 2]);
  expect(bills).toMatchObject([
    { register: null, price: 20_000, day: factoryDay },
    { register: null, price: 20_000, day: factoryDay },
  ]);
  expect(await itemsOf(bills[0]?.id ?? 0)).toHaveLength(2);
  expect(await checkLedger(database.current)).toEqual([]);
});

test('processes that close bills at one moment make one bill of what a customer ate in a canteen', async () => {
  const { id: canteenId } = await createCanteen(database.current);
  const dishes = await Promise.all(
    Array.from({ length: 3 }, () => createOffering(database.current, { canteenId, capacity: 100 })),
  );
  for (let round = 0; round < 5; round += 1) {
    const customers = await Promise.all(Array.from({ length: 8 }, () => createCustomer(database.current)));
    for (const { id } of customers) for (const dish of dishes) await placed(id, dish);
    await Promise.all(Array.from({ length: 4 }, () => closeDueBills(database.current, dayOver)));
    for (const { id } of customers) expect(await billsOf(id)).toMatchObject([{ price: 30_000 }]);
  }
});

describe('bills close', () => {
  /**
   * A canteen that closes bills so, and a customer with a bonus of 50.00 who ordered two dishes of 100.00 there: one was
   * handed out at noon, nobody fetched the other.
   */
  async function halfFetched(closing: BillClosing) {
    const created = await createCanteen(database.current);
    await setBillClosing(database.current, created, closing, factoryNow);
    const { id: customerId } = await createCustomer(database.current);
    await give(customerId, {});
    for (const pickupCode of ['NOON', 'LEFT'])
      await placed(customerId, await createOffering(database.current, { canteenId: created.id }), {
        pickupCode,
      });
    const fetched = (pickupCode: string, now = factoryNow) =>
      handOut(database.current, {
        canteenId: created.id,
        day: factoryDay,
        pickupCode,
        register: 'Till 1',
        now,
      });
    await fetched('NOON');
    return { canteen: created, customerId, fetched };
  }
  const shownOf = async (customerId: number) =>
    (await billsOf(customerId)).map(({ closedAt, day, price, usedBonus, register }) => ({
      closedAt,
      day,
      price,
      usedBonus,
      register,
    }));
  const sold = { day: factoryDay, price: 10_000, usedBonus: 0, register: null };
  const atNoon = { ...sold, closedAt: factoryNow, usedBonus: 5_000, register: 'Till 1' };
  const atTheEnd = { ...sold, closedAt: dayOver - 1 };

  test.each([
    { closing: 'hand-out', before: [atNoon], after: [atNoon], balance: 85_000 },
    { closing: 'either', before: [atNoon], after: [atNoon, atTheEnd], balance: 85_000 },
    {
      closing: 'day-end',
      before: [],
      after: [{ ...atTheEnd, price: 20_000, usedBonus: 5_000 }],
      balance: 80_000,
    },
  ] as const)('at the moment that "$closing" says', async ({ closing, before, after, balance }) => {
    const { customerId } = await halfFetched(closing);
    await closeDueBills(database.current, dayOver - 1);
    expect(await shownOf(customerId)).toEqual(before);
    expect(await balanceOf(customerId)).toBe(balance);
    expect(await checkLedger(database.current)).toEqual([]);
    // Two processes look for what is due at one moment.
    await Promise.all([closeDueBills(database.current, dayOver), closeDueBills(database.current, dayOver)]);
    await closeDueBills(database.current, dayOver + 1);
    expect(await shownOf(customerId)).toEqual(after);
    expect(await balanceOf(customerId)).toBe(85_000);
    expect(await checkLedger(database.current)).toEqual([]);
  });

  test('late, where only a hand-out closes them and it is late', async () => {
    const { customerId, fetched } = await halfFetched('hand-out');
    await fetched('LEFT', dayOver + 1);
    expect(await shownOf(customerId)).toEqual([
      atNoon,
      { ...sold, closedAt: dayOver + 1, day: '2026-11-21', register: 'Till 1' },
    ]);
    expect(await checkLedger(database.current)).toEqual([]);
  });

  test('with the till that handed out all meals of the day', async () => {
    const { customerId, fetched } = await halfFetched('day-end');
    await fetched('LEFT', factoryNow + 1);
    await closeDueBills(database.current, dayOver);
    expect(await shownOf(customerId)).toMatchObject([{ price: 20_000, register: 'Till 1' }]);
  });

  test('without what was given back while the meals waited for the end of the day', async () => {
    const created = await createCanteen(database.current);
    await setBillClosing(database.current, created, 'day-end', factoryNow);
    const { id: customerId } = await createCustomer(database.current);
    const { orderId } = await placed(
      customerId,
      await createOffering(database.current, { canteenId: created.id }),
    );
    await handOut(database.current, { canteenId: created.id, day: factoryDay, now: factoryNow });
    const refund = { customerId, kind: 'refund', orderId, actor: 'command test', now: factoryNow } as const;
    await bookMovement(database.current, { ...refund, amount: money(2_500) });
    await closeDueBills(database.current, dayOver);
    expect(await shownOf(customerId)).toEqual([{ ...atTheEnd, price: 7_500 }]);
    expect(await checkLedger(database.current)).toEqual([]);
  });

  test('at once, when the canteen no longer waits for the end of the day', async () => {
    const { canteen: changed, customerId } = await halfFetched('day-end');
    await setBillClosing(database.current, changed, 'either', factoryNow + 1);
    expect(await shownOf(customerId)).toEqual([atNoon]);
    expect(await checkLedger(database.current)).toEqual([]);
  });
});

test('two tills that hand out at the same moment number their bills without a gap', async () => {
  const { id: canteenId } = await createCanteen(database.current);
  const dish = await createOffering(database.current, { canteenId, capacity: 20 });
  const codes = Array.from({ length: 12 }, (_, index) => `T${index}`);
  for (const pickupCode of codes) {
    const { id } = await createCustomer(database.current, {
      bonus: { amount: money(2_500), currencyFormat: { en: '{0}' } },
    });
    await placed(id, dish, { pickupCode });
  }
  await Promise.all(
    codes.map((pickupCode) =>
      handOut(database.current, { canteenId, day: factoryDay, pickupCode, now: factoryNow }),
    ),
  );
  const bills = await database.current.orm.select().from(bill).where(eq(bill.canteenId, canteenId));
  expect(bills.map(({ serialNumber }) => serialNumber).toSorted((a, b) => a - b)).toEqual(
    codes.map((_, index) => index + 1),
  );
  expect(await checkLedger(database.current)).toEqual([]);
});

test.each([
  ['all of a small one', [{ amount: money(3_000) }], [3_000], 3_000],
  ['no more than the bill', [{ amount: money(50_000) }], [10_000], 10_000],
  ['its percent of the bill', [{ maxDiscountPercent: 30 }], [3_000], 3_000],
  ['nothing of a bill that is too small', [{ minBillPrice: money(10_001) }], [0], 0],
  ['something of a bill that is just large enough', [{ minBillPrice: money(10_000) }], [5_000], 5_000],
  [
    'nothing before its days',
    [{ validFrom: calendarDay('2026-11-21'), validTo: calendarDay('2026-11-22') }],
    [0],
    0,
  ],
  [
    'nothing after its days',
    [{ validFrom: calendarDay('2026-11-01'), validTo: calendarDay('2026-11-19') }],
    [0],
    0,
  ],
  [
    'the one that ends first before the others',
    [{ amount: money(9_000), validTo: calendarDay('2026-12-31') }, { amount: money(9_000) }],
    [1_000, 9_000],
    10_000,
  ],
])('REP-28 a bonus pays %s', async (_, bonuses, drawn, used) => {
  const { customerId, closed } = await billed(bonuses);
  expect(closed).toMatchObject({ price: 10_000, usedBonus: used });
  expect(await drawnOf(customerId)).toEqual(drawn);
  expect(await balanceOf(customerId)).toBe(90_000 + used);
  expect(await checkLedger(database.current)).toEqual([]);
});

test('a bonus is drawn once by bills that close at the same moment', async () => {
  const { id: customerId } = await createCustomer(database.current);
  await give(customerId, { amount: money(12_000) });
  const dishes = await Promise.all(Array.from({ length: 6 }, () => createOffering(database.current)));
  for (const dish of dishes) await placed(customerId, dish);
  await Promise.all(
    dishes.map(({ canteenId }) => handOut(database.current, { canteenId, day: factoryDay, now: factoryNow })),
  );
  const bills = await billsOf(customerId);
  expect(bills).toHaveLength(6);
  expect(bills.reduce((sum, { usedBonus }) => sum + usedBonus, 0)).toBe(12_000);
  expect(await drawnOf(customerId)).toEqual([12_000]);
  expect(await checkLedger(database.current)).toEqual([]);
});

test('what was given back before the hand-out is not on the bill', async () => {
  const { id: customerId } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const { orderId } = await placed(customerId, dish);
  const refund = { customerId, kind: 'refund', orderId, actor: 'command test', now: factoryNow } as const;
  await bookMovement(database.current, { ...refund, amount: money(2_500) });
  await handOut(database.current, { canteenId: dish.canteenId, day: factoryDay, now: factoryNow });
  await bookMovement(database.current, { ...refund, amount: money(500) });
  expect(await billsOf(customerId)).toMatchObject([{ price: 7_500 }]);
  expect(await checkLedger(database.current)).toEqual([]);
});

test('a bill is never changed, also by its owner', async () => {
  await billed([]);
  const { pool } = database.current;
  await expect(pool.query('update bill set price = price')).rejects.toThrow('append-only');
  await expect(pool.query('delete from bill_item')).rejects.toThrow('append-only');
});

test('the price without tax is exact to half a hundredth, rounded half up', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(fc.integer({ min: 0, max: 1_000_000_000_000 }), fc.integer({ min: 0, max: 10_000 })),
        {
          minLength: 500,
          maxLength: 500,
        },
      ),
      async (cases) => {
        const { rows } = await database.current.pool.query<{ net: number }>(
          'select price_without_tax(price, rate) as net from unnest($1::bigint[], $2::int[]) with ordinality one (price, rate, at) order by at',
          [cases.map(([price]) => price), cases.map(([, rate]) => rate)],
        );
        expect(rows.map(({ net }) => net)).toEqual(
          cases.map(([price, rate]) => {
            const divisor = 10_000n + BigInt(rate);
            return Number((BigInt(price) * 20_000n + divisor) / (2n * divisor));
          }),
        );
      },
    ),
    { numRuns: 4 },
  );
});
