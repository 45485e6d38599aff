import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';

import {
  createCanteen,
  createCustomer,
  createOffering,
  factoryDay,
  factoryNow,
} from '@refectory/database/factories';
import { storeMenu } from '@refectory/database/store-menu';
import { waitingForLock } from '@refectory/database/testing/held-order';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { money, unitPrice } from '@refectory/domain/money';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';

import { PreparedAnswer } from '../http/prepared-answer.ts';
import { createMenuCache } from '../menu/menu-cache.ts';
import { createTestApp, type TestApp } from '../testing/create-test-app.ts';
import { sayingYes } from '../testing/saying-yes.ts';
import { endSessions, offerOrder } from '../testing/seed-queries.ts';
import { watchLive, type WatchedStream } from '../testing/watch-live.ts';
import { createLiveFeed } from './live-feed.ts';
import { liveQueries } from './live-queries.ts';
import { createLiveStreams } from './live-streams.ts';

// More connections than a test has waiting for a lock at once.
const database = useTestDatabase({ max: 20 });

type Server = TestApp & { readonly address: string };

const servers: Server[] = [];
const streams: WatchedStream[] = [];

/** A server of the database at an address, as one process of several is. */
async function startServer(options: Partial<Omit<Parameters<typeof createTestApp>[0], 'database'>> = {}) {
  const t = await createTestApp({ database: database.current, ...options });
  const address = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const server = { ...t, address };
  servers.push(server);
  return server;
}

async function watch(server: Server, headers: Readonly<Record<string, string>> = {}) {
  const token = headers['x-asw-token'] ?? (await server.tokenFor());
  const stream = await watchLive(server.address, { ...headers, 'x-asw-token': token });
  streams.push(stream);
  return stream;
}

afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  for (const { app } of servers.splice(0)) await app.close();
});

const told = ({ events }: WatchedStream) => events.map(({ event }) => event);
/** Dishes that were made before a stream was opened may be heard of on it, as changes of their menus. */
const dishesTold = (stream: WatchedStream) => told(stream).filter((event) => event['event'] === 'dish');
const ordersTold = (stream: WatchedStream) => told(stream).filter((event) => event['event'] === 'orders');
const menusTold = (stream: WatchedStream, canteenId: number) =>
  told(stream).filter((event) => event['event'] === 'menu' && event['canteenId'] === canteenId);
const EVERYTHING = { event: 'menu' };
const FIVE_MINUTES_MS = 5 * 60_000;

/** Orders portions as a new customer; gives what can be done with the order. */
async function orderAt(server: Server, dish: { id: number; canteenId: number }, quantity = 1) {
  const customer = await createCustomer(database.current, { balance: money(quantity * 10_000) });
  const client = await server.loginAs(customer);
  const { orderId = 0 } = await client.createDirectOrder({
    body: {
      price: money(quantity * 10_000),
      item: { mealId: dish.id, date: factoryDay, quantity, canteenId: dish.canteenId },
    },
  });
  return {
    orderId,
    cancel: () => sayingYes((force) => client.cancelOrder({ body: { orderId } }, { force })),
    offer: () => offerOrder(database.current, orderId, factoryNow),
  };
}

const menuOf = async (server: Server, canteenId: number) => {
  const client = server.client('en', await server.tokenFor());
  return client.getMenu({ query: { canteenId, timeSpan: 'day', from: factoryDay, to: factoryDay } });
};

