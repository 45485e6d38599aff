import { findCanteen } from '@refectory/database/canteens';
import { findCustomer } from '@refectory/database/customers';
import type { Database } from '@refectory/database/database';
import { handOut } from '@refectory/database/hand-out';
import { creditAccount } from '@refectory/database/ledger';
import { cancelOrder, placeOrder } from '@refectory/database/order-functions';
import { storeMenu } from '@refectory/database/store-menu';
import {
  addDays,
  dayAt,
  instantAt,
  mondayOf,
  weekdayOf,
  type CalendarDay,
  type Instant,
  type Weekday,
} from '@refectory/domain/day';
import type { PlannedDay, PlannedDish } from '@refectory/domain/menu-plan';
import { withModifierPrices } from '@refectory/domain/portion';
import { money, orderPrice, type Money } from '@refectory/domain/money';
import { newPickupCode } from '@refectory/server/orders/pickup-code';

import { demoGroups, type DemoGroup } from './demo-dishes.ts';
import { planDemoDays, type DemoCanteenKey } from './demo-menu.ts';
import { balanceOf, daysWithMenu, isReferenceKnown, offeringsOf } from './seed-queries.ts';
import { aYearBefore, monthsBefore, openingOf, ZONE } from './seed.ts';
import { numbersFrom, shuffled } from './seeded-numbers.ts';

/** A customer with a past. */
type Diner = {
  readonly userName: string;
  /** The first day of the past, seen from today. */
  readonly since: (today: CalendarDay) => CalendarDay;
  /** The days of the week on which they may eat there. */
  readonly weekdays: readonly Weekday[];
  /** Portions of each dish, where a customer may have several. */
  readonly quantity: number;
  /** They top up so much when less than `low` is left. */
  readonly low: number;
  readonly topUp: Money;
  /** The balance at the end, or up to a hundred crowns over it; more than `low` and a top-up, so that one is always due. */
  readonly atTheEnd: number;
};

/** Jana eats most days, and the company brings four people on Tuesdays and Thursdays of the last months. */
const diners: readonly Diner[] = [
  {
    userName: 'jana',
    since: aYearBefore,
    weekdays: [1, 2, 3, 4, 5],
    quantity: 1,
    low: 15_000,
    topUp: money(80_000),
    atTheEnd: 100_000,
  },
  {
    userName: 'firma',
    since: monthsBefore,
    weekdays: [2, 4],
    quantity: 4,
    low: 120_000,
    topUp: money(300_000),
    atTheEnd: 500_000,
  },
];

/** One day's lunch of somebody who eats in the canteen: what, when ordered, and when eaten or cancelled. */
export type Lunch = {
  readonly day: CalendarDay;
  readonly dishes: readonly PlannedDish[];
  /** The till that hands it out. */
  readonly register: string;
  readonly orderedAt: Instant;
  readonly end: { readonly how: 'eaten' | 'cancelled'; readonly at: Instant };
};

const MINUTE_MS = 60_000;
const AWAY_WEEKS = 0.08;
const AWAY_DAYS = 0.1;
const CANCELLED = 0.06;
const IN_THE_GARDEN = 0.25;
const ORDERED_ON_THE_DAY = 0.3;

/** What is eaten how often: a main course always, a soup mostly. */
const courses: readonly { readonly groups: readonly DemoGroup[]; readonly chance: number }[] = [
  { groups: ['soup'], chance: 0.7 },
  { groups: ['main', 'vegetarian', 'pasta', 'salad'], chance: 1 },
  { groups: ['dessert'], chance: 0.2 },
  { groups: ['drink'], chance: 0.15 },
];

/** The lunches of a plan's days, the same for the same days; nobody eats every day. */
export function planLunches(plan: readonly PlannedDay[], zone: string): Lunch[] {
  return plan.flatMap((planned) => {
    if (!('dishes' in planned)) return [];
    const { day } = planned;
    const next = numbersFrom(`lunch ${day}`);
    if (numbersFrom(`away ${mondayOf(day)}`)() < AWAY_WEEKS || next() < AWAY_DAYS) return [];

    // Exceptions of the day stay for those who come late.
    const open = shuffled(
      planned.dishes.filter(({ state, capacity }) => state === 'open' && capacity > 10),
      next,
    );
    const dishes = courses.flatMap(({ groups, chance }) => {
      const texts = groups.map((group) => demoGroups[group]);
      const dish =
        next() < chance ? open.find(({ group }) => texts.some((text) => text === group)) : undefined;
      return dish ? [dish] : [];
    });
    const isOnTheDay = next() < ORDERED_ON_THE_DAY;
    const orderedAt = isOnTheDay
      ? instantAt(day, '07:00', zone) + Math.floor(next() * 60) * MINUTE_MS
      : instantAt(addDays(day, -1), '14:00', zone) + Math.floor(next() * 360) * MINUTE_MS;
    const isCancelled = next() < CANCELLED;
    const minutes = Math.floor(next() * 110) * MINUTE_MS;
    const end: Lunch['end'] = isCancelled
      ? { how: 'cancelled', at: instantAt(day, '08:00', zone) + minutes }
      : { how: 'eaten', at: instantAt(day, '11:15', zone) + minutes };
    const register = next() < 0.6 ? '1' : '2';
    return [{ day, dishes, register, orderedAt, end }];
  });
}

const WHOLE = 10_000;

/** The reference of the top-up that ends the past of a diner. */
const lastOf = ({ userName }: Diner) => `demo top-up of ${userName} at last`;

/** The key of something that is done once, however often the demo is started. */
const once = (key: string) => ({ key, requestHash: new Uint8Array(32) });

/** The canteen in which they eat on a day: mostly the main one. */
const canteenOn = (day: CalendarDay): DemoCanteenKey =>
  numbersFrom(`canteen ${day}`)() < IN_THE_GARDEN ? 'garden' : 'main';

