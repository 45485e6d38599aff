import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  createCanteen,
  createCustomer,
  createOffering,
  factoryDay,
  factoryNow,
  orderOf,
} from '@refectory/database/factories';
import { cancelOrder, ownKey, placeOrder } from '@refectory/database/order-functions';
import { setOrderRules } from '@refectory/database/order-rules';
import { storeMenu } from '@refectory/database/store-menu';
import { duringOrder } from '@refectory/database/testing/held-order';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { addDays, calendarDay, instantAt, type CalendarDay } from '@refectory/domain/day';
import { beforeAll, expect, onTestFinished, test } from 'vitest';

import { createTestApp } from '../testing/create-test-app.ts';
import { addressOf, runRefectory } from '../testing/run-refectory.ts';
import { watchLive } from '../testing/watch-live.ts';

const database = useTestDatabase({ max: 20 });

let url: string;
beforeAll(() => {
  url = addressOf(database.current.connection);
});

const refectory = (...words: string[]) =>
  runRefectory(words, { place: { url, dataDir: '/nowhere' }, now: factoryNow });
const fine = (out: string) => ({ code: 0, err: '', out });
const refused = (err: string) => ({ code: 1, out: '', err: `${err}\n` });

const close = (key: string, day: CalendarDay = factoryDay, reason = 'Burst pipe') =>
  refectory('close-day', '--canteen', key, '--day', day, '--reason', reason);
const open = (key: string, day: CalendarDay = factoryDay) =>
  refectory('open-day', '--canteen', key, '--day', day);

/** A canteen with three dishes of a day, one of which only shows, and one was taken off before. */
async function canteenWithDishes(key: string) {
  const { id: canteenId } = await createCanteen(database.current, { key });
  const dish = await createOffering(database.current, { canteenId });
  await createOffering(database.current, { canteenId, state: 'readonly' });
  await createOffering(database.current, { canteenId, state: 'withdrawn' });
  return { canteenId, dish };
}

async function statesOf(canteenId: number): Promise<unknown[]> {
  const { rows } = await database.current.pool.query<{ state: string }>(
    'select state from offering where canteen_id = $1 order by id',
    [canteenId],
  );
  return rows.map(({ state }) => state);
}

test('OFFER-39 a closed day has no dishes for whoever has the offer open, and has them again when it opens', async () => {
  const { canteenId, dish } = await canteenWithDishes('pipe');
  const t = await createTestApp({ database: database.current });
  onTestFinished(() => t.app.close());
  const address = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const stream = await watchLive(address, { 'x-asw-token': await t.tokenFor() });
  onTestFinished(() => stream.close());
  const told = () =>
    stream.events.filter(({ event }) => event['event'] === 'menu' && event['canteenId'] === canteenId).length;
  const guest = t.client('en', await t.tokenFor());
  const menu = () =>
    guest.getMenu({ query: { timeSpan: 'day', canteenId, from: factoryDay, to: factoryDay } });
  expect((await menu()).menu).toHaveLength(2);
  const before = told();

  expect(await close('pipe')).toEqual(
    fine(
      'Closed: "pipe" on 2026-11-20. Dishes taken off the menu: 2.\n' +
        'Orders that remain for that day: 0. Customers can still cancel 0 of them.\n',
    ),
  );
  await expect.poll(told).toBe(before + 1);
  expect(await menu()).toMatchObject({
    menu: [],
    availableDays: [],
    closedDays: [{ date: factoryDay, reason: 'Burst pipe' }],
  });
  const { id } = await createCustomer(database.current);
  expect(await placeOrder(database.current, orderOf(id, dish))).toMatchObject({ verdict: 'unknown-dish' });

  expect(await open('pipe')).toEqual(
    fine('Open again: "pipe" on 2026-11-20. Dishes that are on the menu again: 2.\n'),
  );
  await expect.poll(told).toBe(before + 2);
  expect(await statesOf(canteenId)).toEqual(['open', 'readonly', 'withdrawn']);
  expect(await menu()).toMatchObject({ menu: [{}, {}], closedDays: [] });
  expect(await placeOrder(database.current, orderOf(id, dish))).toMatchObject({ verdict: 'ordered' });
});

