import { cutOffInstants, defaultCutOffRule, withCutOffs } from '@refectory/domain/cut-off';
import { calendarDay, instantAt, type TimeOfDay } from '@refectory/domain/day';
import type { PlannedDay, PlannedDish } from '@refectory/domain/menu-plan';
import { money, unitPrice } from '@refectory/domain/money';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { createCanteen, createCustomer, factoryNow, orderOf } from './factories.ts';
import { findCanteen, type Canteen } from './canteens.ts';
import { cancelOrder, ownKey, placeOrder } from './order-functions.ts';
import { setOrderRules, type OrderRules } from './order-rules.ts';
import { closedDay, offering, offeringPrice, product, stock } from './schema.ts';
import { compareMenu, storeMenu, type MenuDifference } from './store-menu.ts';
import { duringOrder, duringTransaction } from './testing/held-order.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const database = useTestDatabase();
const friday = calendarDay('2026-11-20');
const monday = calendarDay('2026-11-23');

const soup: PlannedDish = {
  sourceKey: 'soup',
  name: { en: 'Tomato soup', cs: 'Rajská polévka' },
  description: { en: 'with basil' },
  size: { en: '0.33 l' },
  group: { en: 'Soups' },
  filters: ['vegan'],
  healthIndex: 'HEALTHY',
  allergens: [{ shortName: '9', longName: { en: 'Celery' } }],
  additionalData: [{ variableId: 'energy', value: { en: '120 kcal' } }],
  image: '/plates/tomato-soup.svg',
  prices: { other: unitPrice(490_000), student: unitPrice(350_000) },
  capacity: 10,
  state: 'open',
  allowMultipleOrder: false,
  pickupFrom: '11:00',
  pickupTo: '14:30',
};
const roast: PlannedDish = {
  sourceKey: 'roast',
  name: { en: 'Roast' },
  group: { en: 'Mains' },
  filters: [],
  allergens: [],
  additionalData: [],
  prices: {},
  capacity: 0,
  state: 'readonly',
  allowMultipleOrder: true,
};
const onFriday = (...dishes: PlannedDish[]): PlannedDay[] => [{ day: friday, dishes }];

/** A difference as numbers of dishes. */
function countsOf({ dishes, unchanged }: MenuDifference) {
  const count = (wanted: string) => dishes.filter(({ change }) => change === wanted).length;
  return { added: count('added'), changed: count('changed'), unchanged, removed: count('removed') };
}
const store = async (canteen: Canteen, plan: PlannedDay[]) =>
  countsOf(await storeMenu(database.current, canteen, plan));
const storedIn = (canteen: Canteen) =>
  database.current.orm
    .select()
    .from(offering)
    .innerJoin(product, eq(product.id, offering.productId))
    .innerJoin(stock, eq(stock.offeringId, offering.id))
    .where(eq(offering.canteenId, canteen.id))
    .orderBy(offering.position);
const soupOrder = async (canteen: Canteen, customerId: number) => {
  const [found] = await storedIn(canteen);
  const dish = { id: found?.offering.id ?? 0, canteenId: canteen.id, offering: { day: friday } };
  return orderOf(customerId, dish, { price: money(4_900) });
};
const placeSoup = async (canteen: Canteen, customerId: number) =>
  placeOrder(database.current, await soupOrder(canteen, customerId));