/**
 * Plans and stores the menus of a canteen's past days, where it has none; the garden only needs days they eat there. Answers
 * the lunches there.
 */
async function storePast(database: Database, key: DemoCanteenKey, today: CalendarDay) {
  const canteen = await findCanteen(database, key);
  if (!canteen) throw new Error(`the demo has no canteen "${key}"`);
  const plan = planDemoDays(key, aYearBefore(today), addDays(today, -1)).filter(
    ({ day }) => key === 'main' || canteenOn(day) === key,
  );
  const known = await daysWithMenu(database, canteen.id);
  await storeMenu(
    database,
    canteen,
    plan.filter(({ day }) => !known.has(day)),
  );
  const offerings = await offeringsOf(
    database,
    canteen.id,
    plan.map(({ day }) => day),
  );
  const lunches = planLunches(plan, canteen.timeZone).filter(({ day }) => canteenOn(day) === key);
  return lunches.map((lunch) => ({ ...lunch, canteen, offerings }));
}

type StoredLunch = Awaited<ReturnType<typeof storePast>>[number];

/** The account of a diner while their past is made. */
async function openAccount(database: Database, diner: Diner) {
  const customer = await findCustomer(database, diner.userName);
  if (!customer) throw new Error(`the demo has no "${diner.userName}"`);
  // As it was when the past began: a repeated step answers what it answered then.
  let balance = money(openingOf(diner.userName));
  const topUp = async (amount: Money, reference: string, at: Instant) => {
    const credit = {
      customerId: customer.id,
      amount,
      kind: 'top-up',
      reference,
      actor: 'job demo',
      now: at,
    } as const;
    const verdict = await creditAccount(database, credit);
    if (verdict.verdict !== 'booked') throw new Error(`the top-up "${reference}" was refused`);
    balance = verdict.balance;
  };
  return {
    /** Orders a lunch, and cancels it or has it handed out. */
    eat: async ({ day, dishes, register, orderedAt, end, canteen, offerings }: StoredLunch) => {
      const placed: { readonly course: number; readonly orderId: number }[] = [];
      for (const [course, dish] of dishes.entries()) {
        const offering = offerings.get(`${day} ${dish.sourceKey}`);
        const unitPrice = dish.prices[customer.priceLevel];
        // Another menu was imported for the day.
        if (!offering || unitPrice === undefined) continue;
        const quantity = dish.allowMultipleOrder ? diner.quantity : 1;
        // The first of what has to be chosen.
        const modifiers = (dish.modifierGroups ?? []).flatMap(({ min, options }) => options.slice(0, min));
        if (balance < diner.low)
          await topUp(
            diner.topUp,
            `demo top-up of ${diner.userName} ${day} ${course}`,
            // After the course before, and before this one.
            orderedAt + (course - 0.5) * MINUTE_MS,
          );
        const ordered = await placeOrder(database, {
          customerId: customer.id,
          offeringId: offering.id,
          day,
          canteenId: canteen.id,
          productId: offering.productId,
          quantity,
          modifiers: modifiers.map(({ id }) => id),
          price: orderPrice(withModifierPrices(unitPrice, modifiers), quantity),
          idempotency: once(`demo lunch ${day} ${course}`),
          pickupCode: newPickupCode(),
          now: orderedAt + course * MINUTE_MS,
        });
        if (ordered.verdict !== 'ordered') throw new Error(`${dish.sourceKey} on ${day}: ${ordered.verdict}`);
        balance = ordered.balance;
        placed.push({ course, orderId: ordered.orderId });
      }
      for (const { course, orderId } of end.how === 'cancelled' ? placed : []) {
        const cancelled = await cancelOrder(database, {
          customerId: customer.id,
          orderId,
          idempotency: once(`demo cancel ${day} ${course}`),
          now: end.at,
        });
        if (cancelled.verdict !== 'cancelled')
          throw new Error(`the order of course ${course} on ${day}: ${cancelled.verdict}`);
        balance = cancelled.balance;
      }
      if (end.how === 'eaten')
        await handOut(database, {
          canteenId: canteen.id,
          day,
          customerId: customer.id,
          register,
          now: end.at,
        });
    },
    /** Fills the account up to what it has at the end. */
    finish: async (now: Instant) => {
      if (await isReferenceKnown(database, lastOf(diner))) return;
      // Bonuses paid a part of the bills.
      balance = await balanceOf(database, customer.id);
      await topUp(money(Math.ceil((diner.atTheEnd - balance) / WHOLE) * WHOLE), lastOf(diner), now);
    },
  };
}

/**
 * Gives jana and the company their past, up to yesterday: menus, and lunches in both canteens that are ordered, cancelled
 * and eaten at their own times, with their bills, and top-ups whenever an account runs low. What an interrupted start has
 * done already is not done again.
 */
export async function seedHistory(database: Database, now: Instant): Promise<void> {
  const isKnown = await Promise.all(diners.map((diner) => isReferenceKnown(database, lastOf(diner))));
  if (isKnown.every(Boolean)) return;

  const today = dayAt(now, ZONE);
  const lunches = [
    ...(await storePast(database, 'main', today)),
    ...(await storePast(database, 'garden', today)),
    // In the sequence of the bills, whose numbers count up.
  ].toSorted((one, other) => one.end.at - other.end.at);
  const accounts = await Promise.all(
    diners.map(async (diner) => ({ diner, account: await openAccount(database, diner) })),
  );
  for (const lunch of lunches)
    for (const { diner, account } of accounts)
      if (lunch.day >= diner.since(today) && diner.weekdays.includes(weekdayOf(lunch.day)))
        await account.eat(lunch);
  for (const { account } of accounts) await account.finish(now);
}