test('orders of a day that closes stand, and are cancelled by the ordinary rules', async () => {
  const { canteenId, dish } = await canteenWithDishes('snow');
  const late = await createOffering(database.current, { canteenId, cancelUntil: factoryNow - 1 });
  const { id: customerId } = await createCustomer(database.current);
  const [, ordered] = [
    await placeOrder(database.current, orderOf(customerId, late)),
    await placeOrder(database.current, orderOf(customerId, dish)),
  ];
  if (ordered.verdict !== 'ordered') throw new Error(ordered.verdict);
  expect((await close('snow')).out).toContain(
    'Orders that remain for that day: 2. Customers can still cancel 1 of them.\n',
  );
  expect(
    await cancelOrder(database.current, {
      customerId,
      orderId: ordered.orderId,
      idempotency: ownKey(),
      now: factoryNow,
    }),
  ).toMatchObject({ verdict: 'cancelled' });
});

test('an order that is under way when its day closes is one of those that stand', async () => {
  const { dish } = await canteenWithDishes('race');
  const { id } = await createCustomer(database.current);
  const closed = await duringOrder(database.current, orderOf(id, dish), () => close('race'));
  expect(closed.out).toContain('Orders that remain for that day: 1.');
});

const monday = addDays(factoryDay, 3);
const dayBefore = { workingDaysBefore: 1, time: '14:00' } as const;
const dayBeforeRule = { order: dayBefore, cancel: dayBefore, exchange: dayBefore };
const limit = (day: CalendarDay) => instantAt(day, '14:00', 'Europe/Prague');
/** All limits of a dish at 14:00 of a day. */
const limits = (day: CalendarDay) => ({
  orderUntil: limit(day),
  cancelUntil: limit(day),
  exchangeUntil: limit(day),
});
const LATER_DISHES =
  'Dishes of later days that now have earlier limits, since a closed day is no working day';

/** A canteen whose limits are at 14:00 of the working day before, with a dish on Monday, and one on Friday. */
async function canteenBeforeMonday(key: string) {
  const { canteenId } = await canteenWithDishes(key);
  await setOrderRules(database.current, { id: canteenId }, () => ({ cutOffRule: dayBeforeRule }), factoryNow);
  const dish = await createOffering(database.current, { canteenId, day: monday, ...limits(factoryDay) });
  const { id: customerId } = await createCustomer(database.current);
  return { canteenId, dish, customerId };
}

async function limitsOf({ id }: { id: number }): Promise<unknown> {
  const { rows } = await database.current.pool.query(
    `select order_until as "orderUntil", cancel_until as "cancelUntil", exchange_until as "exchangeUntil"
     from offering where id = $1`,
    [id],
  );
  return rows[0];
}

test('a day that closes is no working day for the limits of later days, and is one again when it opens', async () => {
  const { dish } = await canteenBeforeMonday('limits');
  expect((await close('limits')).out).toContain(`${LATER_DISHES}: 1.\n`);
  expect(await limitsOf(dish)).toEqual(limits(addDays(factoryDay, -1)));
  await open('limits');
  expect(await limitsOf(dish)).toEqual(limits(factoryDay));
});

test('of two days that close in a row the orders of the second can be cancelled as long as was told', async () => {
  const { canteenId, dish, customerId } = await canteenBeforeMonday('flood');
  const ordered = await placeOrder(database.current, orderOf(customerId, dish));
  if (ordered.verdict !== 'ordered') throw new Error(ordered.verdict);
  const kept = { ...limits(factoryDay), orderUntil: limit(addDays(factoryDay, -1)) };
  expect((await close('flood')).out).toContain(`${LATER_DISHES}: 1.\n`);
  expect(await limitsOf(dish)).toEqual(kept);
  // Another rule of the canteen does not touch them either.
  await setOrderRules(database.current, { id: canteenId }, () => ({ mostOfDay: 5 }), factoryNow);
  expect(await limitsOf(dish)).toEqual(kept);

  expect((await close('flood', monday)).out).toContain(
    'Orders that remain for that day: 1. Customers can still cancel 1 of them.\n',
  );
  expect(
    await cancelOrder(database.current, {
      customerId,
      orderId: ordered.orderId,
      idempotency: ownKey(),
      now: limit(factoryDay),
    }),
  ).toMatchObject({ verdict: 'cancelled' });
});

