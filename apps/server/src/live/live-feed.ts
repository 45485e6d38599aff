import { setTimeout as pause } from 'node:timers/promises';

import { live, type LiveEvent } from '@refectory/contract/live';
import type { Listener } from '@refectory/database/listen';
import type { Instant } from '@refectory/domain/day';
import { dishStatus } from '@refectory/domain/dish';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';

import { alikeTogether } from '../menu/menu-answer.ts';
import type { MenuCache } from '../menu/menu-cache.ts';
import type { liveQueries, LiveRow } from './live-queries.ts';

/** The shortest time between two events of a dish, in ms; changes in between are sent together. */
const TELL_EVERY_MS = 200;
/** How long a broken connection to the database is left alone. */
const RETRY_MS = 1_000;
/** How long events are kept for clients that come back: longer than a page may be out of sight. */
const KEPT_MS = 5 * 60_000;

/** Hears of changes in the database and tells them as bytes of a stream. */
export type LiveFeed = {
  /** Begins to hear; answers when it does. Throws when the database cannot be reached. */
  readonly open: () => Promise<void>;
  /** The first bytes of a stream: what its reader was told since a moment, and the time. */
  readonly beginning: (since: Instant | undefined, customerId?: number) => Buffer;
  /** An order came about, or was changed by its customer. */
  readonly orderChanged: (orderId: number) => void;
  /** Tells the time, and finds out whether the database is still heard. */
  readonly beat: () => void;
  readonly close: () => Promise<void>;
};

/** An event and its time; its content may be newer than its time. */
type Told = { readonly at: Instant; readonly eventAt: (now: Instant) => LiveEvent };

const frameAt =
  (now: Instant) =>
  ({ at, eventAt }: Told): string =>
    `id: ${at}\ndata: ${JSON.stringify(z.encode(live.watchOffer.response, eventAt(now)))}\n\n`;
const bytesOf = (news: readonly Told[], now: Instant) => Buffer.from(news.map(frameAt(now)).join(''));

const dishTold = (row: LiveRow, at: Instant): Told => ({
  at,
  // A limit that passes changes a dish too.
  eventAt: (now) => {
    const { mealId, canteenId, day: date, remaining } = row;
    const offers = alikeTogether(row.offers);
    const offered = offers.reduce((sum, { portions }) => sum + portions, 0);
    const status = dishStatus({ ...row, offered, now });
    return {
      event: 'dish',
      mealId,
      canteenId,
      date,
      status,
      remaining,
      ...(status === 'EXCHANGE' && {
        offers: offers.map(({ portions, modifiers }) => ({
          portions,
          modifiers: modifiers.map(({ id }) => id),
        })),
      }),
    };
  },
});
/** Without a canteen, everything may be another thing than before. */
const menuTold = (canteenId: number | undefined, at: Instant): Told => ({
  at,
  eventAt: () => ({ event: 'menu', canteenId }),
});
const ordersTold = (at: Instant): Told => ({ at, eventAt: () => ({ event: 'orders' }) });
const timeTold = (at: Instant): Told => ({ at, eventAt: () => ({ event: 'time' }) });