describe('what is told', () => {
  test('API-62 OFFER-40 who sells out, comes back and goes on exchange at one server is told at every one', async () => {
    const [one, other] = [await startServer(), await startServer()];
    const dish = await createOffering(database.current, { capacity: 1 });
    const watched = [await watch(one), await watch(other)];
    const as = (status: string, remaining: number) => ({
      event: 'dish',
      mealId: dish.id,
      canteenId: dish.canteenId,
      date: factoryDay,
      status,
      remaining,
    });
    const placed = await orderAt(one, dish);
    for (const stream of watched) await expect.poll(() => dishesTold(stream)).toEqual([as('SOLD_OUT', 0)]);
    await placed.offer();
    for (const stream of watched)
      await expect
        .poll(() => dishesTold(stream).at(-1))
        .toEqual({ ...as('EXCHANGE', 0), offers: [{ portions: 1, modifiers: [] }] });
    await placed.cancel();
    for (const stream of watched)
      await expect.poll(() => dishesTold(stream).at(-1)).toEqual(as('AVAILABLE', 1));
  });

  test('an offer of what the menu does not have any more is not told', async () => {
    const server = await startServer();
    const dish = await createOffering(database.current, { capacity: 1 });
    const stream = await watch(server);
    const placed = await orderAt(server, dish);
    await expect.poll(() => dishesTold(stream)).toMatchObject([{ status: 'SOLD_OUT' }]);
    const sauces = { id: 'sauces', name: { en: 'Sauces' }, min: 1, max: 1, options: [] };
    await database.current.pool.query('update offering set modifier_groups = $2 where id = $1', [
      dish.id,
      JSON.stringify([sauces]),
    ]);
    await placed.offer();
    await expect
      .poll(() => dishesTold(stream))
      .toMatchObject([{ status: 'SOLD_OUT' }, { status: 'SOLD_OUT' }]);
    expect(dishesTold(stream).at(-1)).not.toHaveProperty('offers');
  });

  test('OFFER-40 C28 every further offer of a dish is told, since to who made the first it is the only one', async () => {
    const server = await startServer();
    const dish = await createOffering(database.current, { capacity: 2 });
    const stream = await watch(server);
    const statuses = () => dishesTold(stream).map(({ status }) => status);
    const [jana, petr] = [await orderAt(server, dish), await orderAt(server, dish)];
    await expect.poll(() => statuses().at(-1)).toBe('SOLD_OUT');
    await jana.offer();
    await expect.poll(() => statuses().at(-1)).toBe('EXCHANGE');
    await petr.offer();
    await expect.poll(() => statuses().slice(-2)).toEqual(['EXCHANGE', 'EXCHANGE']);
  });

  test('OFFER-40 C28 what is taken of an offer is told also when some of it is left', async () => {
    const server = await startServer();
    const dish = await createOffering(database.current, { capacity: 2 });
    const stream = await watch(server);
    const statuses = () => dishesTold(stream).map(({ status }) => status);
    const jana = await orderAt(server, dish, 2);
    await expect.poll(() => statuses().at(-1)).toBe('SOLD_OUT');
    await jana.offer();
    await expect.poll(() => statuses().at(-1)).toBe('EXCHANGE');
    await orderAt(server, dish);
    await expect.poll(() => statuses().slice(-2)).toEqual(['EXCHANGE', 'EXCHANGE']);
  });

  test('OFFER-40 the few portions that are left are told, and many are not', async () => {
    const [one, other] = [await startServer(), await startServer()];
    const few = await createOffering(database.current, { capacity: 9 });
    const many = await createOffering(database.current, { capacity: 100 });
    const stream = await watch(other);
    await orderAt(one, many);
    await orderAt(one, few);
    await orderAt(one, few);
    await expect.poll(() => dishesTold(stream).at(-1)).toMatchObject({ mealId: few.id, remaining: 7 });
    expect(dishesTold(stream).filter((event) => event['mealId'] === many.id)).toEqual([]);
  });

  test('OFFER-40 a menu that is told as another one is read as it is now, at every server', async () => {
    const [one, other] = [await startServer(), await startServer()];
    const canteen = await createCanteen(database.current);
    const plan = (name: string) => [
      {
        day: factoryDay,
        dishes: [
          {
            sourceKey: 'soup',
            name: { en: name },
            group: { en: 'Soups' },
            filters: [],
            allergens: [],
            additionalData: [],
            prices: { other: unitPrice(490_000) },
            capacity: 10,
            state: 'open' as const,
            allowMultipleOrder: false,
          },
        ],
      },
    ];
    await storeMenu(database.current, canteen, plan('Broth'));
    const watched = [await watch(one), await watch(other)];
    for (const server of [one, other])
      expect((await menuOf(server, canteen.id)).menu).toMatchObject([{ name: 'Broth' }]);

    const changed = { event: 'menu', canteenId: canteen.id };
    await storeMenu(database.current, canteen, plan('Goulash soup'));
    for (const stream of watched) await expect.poll(() => menusTold(stream, canteen.id)).toEqual([changed]);
    for (const server of [one, other])
      expect((await menuOf(server, canteen.id)).menu).toMatchObject([{ name: 'Goulash soup' }]);

    await storeMenu(database.current, canteen, [{ day: factoryDay, closed: { reason: { en: 'Holiday' } } }]);
    for (const stream of watched)
      await expect.poll(() => menusTold(stream, canteen.id)).toEqual([changed, changed]);
    for (const server of [one, other]) expect((await menuOf(server, canteen.id)).menu).toEqual([]);
  });

  test('after the limit to order nothing comes back', async () => {
    const server = await startServer();
    const dish = await createOffering(database.current, {
      capacity: 1,
      cancelUntil: factoryNow + 10 * 3_600_000,
    });
    const placed = await orderAt(server, dish);
    const stream = await watch(server);
    server.clock.set(dish.offering.orderUntil + 1);
    await placed.cancel();
    await expect.poll(() => dishesTold(stream).at(-1)).toMatchObject({ status: 'CLOSED', remaining: 1 });
  });

  test('OFFER-40 a number that is shown goes away when many portions come back at once', async () => {
    const [one, other] = [await startServer(), await startServer()];
    const dish = await createOffering(database.current, { capacity: 49 });
    const placed = await orderAt(one, dish, 40);
    const stream = await watch(other);
    await expect.poll(() => dishesTold(stream).at(-1)).toMatchObject({ remaining: 9 });
    await placed.cancel();
    await expect.poll(() => dishesTold(stream).at(-1)).toMatchObject({ remaining: 49 });
  });

  test('C177 that their orders changed is told to a customer at every server, and to nobody else', async () => {
    const [one, other] = [await startServer(), await startServer()];
    const dish = await createOffering(database.current, { capacity: 100 });
    const customer = await createCustomer(database.current, { balance: money(10_000) });
    const client = await one.loginAs(customer);
    const own = await watch(other, { 'x-asw-token': await other.tokenFor(customer) });
    const somebody = await createCustomer(database.current);
    const foreign = [
      await watch(other),
      await watch(other, { 'x-asw-token': await other.tokenFor(somebody) }),
    ];
    const times = (stream: WatchedStream) => ordersTold(stream).length;
    const item = { mealId: dish.id, date: factoryDay, quantity: 1, canteenId: dish.canteenId };
    const { orderId = 0 } = await client.createDirectOrder({ body: { price: money(10_000), item } });
    await expect.poll(() => times(own)).toBe(1);
    // Now it can be offered, and not be cancelled any more.
    one.clock.advance(90 * 60_000);
    await client.exchangeOrder({ body: { orderId } });
    await expect.poll(() => times(own)).toBe(2);
    one.clock.advance(-90 * 60_000);
    await sayingYes((force) => client.cancelOrder({ body: { orderId } }, { force }));
    await expect.poll(() => times(own)).toBe(3);
    expect(foreign.flatMap(ordersTold)).toEqual([]);
  });

  test('a dish that changed and is as before when it is read is told again', async () => {
    const server = await startServer();
    const dish = await createOffering(database.current, { capacity: 1 });
    const stream = await watch(server);
    await orderAt(server, dish);
    await expect.poll(() => dishesTold(stream)).toMatchObject([{ status: 'SOLD_OUT' }]);
    // In one transaction, so that nobody reads it between.
    const set = (remaining: number) =>
      `update stock set capacity = sold + ${remaining} where offering_id = ${dish.id}`;
    await database.current.pool.query(`${set(1)}; ${set(0)}`);
    await expect
      .poll(() => dishesTold(stream))
      .toMatchObject([{ status: 'SOLD_OUT' }, { status: 'SOLD_OUT' }]);
  });

  test('what a server sold before it ended is told at the others', async () => {
    const [one, other] = [await startServer(), await startServer()];
    const dish = await createOffering(database.current, { capacity: 9 });
    const stream = await watch(other);
    await orderAt(one, dish);
    await one.app.close();
    await expect.poll(() => dishesTold(stream)).toMatchObject([{ mealId: dish.id, remaining: 8 }]);
  });

  test('a dish that could not be read, and portions that could not be told, are told when the database can', async () => {
    const queries = liveQueries(database.current);
    const dish = await createOffering(database.current, { capacity: 9 });
    const server = await startServer();
    const stream = await watch(server);
    const { orderId } = await orderAt(server, dish);
    await expect.poll(() => dishesTold(stream).at(-1)).toMatchObject({ remaining: 8 });
    const { app } = await createTestApp({ database: database.current });
    const written: string[] = [];
    const asked = { dishes: 0, orders: 0 };
    const first = (count: number) => {
      if (count === 1) throw new Error('the database is away');
    };
    const feed = createLiveFeed({
      queries: {
        ...queries,
        dishes: async (mealIds) => {
          first((asked.dishes += 1));
          return queries.dishes(mealIds);
        },
        tellOrders: async (orderIds) => {
          first((asked.orders += 1));
          return queries.tellOrders(orderIds);
        },
      },
      menuCache: createMenuCache(),
      clock: () => factoryNow,
      log: app.log,
      write: (bytes) => written.push(bytes.toString()),
    });
    onTestFinished(feed.close);
    await feed.open();
    feed.orderChanged(orderId);
    await expect
      .poll(() => written.join(''), { timeout: 10_000 })
      .toContain(`"mealId":${dish.id},"canteenId":${dish.canteenId},"date":"${factoryDay}"`);
    // Once more than they failed each: what was told is not told again.
    expect(asked).toEqual({ dishes: 2, orders: 2 });
  });

  test('a menu that was read before a change was heard is over, though the change is told later', async () => {
    const menuCache = createMenuCache();
    const written: string[] = [];
    const feed = createLiveFeed({
      queries: liveQueries(database.current),
      menuCache,
      clock: () => factoryNow,
      log: (await createTestApp({ database: database.current })).app.log,
      write: (bytes) => written.push(bytes.toString()),
    });
    onTestFinished(feed.close);
    await feed.open();
    const dish = await createOffering(database.current);
    let reads = 0;
    const read = async () =>
      menuCache.menus.fresh('menu', factoryNow) ??
      menuCache.menus.make('menu', dish.canteenId, factoryNow, async () => {
        reads += 1;
        return { answer: new PreparedAnswer({}, {}), trueUntil: factoryNow, givers: new Set<number>() };
      });
    await expect.poll(() => written.join('')).toContain(`"canteenId":${dish.canteenId}}`);
    await read();
    // Nothing is told while no dish can be read.
    const holder = await database.current.pool.connect();
    onTestFinished(() => holder.release(true));
    await holder.query('begin; lock stock in access exclusive mode');
    await database.current.pool.query(`select pg_notify('live', 'dish ${dish.id} ${dish.canteenId}')`);
    await expect.poll(() => read().then(() => reads)).toBe(2);
    await holder.query('rollback');
  });
});

