import { isDeepStrictEqual } from 'node:util';
import type { CalendarDay } from '@refectory/domain/day';
import type { PlannedDay } from '@refectory/domain/menu-plan';
import type { Texts } from '@refectory/domain/texts';
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';

import { lockCanteen, type Canteen } from './canteens.ts';
import type { Database } from './database.ts';
import { insertOfferings, type OfferingRows, type Queries, updateOffering } from './offerings.ts';
import { applyOrderRules } from './order-rules.ts';
import { plannedRows } from './planned-rows.ts';
import { cart, cartLine, closedDay, offering, offeringPrice, orders, product, stock } from './schema.ts';

/** A dish of which a plan changes something. */
export type DishChange = {
  readonly change: 'added' | 'changed' | 'removed';
  readonly day: CalendarDay;
  /** What is stored of it; absent for a new dish. */
  readonly before?: OfferingRows;
  /** What the plan wants; absent for a dish that goes. */
  readonly after?: OfferingRows;
} & Portions;

/** What customers have of a dish, in portions. */
type Portions = {
  /** In orders that stand, handed out or not. */
  readonly ordered: number;
  /** Those of them that were not handed out. */
  readonly waiting: number;
  /** In carts that are being paid by card; they are no orders yet. */
  readonly held: number;
};

const NO_PORTIONS: Portions = { ordered: 0, waiting: 0, held: 0 };

/** What a plan changes: dishes in the order of the days, and days that close or open. */
export type MenuDifference = {
  readonly dishes: readonly DishChange[];
  /** Dishes that are already as the plan says. */
  readonly unchanged: number;
  /** Days that close, or are closed for another reason. */
  readonly closed: readonly { readonly day: CalendarDay; readonly reason: Texts }[];
  /** Days that were closed. */
  readonly opened: readonly CalendarDay[];
};