test('a plan is stored as it is, with the cut-offs of its canteen', async () => {
  const canteen = await createCanteen(database.current);
  expect(await store(canteen, onFriday(soup, roast))).toEqual({
    added: 2,
    changed: 0,
    unchanged: 0,
    removed: 0,
  });
  const [first, second] = await storedIn(canteen);
  expect(first).toMatchObject({
    product: {
      name: soup.name,
      description: soup.description,
      size: soup.size,
      image: soup.image,
      healthIndex: 'HEALTHY',
      allergens: soup.allergens,
      additionalData: soup.additionalData,
    },
    offering: {
      day: friday,
      mealGroup: { en: 'Soups' },
      filters: ['vegan'],
      state: 'open',
      allowMultipleOrder: false,
      position: 0,
      ...cutOffInstants(defaultCutOffRule, { day: friday, group: soup.group }, 'Europe/Prague'),
      pickupFrom: instantAt(friday, '11:00', 'Europe/Prague'),
      pickupTo: instantAt(friday, '14:30', 'Europe/Prague'),
    },
    stock: { capacity: 10, remaining: 10 },
  });
  expect(second).toMatchObject({
    offering: { state: 'readonly', position: 1 },
    stock: { capacity: 0, remaining: 0 },
  });
  const prices = await database.current.orm
    .select({ level: offeringPrice.priceLevel, price: offeringPrice.unitPrice })
    .from(offeringPrice)
    .where(eq(offeringPrice.offeringId, first?.offering.id ?? 0))
    .orderBy(offeringPrice.priceLevel);
  expect(prices).toEqual([
    { level: 'other', price: 490_000 },
    { level: 'student', price: 350_000 },
  ]);
});

test('storing the same plan again changes nothing', async () => {
  const canteen = await createCanteen(database.current);
  await store(canteen, onFriday(soup, roast));
  const before = await storedIn(canteen);
  expect(await store(canteen, onFriday(soup, roast))).toEqual({
    added: 0,
    changed: 0,
    unchanged: 2,
    removed: 0,
  });
  expect(await storedIn(canteen)).toEqual(before);
});

test('a changed dish keeps its id', async () => {
  const canteen = await createCanteen(database.current);
  await store(canteen, onFriday(soup, roast));
  const [before] = await storedIn(canteen);
  const changed = { ...soup, name: { en: 'Tomato cream' }, prices: { other: unitPrice(500_000) } };
  expect(await store(canteen, onFriday(changed, roast))).toEqual({
    added: 0,
    changed: 1,
    unchanged: 1,
    removed: 0,
  });
  const [after] = await storedIn(canteen);
  expect(after?.offering.id).toBe(before?.offering.id);
  expect(after?.product.name).toEqual({ en: 'Tomato cream' });
});

test('cut-offs follow the rule of the canteen, and a closed day is no working day', async () => {
  const canteen = await createCanteen(database.current, {
    cutOffRule: { ...defaultCutOffRule, order: { workingDaysBefore: 1, time: '14:00' } },
  });
  const plan: PlannedDay[] = [{ day: monday, dishes: [soup] }];
  await store(canteen, plan);
  expect((await storedIn(canteen))[0]?.offering.orderUntil).toBe(instantAt(friday, '14:00', 'Europe/Prague'));

  await store(canteen, [{ day: friday, closed: { reason: { en: 'Inventory' } } }]);
  await store(canteen, plan);
  expect((await storedIn(canteen))[0]?.offering.orderUntil).toBe(
    instantAt(calendarDay('2026-11-19'), '14:00', 'Europe/Prague'),
  );
});

test('a dish no longer planned is removed, with orders it is kept for them, and other days stay', async () => {
  const canteen = await createCanteen(database.current);
  const { id } = await createCustomer(database.current);
  await store(canteen, [...onFriday(soup, roast), { day: monday, dishes: [soup] }]);
  await placeSoup(canteen, id);
  expect(await store(canteen, onFriday())).toEqual({ added: 0, changed: 0, unchanged: 0, removed: 2 });
  expect(await storedIn(canteen)).toMatchObject([
    { offering: { day: friday, sourceKey: 'soup', state: 'withdrawn' } },
    { offering: { day: monday, sourceKey: 'soup', state: 'open' } },
  ]);
  expect(await store(canteen, onFriday())).toEqual({ added: 0, changed: 0, unchanged: 0, removed: 0 });
  expect(await store(canteen, onFriday(soup))).toEqual({ added: 0, changed: 1, unchanged: 0, removed: 0 });
});

