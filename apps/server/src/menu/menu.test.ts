import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { failureOf } from '@refectory/contract/errors';
import { closeDay } from '@refectory/database/close-day';
import {
  createCanteen,
  createCustomer,
  createOffering,
  factoryDay,
  factoryNow,
} from '@refectory/database/factories';
import { storeMenu } from '@refectory/database/store-menu';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { addDays, calendarDay, instantAt } from '@refectory/domain/day';
import type { PlannedDish } from '@refectory/domain/menu-plan';
import { money, unitPrice } from '@refectory/domain/money';
import { describe, expect, test } from 'vitest';

import { menuCacheOf } from '../app.ts';
import { createTestApp, type TestApp } from '../testing/create-test-app.ts';
import { createSeed } from '../testing/seed.ts';
import { offerOrder } from '../testing/seed-queries.ts';

const database = useTestDatabase();

/** An app with a canteen of its own and a guest's token. */
async function withCanteen(now = factoryNow) {
  const t = await createTestApp({ database: database.current, now });
  const canteen = await createCanteen(database.current);
  const token = await t.tokenFor();
  return { ...t, canteen, token, guest: t.client('en', token) };
}

const dish = (input: Partial<PlannedDish> & { sourceKey: string }): PlannedDish => ({
  name: { en: input.sourceKey },
  group: { en: 'Main course' },
  filters: [],
  allergens: [],
  additionalData: [],
  prices: { other: unitPrice(1_000_000) },
  capacity: 10,
  state: 'open',
  allowMultipleOrder: false,
  ...input,
});

const menuOn = (
  t: { guest: ReturnType<TestApp['client']>; canteen: { id: number } },
  from = factoryDay,
  to = from,
) => t.guest.getMenu({ query: { canteenId: t.canteen.id, timeSpan: 'custom', from, to } });

const menuQueryOf = ({ id: canteenId }: { id: number }) => ({
  query: { canteenId, timeSpan: 'custom' as const, from: factoryDay, to: factoryDay },
});

/** An app, and how often it has read the dishes of a menu. */
async function countingQueries() {
  const seen: string[] = [];
  const { pool } = database.current;
  const query = pool.query.bind(pool);
  const counting = Object.create(pool, {
    query: {
      value: (...parameters: Parameters<typeof query>) => {
        const [first] = parameters as unknown as [{ name?: string }];
        seen.push(first.name ?? '');
        return query(...parameters);
      },
    },
  }) as typeof pool;
  const t = await createTestApp({ database: { ...database.current, pool: counting } });
  return { t, loads: () => seen.filter((name) => name === 'menu-dishes').length };
}

/** The menu as it is on the wire. */
const rawMenu = (
  t: { app: TestApp['app']; canteen: { id: number } },
  token: string,
  headers: Record<string, string> = {},
) =>
  t.app.inject({
    url: `/api/canteenmenu?canteenId=${t.canteen.id}&timeSpan=day&from=${factoryDay}&to=${factoryDay}`,
    headers: { 'x-asw-token': token, ...headers },
  });