test('an order of a later day that is under way when a day closes keeps its limits', async () => {
  const { dish, customerId } = await canteenBeforeMonday('hurry');
  await duringOrder(database.current, orderOf(customerId, dish), () => close('hurry'));
  expect(await limitsOf(dish)).toMatchObject({ cancelUntil: limit(factoryDay) });
});

test('what is off the menu of a later day keeps its limits when a day closes, and is not counted', async () => {
  const { dish } = await canteenBeforeMonday('frost');
  await close('frost', monday);
  expect((await close('frost')).out).not.toContain(LATER_DISHES);
  expect(await limitsOf(dish)).toEqual(limits(factoryDay));
  await open('frost', monday);
  expect(await limitsOf(dish)).toEqual(limits(addDays(factoryDay, -1)));
});

test('a day that a menu closes is the menu’s, also when it was closed by hand before', async () => {
  const canteen = await createCanteen(database.current, { key: 'file' });
  const { id } = await createCustomer(database.current);
  for (const reason of ['Burst pipe', 'Stocktaking']) {
    const dish = await createOffering(database.current, { canteenId: canteen.id });
    await placeOrder(database.current, orderOf(id, dish));
    await close('file');
    await storeMenu(database.current, canteen, [{ day: factoryDay, closed: { reason: { und: reason } } }]);
    expect((await open('file')).out).toContain('It has no dishes');
  }
});

test('a menu that puts a closed day on sale says that it opens it again', async () => {
  await canteenWithDishes('again');
  await close('again');
  const folder = await mkdtemp(join(tmpdir(), 'refectory-menu-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'menu.csv');
  await writeFile(file, `date;group;name;price\n${factoryDay};Soups;Broth;30\n`);
  const { out } = await refectory('import-menu', file, '--canteen', 'again', '--publish');
  expect(out).toContain('Note: 2026-11-20 is closed; with dishes of this file it is open again.\n');
  expect(out).toContain('days: 0 closed, 1 open again');
});

test('what cannot be is refused in a sentence', async () => {
  await canteenWithDishes('main');
  const yesterday = addDays(factoryDay, -1);
  expect((await close('no such canteen')).err).toMatch(/^There is no canteen "no such canteen"; there are: /);
  expect(await close('main', yesterday)).toEqual(refused('The day 2026-11-19 is over: today is 2026-11-20.'));
  expect(await open('main', yesterday)).toEqual(refused('The day 2026-11-19 is over: today is 2026-11-20.'));
  expect(await close('main', calendarDay('9999-12-31'))).toEqual(
    refused('The day 9999-12-31 is more than two years ahead.'),
  );
  expect(await open('main')).toEqual(refused('"main" is not closed on 2026-11-20.'));
  for (const [words, sentence] of [
    [['--day', '20.11.2026', '--reason', 'Snow'], /It has to be a date like 2026-11-30\./],
    [['--day', factoryDay, '--reason', ' '], /It has to be a text, and is empty\./],
    [['--day', factoryDay], /required option '--reason <text>'/],
  ] as const) {
    const { code, out, err } = await refectory('close-day', '--canteen', 'main', ...words);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(sentence);
  }
  expect((await close('main')).code).toBe(0);
  expect(await close('main')).toEqual(refused('"main" is already closed on 2026-11-20.'));
  expect((await open('main')).code).toBe(0);
  const empty = calendarDay('2026-12-24');
  expect((await close('main', empty, 'Christmas')).out).toContain('Dishes taken off the menu: 0.');
  expect((await open('main', empty)).out).toContain('It has no dishes');
});