test('a day that closes takes its dishes off, and opens again', async () => {
  const canteen = await createCanteen(database.current);
  await store(canteen, onFriday(soup));
  expect(await store(canteen, [{ day: friday, closed: { reason: { en: 'Holiday' } } }])).toMatchObject({
    removed: 1,
  });
  const closed = () =>
    database.current.orm.select().from(closedDay).where(eq(closedDay.canteenId, canteen.id));
  expect(await closed()).toMatchObject([{ day: friday, reason: { en: 'Holiday' } }]);
  expect(await store(canteen, onFriday(soup))).toMatchObject({ added: 1 });
  expect(await closed()).toEqual([]);
});

test('a changed capacity changes the portions left by as much, never below none, and a cancelled one too many is not sold again', async () => {
  const canteen = await createCanteen(database.current);
  const customers = await Promise.all([1, 2, 3].map(() => createCustomer(database.current)));
  await store(canteen, onFriday(soup));
  const verdicts = await Promise.all(customers.map(({ id }) => placeSoup(canteen, id)));
  const remaining = async () => (await storedIn(canteen))[0]?.stock.remaining;
  expect(await remaining()).toBe(7);

  await store(canteen, onFriday({ ...soup, capacity: 12 }));
  expect(await remaining()).toBe(9);
  await store(canteen, onFriday({ ...soup, capacity: 2 }));
  expect(await remaining()).toBe(0);
  for (const [index, left] of [0, 1].entries()) {
    const verdict = verdicts[index];
    if (verdict?.verdict !== 'ordered') throw new Error('the soup was not ordered');
    await cancelOrder(database.current, {
      idempotency: ownKey(),
      customerId: customers[index]?.id ?? 0,
      orderId: verdict.orderId,
      agreed: { giveUp: verdict.orderId },
      now: factoryNow,
    });
    expect(await remaining()).toBe(left);
  }
});

test('orders while the menu is stored over and over are all counted', async () => {
  const canteen = await createCanteen(database.current);
  await store(canteen, onFriday(soup));
  const customers = await Promise.all(Array.from({ length: 8 }, () => createCustomer(database.current)));
  const storing = (async () => {
    for (let capacity = 9; capacity <= 16; capacity++) await store(canteen, onFriday({ ...soup, capacity }));
  })();
  const verdicts = await Promise.all(customers.map(({ id }) => placeSoup(canteen, id)));
  await storing;
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(Array.from({ length: 8 }, () => 'ordered'));
  expect((await storedIn(canteen))[0]?.stock).toMatchObject({ capacity: 16, remaining: 8 });
});

test('a dish that is taken off while somebody orders it stays for its order', async () => {
  const canteen = await createCanteen(database.current);
  const { id } = await createCustomer(database.current);
  await store(canteen, onFriday(soup));
  const counts = await duringOrder(database.current, await soupOrder(canteen, id), () =>
    store(canteen, onFriday()),
  );
  expect(counts).toMatchObject({ removed: 1 });
  expect(await storedIn(canteen)).toMatchObject([
    { offering: { state: 'withdrawn' }, stock: { remaining: 9 } },
  ]);
});

test('the same plan stored twice at once is stored once', async () => {
  const canteen = await createCanteen(database.current);
  const counts = await Promise.all([
    store(canteen, onFriday(soup, roast)),
    store(canteen, onFriday(soup, roast)),
  ]);
  expect(counts.filter(({ added }) => added === 2)).toHaveLength(1);
  expect(counts.filter(({ unchanged }) => unchanged === 2)).toHaveLength(1);
});

test('a plan with two dishes of one key is refused whole', async () => {
  const canteen = await createCanteen(database.current);
  await expect(store(canteen, onFriday(roast, soup, soup))).rejects.toThrow('two dishes "soup"');
  expect(await storedIn(canteen)).toEqual([]);
});