describe('what the menu says', () => {
  test('API-47 DATA-04 DATA-05 DATA-06 OFFER-37 a dish is told with all there is to it, in the language of the caller', async () => {
    const t = await withCanteen();
    await storeMenu(database.current, t.canteen, [
      {
        day: factoryDay,
        dishes: [
          dish({
            sourceKey: 'svickova',
            name: { cs: 'Svíčková', en: 'Beef in cream' },
            description: { cs: 's knedlíkem', en: 'with dumplings' },
            size: { cs: '150 g', en: '150 g' },
            group: { cs: 'Hlavní jídlo', en: 'Main course' },
            filters: ['healthy', 'ours', 'toString'],
            healthIndex: 'NORMAL',
            allergens: [{ shortName: '7', longName: { cs: 'Mléko', en: 'Milk' } }],
            additionalData: [{ variableId: 'energy', value: { cs: '650 kJ', en: '650 kJ' } }],
            image: '/plates/svickova.svg',
            prices: { other: unitPrice(1_395_050) },
            capacity: 7,
            allowMultipleOrder: true,
            pickupFrom: '11:00',
            pickupTo: '14:30',
          }),
        ],
      },
    ]);
    const answer = (await rawMenu(t, t.token, { 'accept-language': 'cs' })).json();
    const { mealId, product } = answer.menu[0];
    expect(answer).toEqual({
      success: true,
      canteenId: t.canteen.id,
      timeSpan: 'day',
      filters: [
        { id: 'healthy', name: 'Zdravé', kind: 'diet' },
        { id: 'ours', name: 'ours' },
        { id: 'toString', name: 'toString' },
      ],
      availableDays: ['2026-11-20'],
      closedDays: [],
      serverTime: '2026-11-20T07:00:00.000Z',
      menu: [
        {
          mealId,
          date: '2026-11-20',
          canteenId: t.canteen.id,
          name: 'Svíčková',
          group: 'Hlavní jídlo',
          filter: ['healthy', 'ours', 'toString'],
          price: 139.505,
          status: 'AVAILABLE',
          quantity: 7,
          remaining: 7,
          allowMultipleOrder: true,
          orderUntil: '2026-11-20T09:00:00.000Z',
          cancelUntil: '2026-11-20T09:00:00.000Z',
          exchangeUntil: '2026-11-20T12:30:00.000Z',
          pickupFrom: '2026-11-20T10:00:00.000Z',
          pickupTo: '2026-11-20T13:30:00.000Z',
          product: {
            id: product.id,
            name: 'Svíčková',
            image: '/plates/svickova.svg',
            description: 's knedlíkem',
            size: '150 g',
            healthIndex: 'NORMAL',
            additionalData: [{ variableId: 'energy', value: '650 kJ' }],
            allergens: [{ shortName: '7', longName: 'Mléko' }],
          },
        },
      ],
    });
    const [english] = (await menuOn(t)).menu;
    expect(english).toMatchObject({ name: 'Beef in cream', group: 'Main course', price: 1_395_050 });
  });

  test('DATA-27 each status comes from the dish, the clock, the stock and what is on exchange', async () => {
    const t = await withCanteen();
    const make = createSeed(database.current, t.clock.now);
    const canteenId = t.canteen.id;
    await make([
      { make: 'customer', as: 'giver' },
      { make: 'offering', as: 'available', with: { canteenId, position: 1 } },
      { make: 'offering', as: 'soldOut', with: { canteenId, position: 2, capacity: 0 } },
      { make: 'offering', as: 'closed', with: { canteenId, position: 3, state: 'closed' } },
      { make: 'offering', as: 'late', with: { canteenId, position: 4, orderUntil: factoryNow - 1 } },
      { make: 'offering', as: 'inTime', with: { canteenId, position: 5, orderUntil: factoryNow } },
      { make: 'offering', as: 'shown', with: { canteenId, position: 6, state: 'readonly' } },
      { make: 'offering', as: 'unpriced', with: { canteenId, position: 7, prices: {} } },
      { make: 'offering', as: 'exchange', with: { canteenId, position: 8, capacity: 2 } },
      { make: 'order', with: { customer: 'giver', offering: 'exchange', quantity: 2, offered: true } },
    ]);
    const { menu } = await menuOn(t);
    expect(menu.map(({ status, remaining }) => [status, remaining])).toEqual([
      ['AVAILABLE', 10],
      ['SOLD_OUT', 0],
      ['CLOSED', 10],
      ['CLOSED', 10],
      ['AVAILABLE', 10],
      ['READONLY', 10],
      ['READONLY', 10],
      ['EXCHANGE', 0],
    ]);
    expect(menu[6]).not.toHaveProperty('price');
  });

  test('customers see the prices of their level, guests those for others', async () => {
    const t = await withCanteen();
    const prices = { other: unitPrice(1_500_000), employee: unitPrice(900_000), student: unitPrice(700_000) };
    await createOffering(database.current, { canteenId: t.canteen.id, prices });
    const seen = async (client: ReturnType<TestApp['client']>) =>
      (await menuOn({ ...t, guest: client })).menu[0]?.price;
    expect(await seen(t.guest)).toBe(1_500_000);
    for (const priceLevel of ['student', 'employee', 'other'] as const) {
      const customer = await createCustomer(database.current, { priceLevel });
      expect(await seen(await t.loginAs(customer))).toBe(prices[priceLevel]);
    }
  });

  test('dishes come by day and in the order of the plan', async () => {
    const t = await withCanteen();
    const canteenId = t.canteen.id;
    const next = addDays(factoryDay, 1);
    const second = await createOffering(database.current, { canteenId, position: 2 });
    const first = await createOffering(database.current, { canteenId, position: 1 });
    const tomorrow = await createOffering(database.current, { canteenId, day: next, position: 0 });
    const { menu } = await menuOn(t, factoryDay, next);
    expect(menu.map(({ mealId }) => mealId)).toEqual([first.id, second.id, tomorrow.id]);
  });

  test('OFFER-39 CFG-56 available and closed days reach from thirty days back to the last one known', async () => {
    // It is the day before in London.
    const t = await withCanteen(instantAt(factoryDay, '00:30', 'Europe/Prague'));
    const day = (count: number) => addDays(factoryDay, count);
    const closed = (count: number) => ({
      day: day(count),
      closed: { reason: { cs: 'Inventura', en: 'Stocktaking' } },
    });
    await storeMenu(database.current, t.canteen, [
      { day: day(-31), dishes: [dish({ sourceKey: 'a' })] },
      { day: day(-30), dishes: [dish({ sourceKey: 'b' })] },
      closed(-31),
      closed(-29),
      closed(3),
      { day: day(5), dishes: [dish({ sourceKey: 'c' })] },
      closed(9),
    ]);
    const menu = await menuOn(t);
    expect(menu.availableDays).toEqual([day(-30), day(5)]);
    const closedOn = (count: number) => ({ date: day(count), reason: 'Stocktaking' });
    expect(menu.closedDays).toEqual([closedOn(-29), closedOn(3), closedOn(9)]);
    expect(menu.menu).toEqual([]);
  });

  test('part of OFFER-39: a menu that others wait for already has the days that are closed meanwhile', async () => {
    const t = await withCanteen();
    await createOffering(database.current, { canteenId: t.canteen.id });
    const customer = await createCustomer(database.current);
    const client = await t.loginAs(customer);
    await client.getMenu(menuQueryOf(t.canteen));
    const cache = menuCacheOf(t.app);
    const later = addDays(factoryDay, 2);
    // The customer is to see their change, so their menu is made anew as soon as one may be made again.
    cache.changedBy(customer.id);
    const theirs = client.getMenu(menuQueryOf(t.canteen));
    await closeDay(database.current, t.canteen, { day: later, reason: 'Stocktaking' });
    cache.drop(t.canteen.id);
    const { closedDays } = await menuOn(t);
    expect(closedDays).toEqual([{ date: later, reason: 'Stocktaking' }]);
    await theirs;
  });

  test('OFFER-39 DATA-04 a canteen that is only closed says why', async () => {
    const t = await withCanteen();
    await storeMenu(database.current, t.canteen, [
      { day: factoryDay, closed: { reason: { en: 'Summer holiday' } } },
    ]);
    const { availableDays, closedDays } = await menuOn(t);
    expect(availableDays).toEqual([]);
    expect(closedDays).toEqual([{ date: factoryDay, reason: 'Summer holiday' }]);
  });

  test('API-47 a canteen that there is not is refused', async () => {
    const t = await withCanteen();
    for (const id of [0, -1, 1.5, 999_999, 2 ** 40])
      expect(await menuOn({ ...t, canteen: { id } }).catch(failureOf)).toMatchObject({
        code: 'unknownCanteen',
      });
  });
});