/** Says what storing a plan would change, and changes nothing. */
export function compareMenu(
  database: Database,
  canteen: Canteen,
  plan: readonly PlannedDay[],
): Promise<MenuDifference> {
  return database.orm.transaction(
    async (queries) => {
      const work = await workOf(queries, canteen, plan);
      return differenceOf(queries, work);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/**
 * Makes the menu of the plan's days what the plan says, all or nothing; other days stay as they are. A dish that
 * is no longer planned is removed, or withdrawn when it has orders. Storing the same plan again changes nothing.
 */
export function storeMenu(
  database: Database,
  { id }: Canteen,
  plan: readonly PlannedDay[],
): Promise<MenuDifference> {
  return database.orm.transaction(async (queries) => {
    // One plan at a time is stored for a canteen, by its present rules.
    const canteen = await lockCanteen(queries, { id });
    const work = await workOf(queries, canteen, plan);
    await storeClosedDays(queries, canteen, plan, work);
    await takeOff(queries, work.gone);
    // Stock is locked in ascending order everywhere.
    for (const { stored, rows } of work.changed) await updateOffering(queries, stored, rows);
    await insertOfferings(queries, canteen.id, work.added);
    const difference = await differenceOf(queries, work);
    // Days that closed or opened move the cut-offs of later days.
    const [first] = [...work.closed.map(({ day }) => day), ...work.opened].toSorted();
    if (first !== undefined) await applyOrderRules(queries, canteen, { from: first, isNewRule: false });
    return difference;
  });
}

/** What there is to do for a plan. */
type Work = Pick<MenuDifference, 'unchanged' | 'closed' | 'opened'> & {
  readonly added: readonly OfferingRows[];
  readonly changed: readonly { readonly stored: Stored; readonly rows: OfferingRows }[];
  readonly gone: readonly Stored[];
};

async function workOf(queries: Queries, canteen: Canteen, plan: readonly PlannedDay[]): Promise<Work> {
  const { closed, opened, closedDays } = await closedDaysOf(queries, canteen, plan);
  const wanted = new Map<string, OfferingRows>();
  for (const planned of plan) {
    for (const [position, dish] of ('dishes' in planned ? planned.dishes : []).entries()) {
      const rows = plannedRows(canteen, closedDays, planned.day, dish, position);
      if (wanted.has(keyOf(rows.offering))) {
        throw new RangeError(`The plan has two dishes "${dish.sourceKey}" on ${planned.day}.`);
      }
      wanted.set(keyOf(rows.offering), rows);
    }
  }

  const stored = await storedOfferings(
    queries,
    canteen,
    plan.map(({ day }) => day),
  );
  const gone = stored.filter(({ rows }) => !wanted.has(keyOf(rows.offering)));
  const kept = await orderedOf(
    queries,
    gone.map(({ id }) => id),
  );
  const planned = stored.flatMap((found) => {
    const rows = wanted.get(keyOf(found.rows.offering));
    return rows === undefined ? [] : [{ stored: found, rows }];
  });
  for (const { rows } of planned) wanted.delete(keyOf(rows.offering));
  const changed = planned.filter((pair) => !isDeepStrictEqual(pair.rows, pair.stored.rows));
  return {
    added: [...wanted.values()],
    changed,
    // A withdrawn dish stays for its orders.
    gone: gone.filter(({ id, rows }) => !(rows.offering.state === 'withdrawn' && kept.has(id))),
    unchanged: planned.length - changed.length,
    closed,
    opened,
  };
}

async function differenceOf(queries: Queries, work: Work): Promise<MenuDifference> {
  const { added, changed, gone, unchanged, closed, opened } = work;
  const ordered = await orderedOf(
    queries,
    [...gone, ...changed.map(({ stored }) => stored)].map(({ id }) => id),
  );
  const dishes: DishChange[] = [
    // One that was off the menu already goes unseen: it was only kept for orders that it no longer has.
    ...gone
      .filter(({ rows }) => rows.offering.state !== 'withdrawn')
      .map(({ id, rows }) => ({
        change: 'removed' as const,
        day: rows.offering.day,
        before: rows,
        ...(ordered.get(id) ?? NO_PORTIONS),
      })),
    ...changed.map(({ stored, rows }) => ({
      change: 'changed' as const,
      day: rows.offering.day,
      before: stored.rows,
      after: rows,
      ...(ordered.get(stored.id) ?? NO_PORTIONS),
    })),
    ...added.map((rows) => ({
      change: 'added' as const,
      day: rows.offering.day,
      after: rows,
      ...NO_PORTIONS,
    })),
  ];
  return {
    dishes: dishes.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0)),
    unchanged,
    closed,
    opened,
  };
}

const keyOf = ({ day, sourceKey }: { day: CalendarDay; sourceKey: string }) => `${day} ${sourceKey}`;

/** Which of these dishes were ever ordered or are held by a cart, with the portions that are now. */
async function orderedOf(queries: Queries, ids: number[]): Promise<ReadonlyMap<number, Portions>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .select({
      id: orders.offeringId,
      ordered: sql`coalesce(sum(${orders.quantity}) filter (where ${orders.state} = 'placed'), 0)`.mapWith(
        Number,
      ),
      waiting:
        sql`coalesce(sum(${orders.quantity}) filter (where ${orders.state} = 'placed' and ${orders.collectedAt} is null), 0)`.mapWith(
          Number,
        ),
    })
    .from(orders)
    .where(inArray(orders.offeringId, ids))
    .groupBy(orders.offeringId);
  const carts = await queries
    .select({ id: cartLine.offeringId, held: sql`sum(${cartLine.quantity})`.mapWith(Number) })
    .from(cartLine)
    .innerJoin(cart, and(eq(cart.id, cartLine.cartId), eq(cart.state, 'held')))
    .where(inArray(cartLine.offeringId, ids))
    .groupBy(cartLine.offeringId);
  const portions = new Map<number, Portions>(
    rows.map(({ id, ordered, waiting }) => [id, { ordered, waiting, held: 0 }]),
  );
  for (const { id, held } of carts) portions.set(id, { ...(portions.get(id) ?? NO_PORTIONS), held });
  return portions;
}

/** What the plan changes of the canteen's closed days, and all of them after it. */
async function closedDaysOf(queries: Queries, canteen: Canteen, plan: readonly PlannedDay[]) {
  const rows = await queries.select().from(closedDay).where(eq(closedDay.canteenId, canteen.id));
  const stored = new Map(rows.map(({ day, reason }) => [day, reason]));
  const closed = plan.flatMap((planned) =>
    'closed' in planned && !isDeepStrictEqual(stored.get(planned.day), planned.closed.reason)
      ? [{ day: planned.day, reason: planned.closed.reason }]
      : [],
  );
  const opened = plan.flatMap((planned) =>
    'dishes' in planned && stored.has(planned.day) ? [planned.day] : [],
  );
  const closedDays = new Set([...stored.keys(), ...closed.map(({ day }) => day)]);
  for (const day of opened) closedDays.delete(day);
  return { closed, opened, closedDays };
}