test('what a plan would change is told before, and nothing is changed by it', async () => {
  const canteen = await createCanteen(database.current);
  const { id } = await createCustomer(database.current);
  const compare = (plan: PlannedDay[]) => compareMenu(database.current, canteen, plan);
  const first = [...onFriday(soup, roast), { day: monday, closed: { reason: { en: 'Inventory' } } }];
  const told = await compare(first);
  expect(await storedIn(canteen)).toEqual([]);
  expect(countsOf(told)).toEqual({ added: 2, changed: 0, unchanged: 0, removed: 0 });
  expect(told.closed).toEqual([{ day: monday, reason: { en: 'Inventory' } }]);

  expect(await storeMenu(database.current, canteen, first)).toEqual(told);
  expect(await compare(first)).toEqual({ dishes: [], unchanged: 2, closed: [], opened: [] });

  await placeSoup(canteen, id);
  const before = await storedIn(canteen);
  const second = [...onFriday({ ...soup, capacity: 5 }), { day: monday, dishes: [roast] }];
  const difference = await compare(second);
  expect(difference).toMatchObject({
    dishes: [
      { change: 'removed', day: friday, before: { product: { name: roast.name } }, ordered: 0 },
      { change: 'changed', day: friday, before: { capacity: 10 }, after: { capacity: 5 }, ordered: 1 },
      { change: 'added', day: monday, after: { product: { name: roast.name } }, ordered: 0 },
    ],
    unchanged: 0,
    closed: [],
    opened: [monday],
  });
  expect(await storedIn(canteen)).toEqual(before);
  expect(await storeMenu(database.current, canteen, second)).toEqual(difference);
});

test('a dish that goes tells how many portions of it are ordered', async () => {
  const canteen = await createCanteen(database.current);
  const { id } = await createCustomer(database.current);
  await store(canteen, onFriday(soup));
  await placeSoup(canteen, id);
  const told = [{ change: 'removed', day: friday, ordered: 1 }];
  expect(await compareMenu(database.current, canteen, onFriday())).toMatchObject({ dishes: told });
  expect(await storeMenu(database.current, canteen, onFriday())).toMatchObject({ dishes: told });
  expect((await compareMenu(database.current, canteen, onFriday())).dishes).toEqual([]);
});

test('limits follow the rule of the canteen and its closed days, also for menus that were stored before', async () => {
  const dayBefore = { workingDaysBefore: 1, time: '14:00' } as const;
  const cutOffRule = { ...defaultCutOffRule, exceptions: [{ group: 'Mains', order: dayBefore }] };
  const canteen = await createCanteen(database.current, { cutOffRule });
  const dishes = [soup, roast];
  await storeMenu(database.current, canteen, [{ day: monday, dishes }]);
  const limits = async () => {
    const rows = await database.current.orm
      .select({ key: offering.sourceKey, orderUntil: offering.orderUntil, cancelUntil: offering.cancelUntil })
      .from(offering)
      .where(eq(offering.canteenId, canteen.id));
    return Object.fromEntries(rows.map(({ key, ...until }) => [key, until]));
  };
  const at = (day: string, time: TimeOfDay) => instantAt(calendarDay(day), time, 'Europe/Prague');
  expect(await limits()).toEqual({
    soup: { orderUntil: at('2026-11-23', '10:00'), cancelUntil: at('2026-11-23', '10:00') },
    roast: { orderUntil: at('2026-11-20', '14:00'), cancelUntil: at('2026-11-23', '10:00') },
  });

  await storeMenu(database.current, canteen, [{ day: friday, closed: { reason: { en: 'Holiday' } } }]);
  expect((await limits())['roast']?.orderUntil).toBe(at('2026-11-19', '14:00'));

  const stricter = { ...cutOffRule, order: dayBefore };
  const setRules = async (rules: OrderRules, now = factoryNow) =>
    (await setOrderRules(database.current, canteen, () => rules, now)).changedDishes;
  expect(await setRules({ cutOffRule: stricter })).toBe(1);
  expect((await limits())['soup']?.orderUntil).toBe(at('2026-11-19', '14:00'));

  // By the rule that holds now, whichever the canteen had when it was read.
  await storeMenu(database.current, canteen, [{ day: friday, dishes: [] }]);
  expect((await limits())['soup']?.orderUntil).toBe(at('2026-11-20', '14:00'));
  expect((await limits())['roast']?.orderUntil).toBe(at('2026-11-20', '14:00'));
  // What is over keeps the limits it had.
  const afterwards = instantAt(calendarDay('2026-11-24'), '08:00', 'Europe/Prague');
  expect(await setRules({ cutOffRule: defaultCutOffRule }, afterwards)).toBe(0);
});

