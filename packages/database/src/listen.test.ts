import { Socket } from 'node:net';

import { calendarDay } from '@refectory/domain/day';
import { money, unitPrice } from '@refectory/domain/money';
import type { PlannedDay } from '@refectory/domain/menu-plan';
import { eq } from 'drizzle-orm';
import { Pool } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';

import { openDatabase } from './database.ts';
import {
  createCanteen,
  createCustomer,
  createOffering,
  factoryNow,
  type CreatedOffering,
} from './factories.ts';
import { listen } from './listen.ts';
import { cancelOrder, ownKey, placeOrder, placeOrders, type OrderInput } from './order-functions.ts';
import { offeringPrice, orders } from './schema.ts';
import { storeMenu } from './store-menu.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const database = useTestDatabase();

/** What is told on the channel while something is done, in its order. */
async function toldDuring(work: () => Promise<unknown>): Promise<string[]> {
  const heard: string[] = [];
  const listener = await listen(database.current, 'live', {
    hear: (text) => heard.push(text),
    lost: () => heard.push('lost'),
  });
  await work();
  // What was told before it is heard before it.
  await database.current.pool.query(`notify live, 'end'`);
  await expect.poll(() => heard).toContain('end');
  await listener.close();
  return heard.slice(0, -1);
}

const orderOf = (customerId: number, dish: CreatedOffering): OrderInput => ({
  customerId,
  offeringId: dish.id,
  canteenId: dish.canteenId,
  day: dish.offering.day,
  quantity: 1,
  price: money(10_000),
  pickupCode: 'A17',
  idempotency: ownKey(),
  now: factoryNow,
});

async function order(dish: CreatedOffering) {
  const { id } = await createCustomer(database.current);
  const verdict = await placeOrder(database.current, orderOf(id, dish));
  if (verdict.verdict !== 'ordered') throw new Error(`the order was refused: ${verdict.verdict}`);
  const cancel = () =>
    cancelOrder(database.current, {
      customerId: id,
      orderId: verdict.orderId,
      agreed: { giveUp: verdict.orderId },
      idempotency: ownKey(),
      now: factoryNow,
    });
  const offer = (at: Date | null) =>
    database.current.orm
      .update(orders)
      .set({ offeredAt: at?.getTime() ?? null })
      .where(eq(orders.id, verdict.orderId));
  return { cancel, offer };
}

describe('a dish', () => {
  test('is told when it runs out, comes back, goes on exchange and off again', async () => {
    const dish = await createOffering(database.current, { capacity: 1 });
    const told = [`dish ${dish.id} ${dish.canteenId}`];
    let placed: Awaited<ReturnType<typeof order>> | undefined;
    expect(await toldDuring(async () => (placed = await order(dish)))).toEqual(told);
    expect(await toldDuring(async () => placed?.offer(new Date(factoryNow)))).toEqual(told);
    expect(await toldDuring(async () => placed?.offer(null))).toEqual(told);
    expect(await toldDuring(async () => placed?.cancel())).toEqual(told);
  });

  test('is not told by an order that leaves portions, nor by one that was refused', async () => {
    const dish = await createOffering(database.current, { capacity: 2 });
    expect(await toldDuring(async () => (await order(dish)).cancel())).toEqual([]);
    await order(dish);
    await order(dish);
    expect(await toldDuring(() => expect(order(dish)).rejects.toThrow('sold-out'))).toEqual([]);
  });

  test('is told once by orders that are decided together', async () => {
    const dish = await createOffering(database.current, { capacity: 3 });
    const other = await createOffering(database.current, { capacity: 1 });
    const customers = await Promise.all([1, 2, 3, 4, 5].map(() => createCustomer(database.current)));
    const wanted = customers.map(({ id }, index) => orderOf(id, index === 4 ? other : dish));
    const told = await toldDuring(() => placeOrders(database.current, wanted));
    expect(told.toSorted()).toEqual(
      [dish, other].map(({ id, canteenId }) => `dish ${id} ${canteenId}`).toSorted(),
    );
  });
});

describe('a menu', () => {
  const friday = calendarDay('2026-11-20');
  const planOf = (price: number, dishes = 30): PlannedDay[] => [
    {
      day: friday,
      dishes: Array.from({ length: dishes }, (_, index) => ({
        sourceKey: `dish ${index}`,
        name: { en: `Dish ${index}` },
        group: { en: 'Mains' },
        filters: [],
        allergens: [],
        additionalData: [],
        prices: { other: unitPrice(price) },
        capacity: 10,
        state: 'open',
        allowMultipleOrder: false,
      })),
    },
  ];

  test('is told once by an import, whatever it changes, and not by one that changes nothing', async () => {
    const canteen = await createCanteen(database.current);
    const told = [`menu ${canteen.id}`];
    const store = (plan: PlannedDay[]) => toldDuring(() => storeMenu(database.current, canteen, plan));
    expect(await store(planOf(490_000))).toEqual(told);
    expect(await store(planOf(490_000))).toEqual([]);
    expect(await store(planOf(500_000))).toEqual(told);
    expect(await store(planOf(500_000, 29))).toEqual(told);
    expect(await store([{ day: friday, closed: { reason: { en: 'Holiday' } } }])).toEqual(told);
    expect(await store(planOf(500_000, 0))).toEqual(told);
  });

  test('is told when a price changes by itself', async () => {
    const dish = await createOffering(database.current);
    const told = await toldDuring(() =>
      database.current.orm
        .update(offeringPrice)
        .set({ unitPrice: unitPrice(1) })
        .where(eq(offeringPrice.offeringId, dish.id)),
    );
    expect(told).toEqual([`menu ${dish.canteenId}`]);
  });
});

describe('a listener', () => {
  test('whose connection ends is told that it was lost, once', async () => {
    const heard: string[] = [];
    const listener = await listen(database.current, 'live', {
      hear: (text) => heard.push(text),
      lost: () => heard.push('lost'),
    });
    await database.current.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query = 'listen "live"'`,
    );
    await expect.poll(() => heard).toEqual(['lost']);
    await listener.check();
    await listener.close();
    expect(heard).toEqual(['lost']);
  });

  test('whose connection says nothing any more is found out by a check', async () => {
    const sockets: Socket[] = [];
    const stream = () => sockets[sockets.push(new Socket()) - 1];
    const pool = new Pool({ ...database.current.connection, query_timeout: 100, stream });
    onTestFinished(() => pool.end());
    let losses = 0;
    const lost = () => (losses += 1);
    const listener = await listen({ ...database.current, pool }, 'live', { hear: () => {}, lost });
    await listener.check();
    expect(losses).toBe(0);
    for (const socket of sockets) socket.pause();
    await listener.check();
    expect(losses).toBe(1);
    await listener.check();
    await listener.close();
    expect(losses).toBe(1);
  });

  test('that cannot connect throws', async () => {
    const away = openDatabase('postgres://nobody@127.0.0.1:1/none');
    await expect(listen(away, 'live', { hear: () => {}, lost: () => {} })).rejects.toThrow('ECONNREFUSED');
    await away.close();
  });
});