async function storeClosedDays(
  queries: Queries,
  canteen: Canteen,
  plan: readonly PlannedDay[],
  { opened }: Pick<Work, 'opened'>,
): Promise<void> {
  for (const planned of plan) {
    if (!('closed' in planned)) continue;
    const { reason } = planned.closed;
    await queries
      .insert(closedDay)
      .values({ canteenId: canteen.id, day: planned.day, reason })
      .onConflictDoUpdate({
        target: [closedDay.canteenId, closedDay.day],
        // The plan takes the dishes of the day off the menu too.
        set: { reason, takenOff: {} },
        setWhere: sql`(closed_day.reason, closed_day.taken_off) is distinct from (excluded.reason, excluded.taken_off)`,
      });
  }
  if (opened.length > 0) {
    await queries
      .delete(closedDay)
      .where(and(eq(closedDay.canteenId, canteen.id), inArray(closedDay.day, [...opened])));
  }
}

type Stored = { id: number; productId: number; rows: OfferingRows };

/** What is stored of these days, ascending by id. */
async function storedOfferings(queries: Queries, canteen: Canteen, days: CalendarDay[]): Promise<Stored[]> {
  if (days.length === 0) return [];
  const found = await queries
    .select()
    .from(offering)
    .innerJoin(product, eq(product.id, offering.productId))
    .innerJoin(stock, eq(stock.offeringId, offering.id))
    .where(and(eq(offering.canteenId, canteen.id), inArray(offering.day, days)))
    .orderBy(asc(offering.id));
  const prices = new Map<number, OfferingRows['prices']>();
  const subsidies = new Map<number, OfferingRows['subsidies']>();
  for (const { offeringId, priceLevel, unitPrice, taxSubsidy, nonTaxSubsidy } of await queries
    .select()
    .from(offeringPrice)
    .where(
      inArray(
        offeringPrice.offeringId,
        found.map((row) => row.offering.id),
      ),
    )) {
    prices.set(offeringId, { ...prices.get(offeringId), [priceLevel]: unitPrice });
    if (taxSubsidy > 0 || nonTaxSubsidy > 0)
      subsidies.set(offeringId, {
        ...subsidies.get(offeringId),
        [priceLevel]: { tax: taxSubsidy, nonTax: nonTaxSubsidy },
      });
  }
  return found.map((row) => {
    const { id: _productId, canteenId: _ofProduct, ...itsProduct } = row.product;
    const { id, productId, canteenId: _ofOffering, ...itsOffering } = row.offering;
    return {
      id,
      productId,
      rows: {
        product: itsProduct,
        offering: itsOffering,
        prices: prices.get(id) ?? {},
        subsidies: subsidies.get(id) ?? {},
        capacity: row.stock.capacity,
      },
    };
  });
}

/** Takes dishes off the menu: removes them, or withdraws them when they have orders. */
async function takeOff(queries: Queries, gone: readonly Stored[]): Promise<void> {
  if (gone.length === 0) return;
  const ids = gone.map(({ id }) => id);
  // Orders lock the stock: no order of these dishes begins from here on, and those that have begun are seen below.
  await queries
    .select()
    .from(stock)
    .where(inArray(stock.offeringId, ids))
    .orderBy(asc(stock.offeringId))
    .for('update');
  const ordered = await orderedOf(queries, ids);
  const unordered = gone.filter(({ id }) => !ordered.has(id));
  if (unordered.length > 0) {
    await queries.delete(offering).where(
      inArray(
        offering.id,
        unordered.map(({ id }) => id),
      ),
    );
    await queries.delete(product).where(
      inArray(
        product.id,
        unordered.map(({ productId }) => productId),
      ),
    );
  }
  await queries
    .update(offering)
    .set({ state: 'withdrawn' })
    .where(and(inArray(offering.id, ids), ne(offering.state, 'withdrawn')));
}