describe('the days asked for', () => {
  test.each([
    ['the end before the beginning', { from: '2026-11-20', to: '2026-11-19' }, 'to'],
    ['only a beginning', { from: '2026-11-20' }, 'to'],
    ['only an end', { to: '2026-11-20' }, 'from'],
    ['more than 62 days', { from: '2026-11-01', to: '2027-01-02' }, 'to'],
  ])('OFFER-05 %s is refused', async (_, days, field) => {
    const t = await withCanteen();
    const query = new URLSearchParams({ ...days, canteenId: String(t.canteen.id), timeSpan: 'custom' });
    const answer = await t.app.inject({
      url: `/api/canteenmenu?${query}`,
      headers: { 'x-asw-token': t.token },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().resultText).toContain(`: ${field}.`);
  });

  test('OFFER-05 62 days can be asked for', async () => {
    const t = await withCanteen();
    expect(await menuOn(t, calendarDay('2026-11-01'), calendarDay('2027-01-01'))).toHaveProperty('menu', []);
  });

  test.each([
    ['Friday after lunch', '2026-11-20', '14:00', '2026-11-23'],
    ['Sunday just before midnight', '2026-11-22', '23:59', '2026-11-23'],
    ['Friday morning', '2026-11-20', '08:00', '2026-11-20'],
    ['Friday at the limit', '2026-11-20', '10:00', '2026-11-20'],
    ['the last day of the year', '2026-12-31', '10:01', '2027-01-04'],
    ['the day before summer time', '2027-03-27', '23:30', '2027-03-29'],
    ['the night of winter time', '2026-10-25', '02:30', '2026-10-26'],
  ] as const)(
    'CFG-56 without days the menu is that of the first day one can order for: %s',
    async (_, day, time, first) => {
      const t = await withCanteen(instantAt(calendarDay(day), time, 'Europe/Prague'));
      const canteenId = t.canteen.id;
      // Working days alone have dishes; those of the day itself were eaten before the test's time or can be ordered.
      for (const on of [
        '2026-10-23',
        '2026-10-26',
        '2026-11-20',
        '2026-11-23',
        '2026-12-31',
        '2027-01-04',
        '2027-03-26',
        '2027-03-29',
      ])
        await createOffering(database.current, { canteenId, day: calendarDay(on) });
      const { menu } = await t.guest.getMenu({ query: { canteenId, timeSpan: 'day' } });
      expect(menu.map(({ date, status }) => [date, status])).toEqual([[first, 'AVAILABLE']]);
      const week = await t.guest.getMenu({ query: { canteenId, timeSpan: 'week' } });
      expect(week.menu.map(({ date }) => date)).toContain(first);
      const custom = await t.guest.getMenu({ query: { canteenId, timeSpan: 'custom' } });
      expect(custom.menu[0]?.date).toBe(first);
    },
  );

  test('days whose dishes are sold out, closed or without a price are passed over', async () => {
    const t = await withCanteen();
    const canteenId = t.canteen.id;
    const day = (count: number) => addDays(factoryDay, count);
    await createOffering(database.current, { canteenId, day: day(0), capacity: 0 });
    await createOffering(database.current, { canteenId, day: day(1), state: 'closed' });
    await createOffering(database.current, { canteenId, day: day(2), prices: { student: unitPrice(1) } });
    await createOffering(database.current, { canteenId, day: day(3) });
    const { menu } = await t.guest.getMenu({ query: { canteenId, timeSpan: 'day' } });
    expect(menu.map(({ date }) => date)).toEqual([day(3)]);
  });

  test('a dish that was taken off is on nobody’s menu, and its day is none of the canteen’s', async () => {
    const t = await withCanteen();
    const canteenId = t.canteen.id;
    const soup = await createOffering(database.current, { canteenId });
    const day = addDays(factoryDay, 1);
    await createOffering(database.current, { canteenId, day, state: 'withdrawn' });
    await createOffering(database.current, { canteenId, state: 'withdrawn' });
    const range = { from: factoryDay, to: day };
    const { menu, availableDays } = await t.guest.getMenu({
      query: { canteenId, timeSpan: 'custom', ...range },
    });
    expect(menu.map(({ mealId }) => mealId)).toEqual([soup.id]);
    expect(availableDays).toEqual([factoryDay]);
  });

  test('a canteen with nothing to order shows today', async () => {
    const t = await withCanteen();
    const { id } = await createOffering(database.current, { canteenId: t.canteen.id, state: 'closed' });
    const { menu } = await t.guest.getMenu({ query: { canteenId: t.canteen.id, timeSpan: 'day' } });
    expect(menu.map(({ mealId }) => mealId)).toEqual([id]);
  });
});

describe('the menu from memory', () => {
  test('it may be kept by the browser and is asked for again each time', async () => {
    const t = await withCanteen();
    const first = await rawMenu(t, t.token);
    expect(first.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Accept-Language, X-ASW-TOKEN, Accept-Encoding',
    });
    const tag = String(first.headers.etag);
    // The time moves on, the tag stays.
    t.clock.advance(5000);
    for (const condition of [tag, `"x", ${tag.replace('W/', '')}`, '*']) {
      const again = await rawMenu(t, t.token, { 'if-none-match': condition });
      expect(again.statusCode).toBe(304);
      expect(again.body).toBe('');
      expect(again.headers.etag).toBe(tag);
    }
    await createOffering(database.current, { canteenId: t.canteen.id });
    t.clock.advance(1000);
    const changed = await rawMenu(t, t.token, { 'if-none-match': tag });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers.etag).not.toBe(tag);
  });

  test('it is sent packed as the caller takes it', async () => {
    const t = await withCanteen();
    await createOffering(database.current, { canteenId: t.canteen.id });
    const plain = await rawMenu(t, t.token);
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const br = await rawMenu(t, t.token, { 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.rawPayload)).toEqual(plain.rawPayload);
    const gz = await rawMenu(t, t.token, { 'accept-encoding': 'gzip, br;q=0' });
    expect(gz.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gz.rawPayload)).toEqual(plain.rawPayload);
    const other = await rawMenu(t, t.token, { 'accept-encoding': 'br;q=0, *' });
    expect(other.headers['content-encoding']).not.toBe('br');
  });

  test('each language and each price level has its own', async () => {
    const t = await withCanteen();
    const prices = { other: unitPrice(1_500_000), student: unitPrice(700_000) };
    await createOffering(database.current, {
      canteenId: t.canteen.id,
      prices,
      product: { name: { en: 'Soup', cs: 'Polévka' } },
    });
    const student = await t.tokenFor(await createCustomer(database.current, { priceLevel: 'student' }));
    const seen = async (token: string, language: string) => {
      const [item] = (await rawMenu(t, token, { 'accept-language': language })).json().menu;
      return [item.name, item.price];
    };
    expect(await seen(t.token, 'en')).toEqual(['Soup', 150]);
    expect(await seen(t.token, 'cs')).toEqual(['Polévka', 150]);
    expect(await seen(student, 'cs')).toEqual(['Polévka', 70]);
    expect(await seen(t.token, 'en')).toEqual(['Soup', 150]);
  });

  test('what another process sells is seen after a second', async () => {
    const t = await withCanteen();
    await menuOn(t);
    await createOffering(database.current, { canteenId: t.canteen.id });
    t.clock.advance(999);
    expect((await menuOn(t)).menu).toHaveLength(0);
    t.clock.advance(1);
    expect((await menuOn(t)).menu).toHaveLength(1);
  });

  test('ORD-27 it never outlives a cut-off, and a clock that is set back makes it worthless', async () => {
    const t = await withCanteen();
    await createOffering(database.current, { canteenId: t.canteen.id, orderUntil: factoryNow + 500 });
    const status = async () => (await menuOn(t)).menu[0]?.status;
    expect(await status()).toBe('AVAILABLE');
    t.clock.advance(500);
    expect(await status()).toBe('AVAILABLE');
    t.clock.advance(1);
    expect(await status()).toBe('CLOSED');
    t.clock.advance(-10);
    expect(await status()).toBe('AVAILABLE');
  });

  test('an order and its cancellation are in the very next menu of their customer, and in everybody’s after a second', async () => {
    const t = await withCanteen();
    const offering = await createOffering(database.current, { canteenId: t.canteen.id, capacity: 2 });
    const jana = await t.loginAs(await createCustomer(database.current));
    const remaining = async () => (await menuOn({ ...t, guest: jana })).menu[0]?.remaining;
    const everybodys = async () => (await menuOn(t)).menu[0]?.remaining;
    expect([await remaining(), await everybodys()]).toEqual([2, 2]);
    const { orderId = 0 } = await jana.createDirectOrder({
      body: {
        price: money(10_000),
        item: { mealId: offering.id, date: factoryDay, quantity: 1, canteenId: t.canteen.id },
      },
    });
    expect(await everybodys()).toBe(2);
    expect(await remaining()).toBe(1);
    t.clock.advance(1000);
    expect(await everybodys()).toBe(1);
    await jana.cancelOrder({ body: { orderId } });
    expect(await remaining()).toBe(2);
  });

  test('it holds while orders pour in', async () => {
    const t = await withCanteen();
    const offering = await createOffering(database.current, { canteenId: t.canteen.id });
    const counted = await countingQueries();
    const read = () => counted.t.client('en', t.token).getMenu(menuQueryOf(t.canteen));
    await read();
    for (let placed = 0; placed < 5; placed += 1) {
      const customer = await counted.t.loginAs(await createCustomer(database.current));
      await customer.createDirectOrder({
        body: {
          price: money(10_000),
          item: { mealId: offering.id, date: factoryDay, quantity: 1, canteenId: t.canteen.id },
        },
      });
      await read();
    }
    expect(counted.loads()).toBe(1);
  });

  test('ranges that differ in empty days only cost one load', async () => {
    const t = await withCanteen();
    await createOffering(database.current, { canteenId: t.canteen.id });
    const counted = await countingQueries();
    const guest = counted.t.client('en', t.token);
    for (let days = 0; days < 20; days += 1) {
      const query = {
        ...menuQueryOf(t.canteen).query,
        timeSpan: 'custom' as const,
        from: addDays(factoryDay, -days),
        to: addDays(factoryDay, 2 * days),
      };
      expect((await guest.getMenu({ query })).menu).toHaveLength(1);
      const empty = { ...query, from: addDays(factoryDay, 1 + days), to: addDays(factoryDay, 2 + days) };
      expect((await guest.getMenu({ query: empty })).menu).toEqual([]);
    }
    expect(counted.loads()).toBe(2);
  });

  test('a network that asks for more and more menus is told to wait, and others are not', async () => {
    const t = await withCanteen();
    const app = await createTestApp({ database: database.current });
    const from = (address: string, day: number) =>
      app.app.inject({
        url: `/api/canteenmenu?canteenId=${t.canteen.id}&timeSpan=day&from=${addDays(factoryDay, -day)}&to=${addDays(factoryDay, -day)}`,
        headers: { 'x-asw-token': t.token, 'x-forwarded-for': address },
      });
    const answers = [];
    for (let day = 31; day < 240; day += 1) answers.push(await from('10.0.0.1', day));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.json().error.code).toBe('tooManyRequests');
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    // What is known costs nothing, and another network has a count of its own.
    expect((await from('10.0.0.1', 31)).statusCode).toBe(200);
    expect((await from('10.0.0.2', 400)).statusCode).toBe(200);
  });

  test('many who ask at once cost one load', async () => {
    const t = await withCanteen();
    await createOffering(database.current, { canteenId: t.canteen.id });
    const counted = await countingQueries();
    const guest = counted.t.client('en', t.token);
    await Promise.all(Array.from({ length: 50 }, () => menuOn({ guest, canteen: t.canteen })));
    expect(counted.loads()).toBe(1);
  });

  test('a load that fails is tried again by the next who asks', async () => {
    const t = await withCanteen();
    const missing = { ...t, canteen: { id: t.canteen.id + 1 } };
    expect(await menuOn(missing).catch(failureOf)).toMatchObject({ code: 'unknownCanteen' });
    await createCanteen(database.current);
    expect(await menuOn(missing)).toHaveProperty('menu', []);
  });

  const changes = [
    [
      'a price',
      { kind: 'confirmation' },
      'update offering_price set unit_price = 2000000 where offering_id = $1',
    ],
    ['a dish that is closed', { code: 'notOrderable' }, `update offering set state = 'closed' where id = $1`],
    ['a dish that is gone', { code: '991491' }, 'delete from offering where id = $1'],
    ['a dish that is sold out', { code: 'soldOut' }, 'update stock set capacity = 0 where offering_id = $1'],
  ] as const;
  test.each(changes)(
    '%s that another process changed is seen once it refused an order',
    async (_, refused, change) => {
      const t = await withCanteen();
      const offering = await createOffering(database.current, { canteenId: t.canteen.id });
      const jana = await t.loginAs(await createCustomer(database.current));
      const hers = { ...t, guest: jana };
      const [shown] = (await menuOn(hers)).menu;
      await database.current.pool.query(change, [offering.id]);
      expect((await menuOn(hers)).menu).toEqual([shown]);
      const body = {
        price: money(10_000),
        item: { mealId: offering.id, date: factoryDay, quantity: 1, canteenId: t.canteen.id },
      };
      expect(await jana.createDirectOrder({ body }).catch(failureOf)).toMatchObject(refused);
      expect((await menuOn(hers)).menu).not.toEqual([shown]);
    },
  );

  test('an order that is offered brings a sold-out dish back as one on exchange', async () => {
    const t = await withCanteen();
    const make = createSeed(database.current, t.clock.now);
    const { lunch = 0 } = await make([
      { make: 'customer', as: 'jana' },
      { make: 'offering', as: 'dish', with: { canteenId: t.canteen.id, capacity: 1 } },
      { make: 'order', as: 'lunch', with: { customer: 'jana', offering: 'dish' } },
    ]);
    const status = async () => (await menuOn(t)).menu[0]?.status;
    expect(await status()).toBe('SOLD_OUT');
    await offerOrder(database.current, lunch, t.clock.now());
    t.clock.advance(1000);
    expect(await status()).toBe('EXCHANGE');
  });

  test('C161 a menu without today tells how many portions others offer today, as long as they can be taken', async () => {
    const t = await withCanteen();
    const make = createSeed(database.current, t.clock.now);
    const canteenId = t.canteen.id;
    const next = addDays(factoryDay, 1);
    const exchangeUntil = factoryNow + 60_000;
    const { jana = 0 } = await make([
      { make: 'customer', as: 'jana' },
      { make: 'customer', as: 'petr' },
      { make: 'customer', as: 'karel' },
      { make: 'offering', as: 'dish', with: { canteenId, exchangeUntil } },
      { make: 'offering', as: 'tomorrow', with: { canteenId, day: next } },
      { make: 'offering', as: 'elsewhere' },
      { make: 'order', with: { customer: 'jana', offering: 'dish', quantity: 2, offered: true } },
      { make: 'order', with: { customer: 'petr', offering: 'dish', offered: true } },
      { make: 'order', with: { customer: 'karel', offering: 'dish' } },
      { make: 'order', with: { customer: 'petr', offering: 'tomorrow', offered: true } },
      { make: 'order', with: { customer: 'petr', offering: 'elsewhere', offered: true } },
      { make: 'customer', as: 'student', with: { priceLevel: 'student' } },
      // A guest and an employee have no price of it.
      {
        make: 'offering',
        as: 'forStudents',
        with: { canteenId, exchangeUntil, prices: { student: unitPrice(500_000) } },
      },
      { make: 'order', with: { customer: 'student', offering: 'forStudents', offered: true } },
    ]);
    const told = async (client: ReturnType<TestApp['client']>, from: typeof next, to: typeof next) =>
      (await menuOn({ ...t, guest: client }, from, to)).offeredToday;
    expect(await told(t.guest, next, next)).toBe(3);
    const customer = await t.loginAs({ id: jana });
    expect(await told(customer, next, next)).toBe(1);
    expect(await told(t.guest, factoryDay, next)).toBeUndefined();
    t.clock.advance(60_001);
    expect(await told(t.guest, next, next)).toBeUndefined();
  });
});