describe('who was away', () => {
  test('is told what happened since the last event that they know, and nothing older', async () => {
    const server = await startServer();
    const [early, late] = [await createOffering(database.current), await createOffering(database.current)];
    const first = await watch(server);
    server.clock.advance(1_000);
    await orderAt(server, early);
    await expect.poll(() => dishesTold(first)).toMatchObject([{ mealId: early.id }]);
    server.clock.advance(1_000);
    const { serverTime } = await menuOf(server, late.canteenId);
    server.clock.advance(1_000);
    await orderAt(server, late);
    await expect.poll(() => dishesTold(first).at(-1)).toMatchObject({ mealId: late.id });

    const since = String(serverTime);
    const second = await watch(server, { 'last-event-id': since });
    await expect.poll(second.beats).toBe(1);
    expect(dishesTold(second)).toEqual([dishesTold(first).at(-1)]);
    const third = await watch(server, { 'last-event-id': 'yesterday' });
    await expect.poll(third.beats).toBe(1);
    expect(told(third)).toEqual([]);
  });

  test('C177 is told that their own orders changed since, and of nobody else', async () => {
    const server = await startServer();
    const dish = await createOffering(database.current, { capacity: 100 });
    const customer = await createCustomer(database.current, { balance: money(10_000) });
    const token = await server.tokenFor(customer);
    const first = await watch(server, { 'x-asw-token': token });
    const { serverTime } = await menuOf(server, dish.canteenId);
    const client = server.client('en', token);
    const item = { mealId: dish.id, date: factoryDay, quantity: 1, canteenId: dish.canteenId };
    await client.createDirectOrder({ body: { price: money(10_000), item } });
    await expect.poll(() => ordersTold(first)).toHaveLength(1);
    const since = { 'last-event-id': String(serverTime) };
    const again = await watch(server, { ...since, 'x-asw-token': token });
    await expect.poll(again.beats).toBe(1);
    expect(ordersTold(again)).toHaveLength(1);
    const foreign = await watch(server, since);
    await expect.poll(foreign.beats).toBe(1);
    expect(ordersTold(foreign)).toEqual([]);
  });

  test('OFFER-40 is told of a dish as it is by now, when a limit has passed since', async () => {
    const server = await startServer();
    const offered = await createOffering(database.current, { capacity: 1 });
    const few = await createOffering(database.current, { capacity: 9 });
    const beforeLimit = offered.offering.orderUntil - 60_000;
    server.clock.set(beforeLimit);
    const first = await watch(server);
    await (await orderAt(server, offered)).offer();
    await orderAt(server, few);
    await expect
      .poll(() => dishesTold(first))
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ mealId: offered.id, status: 'EXCHANGE' }),
          expect.objectContaining({ mealId: few.id, status: 'AVAILABLE' }),
        ]),
      );
    server.clock.set(offered.offering.orderUntil + 1);
    const second = await watch(server, { 'last-event-id': String(beforeLimit) });
    await expect.poll(second.beats).toBe(1);
    const last = (dish: { id: number }) =>
      dishesTold(second).findLast((event) => event['mealId'] === dish.id)?.['status'];
    expect([last(offered), last(few)]).toEqual(['EXCHANGE', 'CLOSED']);
  });

  test('longer than the server hears has to read everything again', async () => {
    const server = await startServer();
    const stream = await watch(server, { 'last-event-id': String(factoryNow - 1) });
    await expect.poll(() => told(stream)).toEqual([EVERYTHING]);
  });

  test('longer than anything is kept has to read everything again', async () => {
    const server = await startServer({ app: { liveBeatMs: 20 } });
    const dish = await createOffering(database.current);
    const first = await watch(server);
    server.clock.advance(1_000);
    await orderAt(server, dish);
    await expect.poll(() => dishesTold(first)).toMatchObject([{ mealId: dish.id }]);
    const toldAt = factoryNow + 1_000;
    const since = (moment: number) => watch(server, { 'last-event-id': String(moment) });

    const beatsAfter = async (now: number) => {
      server.clock.set(now);
      const before = first.beats();
      // One may have been on its way.
      await expect.poll(first.beats).toBeGreaterThan(before + 1);
    };
    await beatsAfter(toldAt + FIVE_MINUTES_MS);
    const still = await since(toldAt);
    await expect.poll(still.beats).toBeGreaterThan(0);
    expect(dishesTold(still)).toEqual(dishesTold(first));
    expect(told(still)).not.toContainEqual(EVERYTHING);
    await beatsAfter(toldAt + FIVE_MINUTES_MS + 1);
    const late = await since(toldAt);
    await expect.poll(() => told(late)).toEqual([EVERYTHING]);
    const later = await since(toldAt + 1);
    await expect.poll(later.beats).toBeGreaterThan(0);
    expect(told(later)).not.toContainEqual(EVERYTHING);
    expect(dishesTold(later)).toEqual([]);
  });

  test('is told to read everything again when the server did not hear for a while, and what comes then', async () => {
    const server = await startServer();
    const dish = await createOffering(database.current, { capacity: 1 });
    const stream = await watch(server);
    await database.current.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query = 'listen "live"'`,
    );
    await expect.poll(() => told(stream), { timeout: 5_000 }).toContainEqual(EVERYTHING);
    await orderAt(server, dish);
    await expect.poll(() => dishesTold(stream).at(-1)).toMatchObject({ mealId: dish.id, status: 'SOLD_OUT' });
  });
});

describe('a stream', () => {
  const GUEST = {
    token: 'x',
    customerId: undefined,
    priceLevel: 'other' as const,
    owesTerms: false,
    needsPassword: false,
  };

  test('is an event stream that nobody keeps and nobody packs', async () => {
    const server = await startServer();
    const { status, headers } = await watch(server, { 'accept-encoding': 'br, gzip' });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      date: new Date(factoryNow).toUTCString(),
    });
    expect(headers).not.toHaveProperty('content-encoding');
    const token = await server.tokenFor();
    const head = await server.app.inject({
      method: 'HEAD',
      url: '/api/live',
      headers: { 'x-asw-token': token },
    });
    expect([head.statusCode, head.headers['content-type']]).toEqual([200, 'text/event-stream']);
  });

  test('API-62 is for whoever has a session and may see the offer', async () => {
    const server = await startServer({ settings: { allowGuests: false } });
    const stranger = await watch(server, { 'x-asw-token': 'nobody' });
    expect(stranger.refusal()).toMatchObject({ error: { code: 'sessionMissing' } });
    expect((await watch(server)).refusal()).toMatchObject({ error: { code: 'loginRequired' } });
    const token = await server.tokenFor(await createCustomer(database.current));
    expect((await watch(server, { 'x-asw-token': token })).status).toBe(200);
    const withoutOffer = await startServer({ settings: { allowShopping: false } });
    const refused = await watch(withoutOffer, { 'x-asw-token': token });
    expect(refused.refusal()).toMatchObject({ error: { code: 'switchedOff' } });
  });

  test("ends with its session, a guest's when its time is over", async () => {
    const server = await startServer({ app: { liveBeatMs: 20 } });
    const customer = await createCustomer(database.current);
    const stays = await watch(server, {
      'x-asw-token': await server.tokenFor(await createCustomer(database.current)),
    });
    const leaves = await watch(server, { 'x-asw-token': await server.tokenFor(customer) });
    const guest = await watch(server);
    await endSessions(database.current, customer.id);
    await expect.poll(leaves.end).toBe('ended');
    expect(guest.end()).toBeUndefined();
    server.clock.advance(24 * 3_600_000);
    await expect.poll(guest.end).toBe('ended');
    await expect.poll(stays.end).toBe('ended');
  });

  test('is one of ten that a customer may have at once, and one that ends makes room', async () => {
    const server = await startServer();
    const token = await server.tokenFor(await createCustomer(database.current));
    const open = () => watch(server, { 'x-asw-token': token });
    const first = await open();
    for (let more = 0; more < 9; more += 1) expect((await open()).status).toBe(200);
    const refused = await open();
    expect(refused.status).toBe(429);
    expect(refused.refusal()).toMatchObject({ error: { code: 'tooManyStreams' } });
    expect((await watch(server)).status).toBe(200);
    first.close();
    await expect.poll(async () => (await open()).status).toBe(200);
  });

  test('whose reader left before it began does not count among their ten', async () => {
    const server = await startServer();
    const token = await server.tokenFor(await createCustomer(database.current));
    const { port } = new URL(server.address);
    const asked = `GET /api/live HTTP/1.1\r\nhost: x\r\nx-asw-token: ${token}\r\n\r\n`;
    const { server: http } = server.app;
    const connections = promisify((counted: (error: Error | null, count: number) => void) =>
      http.getConnections(counted),
    );
    // No session can be looked up until the reader has left.
    const holder = await database.current.pool.connect();
    try {
      await holder.query('begin; lock session in access exclusive mode');
      const sockets = Array.from({ length: 10 }, () => connect(Number(port), '127.0.0.1'));
      for (const socket of sockets) socket.write(asked);
      await expect.poll(() => connections()).toBe(10);
      await waitingForLock(database.current);
      for (const socket of sockets) socket.destroy();
      await expect.poll(() => connections()).toBe(0);
    } finally {
      holder.release(true);
    }
    expect((await watch(server, { 'x-asw-token': token })).status).toBe(200);
  });

  test('ends when its server does, which does not wait for it', async () => {
    const server = await startServer();
    const stream = await watch(server);
    await expect.poll(stream.beats).toBe(1);
    await server.app.close();
    await expect.poll(stream.end).toBe('ended');
  });

  test('that comes when its server has ended the others is not begun', async () => {
    const written = createLiveStreams();
    written.close();
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const reader = { session: GUEST, address: '127.0.0.1' };
    expect(() => written.add(response, reader)).toThrow(expect.objectContaining({ code: 'unavailable' }));
  });

  test('whose reader does not read is cut, and the others go on', async () => {
    const written = createLiveStreams();
    const server = createServer((_, response) => {
      response.writeHead(200, { connection: 'close' });
      written.add(response, { session: GUEST, address: '127.0.0.1' });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    let received = 0;
    const reads = connect(port, '127.0.0.1', () => reads.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'));
    reads.on('data', (bytes) => {
      received += bytes.length;
    });
    const sleeps = connect(port, '127.0.0.1', () => sleeps.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'));
    sleeps.pause();
    let open = 0;
    server.on('connection', (socket) => {
      open += 1;
      socket.on('close', () => (open -= 1));
    });
    await expect.poll(() => open).toBe(2);
    const news = Buffer.alloc(1_000_000, '.');
    let sent = 0;
    // Whatever the system takes in for a reader, it does not take in everything.
    await expect
      .poll(() => {
        if (received >= sent) {
          written.write(news);
          sent += news.length;
        }
        return open;
      })
      .toBe(1);
    await expect.poll(() => received).toBeGreaterThanOrEqual(sent);
    written.close();
    await expect.poll(() => open).toBe(0);
    reads.destroy();
    sleeps.destroy();
    server.close();
  });
});