test('of two changes of a rule at once both are kept', async () => {
  const canteen = await createCanteen(database.current);
  const first = withCutOffs(
    defaultCutOffRule,
    { group: 'Soups' },
    { order: { workingDaysBefore: 1, time: '14:00' } },
  );
  const forMains = { order: { workingDaysBefore: 2, time: '14:00' } } as const;
  const set = await duringTransaction(
    database.current,
    (client) => client.query('update canteen set cut_off_rule = $2 where id = $1', [canteen.id, first]),
    () =>
      setOrderRules(
        database.current,
        canteen,
        ({ cutOffRule }) => ({
          cutOffRule: withCutOffs(cutOffRule ?? defaultCutOffRule, { group: 'Mains' }, forMains),
        }),
        factoryNow,
      ),
  );
  const both = withCutOffs(first, { group: 'Mains' }, forMains);
  expect(set.canteen.cutOffRule).toEqual(both);
  expect((await findCanteen(database.current, canteen.key))?.cutOffRule).toEqual(both);
});

test('a rule in the database that is none stops whoever reads it', async () => {
  const { id, key } = await createCanteen(database.current);
  await database.current.pool.query(`update canteen set cut_off_rule = '{"order": "noon"}' where id = $1`, [
    id,
  ]);
  await expect(findCanteen(database.current, key)).rejects.toThrow('no rule of cut-offs');
});

test('main groups mark the dishes that are stored already, and those to come', async () => {
  const canteen = await createCanteen(database.current);
  await storeMenu(database.current, canteen, onFriday(soup, roast));
  const mains = async () =>
    (await storedIn(canteen)).flatMap(({ offering: { sourceKey, isMain } }) => (isMain ? [sourceKey] : []));
  expect(await mains()).toEqual([]);
  const set = await setOrderRules(database.current, canteen, () => ({ mainGroups: ['mains'] }), factoryNow);
  expect(set.changedDishes).toBe(1);
  expect(await mains()).toEqual(['roast']);
  const marked = await findCanteen(database.current, canteen.key);
  if (!marked) throw new Error('the canteen is gone');
  await storeMenu(database.current, marked, onFriday(soup, roast, { ...roast, sourceKey: 'fish' }));
  expect(await mains()).toEqual(['roast', 'fish']);
});

test('subsidies are stored with the prices, and storing them again changes nothing', async () => {
  const canteen = await createCanteen(database.current);
  const subsidies = { student: { tax: unitPrice(100_000), nonTax: unitPrice(0) } };
  await store(canteen, onFriday({ ...soup, subsidies }));
  expect(await store(canteen, onFriday({ ...soup, subsidies }))).toMatchObject({ changed: 0, unchanged: 1 });
  const withMore = {
    ...subsidies,
    // No price beside which it is paid, and nothing that is paid.
    employee: { tax: unitPrice(1), nonTax: unitPrice(0) },
    other: { tax: unitPrice(0), nonTax: unitPrice(0) },
  };
  const more = onFriday({ ...soup, subsidies: withMore });
  expect(await store(canteen, more)).toMatchObject({ changed: 0, unchanged: 1 });
  expect(await store(canteen, onFriday(soup))).toMatchObject({ changed: 1 });
});