/** A feed that has heard nothing yet; `write` is given the same bytes for all streams, or for those of a customer. */
export function createLiveFeed(services: {
  readonly queries: ReturnType<typeof liveQueries>;
  readonly menuCache: MenuCache;
  readonly clock: () => Instant;
  readonly log: FastifyBaseLogger;
  readonly write: (bytes: Buffer, customerId?: number) => void;
}): LiveFeed {
  const { queries, menuCache, clock, log, write } = services;
  const closing = new AbortController();
  const wait = async (delayMs: number) => {
    try {
      await pause(delayMs, undefined, { signal: closing.signal, ref: false });
    } catch (error) {
      if (!closing.signal.aborted) throw error;
    }
  };

  // From here on everything was heard, and what was told is known.
  let knownSince: Instant = Number.POSITIVE_INFINITY;
  const dishes = new Map<number, Told>();
  const menus = new Map<number, Told>();
  /** By the customer whose orders changed. */
  const orders = new Map<number, Told>();

  const heard = { dishes: new Set<number>(), menus: new Set<number>(), customers: new Set<number>() };
  let telling: Promise<void> | undefined;

  /** Tells what was heard so far, as it is now. */
  async function tellHeard(): Promise<void> {
    const mealIds = [...heard.dishes];
    heard.dishes.clear();
    let rows: LiveRow[] = [];
    try {
      if (mealIds.length > 0) rows = await queries.dishes(mealIds);
    } catch (error) {
      for (const mealId of mealIds) heard.dishes.add(mealId);
      throw error;
    }
    const canteenIds = [...heard.menus];
    heard.menus.clear();
    const customerIds = [...heard.customers];
    heard.customers.clear();
    const at = clock();
    const news: Told[] = [];
    // A dish that is as it was told last is told again: it was another one meanwhile, and who read the menu then knows
    // only that.
    for (const row of rows) {
      const dish = dishTold(row, at);
      dishes.set(row.mealId, dish);
      news.push(dish);
    }
    for (const canteenId of canteenIds) {
      const menu = menuTold(canteenId, at);
      menus.set(canteenId, menu);
      news.push(menu);
    }
    if (news.length > 0) write(bytesOf(news, at));
    for (const customerId of customerIds) {
      const changed = ordersTold(at);
      orders.set(customerId, changed);
      write(bytesOf([changed], at), customerId);
    }
  }

  async function tell(): Promise<void> {
    // A commit tells all it has to tell in one go.
    await new Promise(setImmediate);
    while (heard.dishes.size + heard.menus.size + heard.customers.size > 0 && !closing.signal.aborted) {
      try {
        await tellHeard();
        await wait(TELL_EVERY_MS);
      } catch (error) {
        log.error({ err: error }, 'what changed could not be read and is told later');
        await wait(RETRY_MS);
      }
    }
    telling = undefined;
  }

  function hear(text: string): void {
    const [kind, id, canteenId] = text.split(' ');
    if (kind === 'dish') heard.dishes.add(Number(id));
    if (kind === 'menu') heard.menus.add(Number(id));
    if (kind === 'orders') heard.customers.add(Number(id));
    // A menu that was read before is outdated from now on, not only once the event is sent.
    else menuCache.drop(Number(kind === 'dish' ? canteenId : id));
    telling ??= tell();
  }

  let listening: Promise<Listener | undefined> | undefined;

  async function listen(): Promise<Listener> {
    const listener = await queries.listen({
      hear,
      lost: (error) => {
        if (closing.signal.aborted) return;
        log.error({ err: error }, 'changes are not heard until the database is back');
        listening = listenAgain();
      },
    });
    knownSince = clock();
    return listener;
  }

  /** Nobody knows what happened meanwhile, so everything is to be read again. */
  async function listenAgain(): Promise<Listener | undefined> {
    for (;;) {
      await wait(RETRY_MS);
      if (closing.signal.aborted) return undefined;
      try {
        const listener = await listen();
        menuCache.drop();
        dishes.clear();
        menus.clear();
        orders.clear();
        const at = clock();
        write(bytesOf([menuTold(undefined, at)], at));
        return listener;
      } catch (error) {
        log.error({ err: error }, 'changes are still not heard');
      }
    }
  }

  function forgetOld(now: Instant): void {
    const before = now - KEPT_MS;
    if (knownSince >= before) return;
    knownSince = before;
    for (const kept of [dishes, menus, orders])
      for (const [id, { at }] of kept) if (at < before) kept.delete(id);
  }

  const changedOrders = new Set<number>();
  let tellingOrders: NodeJS.Timeout | undefined;
  function orderChanged(orderId: number, delayMs = TELL_EVERY_MS): void {
    changedOrders.add(orderId);
    tellingOrders ??= setTimeout(() => void tellOrders(), delayMs).unref();
  }
  async function tellOrders(): Promise<void> {
    tellingOrders = undefined;
    const orderIds = [...changedOrders];
    changedOrders.clear();
    try {
      await queries.tellOrders(orderIds);
    } catch (error) {
      log.error({ err: error }, 'portions left could not be told and are told later');
      if (!closing.signal.aborted) for (const orderId of orderIds) orderChanged(orderId, RETRY_MS);
    }
  }

  return {
    async open() {
      listening ??= listen();
      try {
        await listening;
      } catch (error) {
        listening = undefined;
        throw error;
      }
    },
    beginning(since, customerId) {
      const at = clock();
      if (since !== undefined && since < knownSince) return bytesOf([menuTold(undefined, at)], at);
      const own = customerId === undefined ? undefined : orders.get(customerId);
      const missed = [...dishes.values(), ...menus.values(), ...(own ? [own] : [])]
        .filter((kept) => since !== undefined && kept.at >= since)
        .toSorted((one, other) => one.at - other.at);
      return bytesOf([...missed, timeTold(at)], at);
    },
    orderChanged: (orderId) => orderChanged(orderId),
    beat() {
      const at = clock();
      forgetOld(at);
      write(bytesOf([timeTold(at)], at));
      void listening?.then(
        (listener) => listener?.check(),
        () => {}, // Told to whoever wanted to open it.
      );
    },
    async close() {
      // What was heard and not told yet has no reader here any more, but what was sold here has them in other processes.
      closing.abort();
      clearTimeout(tellingOrders);
      if (changedOrders.size > 0) await tellOrders();
      await telling;
      const listener = await listening?.catch(() => undefined);
      await listener?.close();
    },
  };
}
