import { findCanteen } from '@refectory/database/canteens';
import { findCustomer } from '@refectory/database/customers';
import type { Database } from '@refectory/database/database';
import { handOut } from '@refectory/database/hand-out';
import { creditAccount } from '@refectory/database/ledger';
import { cancelOrder, placeOrder } from '@refectory/database/order-functions';
import { storeMenu } from '@refectory/database/store-menu';
import { addDays, dayAt, instantAt, mondayOf, type CalendarDay, type Instant } from '@refectory/domain/day';
import type { PlannedDay, PlannedDish } from '@refectory/domain/menu-plan';
import { money, orderPrice, type Money } from '@refectory/domain/money';
import { newPickupCode } from '@refectory/server/orders/pickup-code';

import { demoGroups, type DemoGroup } from './demo-dishes.ts';
import { planDemoDays } from './demo-menu.ts';
import { daysWithMenu, isReferenceKnown, offeringsOf } from './seed-queries.ts';
import { aYearBefore, openingOf, ZONE } from './seed.ts';
import { numbersFrom, shuffled } from './seeded-numbers.ts';

/** One day's lunch of somebody who eats in the canteen: what, when ordered, and when eaten or cancelled. */
export type Lunch = {
  readonly day: CalendarDay;
  readonly dishes: readonly PlannedDish[];
  readonly orderedAt: Instant;
  readonly end: { readonly how: 'eaten' | 'cancelled'; readonly at: Instant };
};

const MINUTE_MS = 60_000;
const AWAY_WEEKS = 0.08;
const AWAY_DAYS = 0.1;
const CANCELLED = 0.06;
const ORDERED_ON_THE_DAY = 0.3;

/** What is eaten how often: a main course always, a soup mostly. */
const courses: readonly { readonly groups: readonly DemoGroup[]; readonly chance: number }[] = [
  { groups: ['soup'], chance: 0.7 },
  { groups: ['main', 'vegetarian', 'pasta', 'salad'], chance: 1 },
  { groups: ['dessert'], chance: 0.2 },
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
    return [{ day, dishes, orderedAt, end }];
  });
}

const LOW = 15_000;
const TOP_UP = money(80_000);
/** The balance at the end, or up to a hundred crowns over it; more than low and a top-up, so that one is always due. */
const AT_THE_END = 100_000;
const WHOLE = 10_000;

/** The reference of the top-up that ends the history. */
const LAST = 'demo top-up at last';

/** The key of something that is done once, however often the demo is started. */
const once = (key: string) => ({ key, requestHash: new Uint8Array(32) });

/**
 * Gives jana her past, up to yesterday: a year of menus in the main canteen, of lunches ordered, cancelled
 * and eaten at their own times, and of top-ups whenever her account ran low. What an interrupted start has
 * done already is not done again.
 */
export async function seedHistory(database: Database, now: Instant): Promise<void> {
  if (await isReferenceKnown(database, LAST)) return;
  const [canteen, jana] = [await findCanteen(database, 'main'), await findCustomer(database, 'jana')];
  if (!canteen || !jana) throw new Error('the demo has no canteen, or nobody who eats there');

  const today = dayAt(now, ZONE);
  const plan = planDemoDays('main', aYearBefore(today), addDays(today, -1));
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
  const customerId = jana.id;
  // As it was when the past began: a repeated step answers what it answered then.
  let balance = money(openingOf('jana'));
  const topUp = async (amount: Money, reference: string, at: Instant) => {
    const credit = { customerId, amount, kind: 'top-up', reference, actor: 'job demo', now: at } as const;
    const verdict = await creditAccount(database, credit);
    if (verdict.verdict !== 'booked') throw new Error(`the top-up "${reference}" was refused`);
    balance = verdict.balance;
  };

  for (const { day, dishes, orderedAt, end } of planLunches(plan, canteen.timeZone)) {
    for (const [course, dish] of dishes.entries()) {
      const offering = offerings.get(`${day} ${dish.sourceKey}`);
      const unitPrice = dish.prices[jana.priceLevel];
      // Another menu was imported for the day.
      if (!offering || unitPrice === undefined) continue;
      if (balance < LOW) await topUp(TOP_UP, `demo top-up ${day} ${course}`, orderedAt - MINUTE_MS);
      const ordered = await placeOrder(database, {
        customerId,
        offeringId: offering.id,
        day,
        canteenId: canteen.id,
        productId: offering.productId,
        quantity: 1,
        price: orderPrice(unitPrice, 1),
        idempotency: once(`demo lunch ${day} ${course}`),
        pickupCode: newPickupCode(),
        now: orderedAt + course * MINUTE_MS,
      });
      if (ordered.verdict !== 'ordered') throw new Error(`${dish.sourceKey} on ${day}: ${ordered.verdict}`);
      balance = ordered.balance;
      if (end.how === 'eaten') continue;
      const cancelled = await cancelOrder(database, {
        customerId,
        orderId: ordered.orderId,
        idempotency: once(`demo cancel ${day} ${course}`),
        now: end.at,
      });
      if (cancelled.verdict !== 'cancelled')
        throw new Error(`${dish.sourceKey} on ${day}: ${cancelled.verdict}`);
      balance = cancelled.balance;
    }
    if (end.how === 'eaten') await handOut(database, { canteenId: canteen.id, day, now: end.at });
  }
  await topUp(money(Math.ceil((AT_THE_END - balance) / WHOLE) * WHOLE), LAST, now);
}
