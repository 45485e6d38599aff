import { isDeepStrictEqual } from 'node:util';
import { cutOffInstants, defaultCutOffRule } from '@refectory/domain/cut-off';
import { type CalendarDay, instantAt, type TimeOfDay } from '@refectory/domain/day';
import type { PlannedDay, PlannedDish } from '@refectory/domain/menu-plan';
import { and, asc, eq, inArray, ne } from 'drizzle-orm';

import type { Canteen } from './canteens.ts';
import type { Database } from './database.ts';
import { insertOfferings, type OfferingRows, type Queries, updateOffering } from './offerings.ts';
import {
  canteen as canteenTable,
  closedDay,
  offering,
  offeringPrice,
  orders,
  product,
  stock,
} from './schema.ts';

/** What storing a plan did, in dishes; `removed` counts those taken off the menu, also where orders keep them stored. */
export type StoredMenu = { added: number; changed: number; unchanged: number; removed: number };

/**
 * Makes the menu of the plan's days what the plan says, all or nothing; other days stay as they are. A dish that
 * is no longer planned is removed, or closed when it has orders. Storing the same plan again changes nothing.
 */
export function storeMenu(
  database: Database,
  canteen: Canteen,
  plan: readonly PlannedDay[],
): Promise<StoredMenu> {
  return database.orm.transaction(async (queries) => {
    // One plan at a time for each canteen.
    await queries.select().from(canteenTable).where(eq(canteenTable.id, canteen.id)).for('update');
    const closedDays = await storeClosedDays(queries, canteen, plan);

    const wanted = new Map<string, OfferingRows>();
    for (const planned of plan) {
      for (const [position, dish] of ('dishes' in planned ? planned.dishes : []).entries()) {
        const rows = rowsOf(canteen, closedDays, planned.day, dish, position);
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
    const counts = { changed: 0, unchanged: 0, removed: await takeOff(queries, gone) };
    // Ascending by id, the order in which stock is locked everywhere.
    for (const found of stored) {
      const rows = wanted.get(keyOf(found.rows.offering));
      if (rows === undefined) continue;
      wanted.delete(keyOf(rows.offering));
      if (isDeepStrictEqual(rows, found.rows)) {
        counts.unchanged += 1;
      } else {
        await updateOffering(queries, found, rows);
        counts.changed += 1;
      }
    }
    const added = await insertOfferings(queries, canteen.id, [...wanted.values()]);
    return { ...counts, added: added.length };
  });
}

const keyOf = ({ day, sourceKey }: { day: CalendarDay; sourceKey: string }) => `${day} ${sourceKey}`;

/** The canteen's closed days after this plan. */
async function storeClosedDays(
  queries: Queries,
  canteen: Canteen,
  plan: readonly PlannedDay[],
): Promise<ReadonlySet<CalendarDay>> {
  for (const planned of plan) {
    if ('closed' in planned) {
      const { reason } = planned.closed;
      await queries
        .insert(closedDay)
        .values({ canteenId: canteen.id, day: planned.day, reason })
        .onConflictDoUpdate({ target: [closedDay.canteenId, closedDay.day], set: { reason } });
    } else {
      await queries
        .delete(closedDay)
        .where(and(eq(closedDay.canteenId, canteen.id), eq(closedDay.day, planned.day)));
    }
  }
  const days = await queries
    .select({ day: closedDay.day })
    .from(closedDay)
    .where(eq(closedDay.canteenId, canteen.id));
  return new Set(days.map(({ day }) => day));
}

function rowsOf(
  { cutOffRule, timeZone }: Canteen,
  closedDays: ReadonlySet<CalendarDay>,
  day: CalendarDay,
  dish: PlannedDish,
  position: number,
): OfferingRows {
  const moment = (time: TimeOfDay | undefined) =>
    time === undefined ? null : instantAt(day, time, timeZone);
  return {
    product: {
      name: dish.name,
      description: dish.description ?? null,
      size: dish.size ?? null,
      image: dish.image ?? null,
      healthIndex: dish.healthIndex ?? null,
      additionalData: dish.additionalData,
      allergens: dish.allergens,
    },
    offering: {
      day,
      sourceKey: dish.sourceKey,
      mealGroup: dish.group,
      filters: [...dish.filters],
      state: dish.state,
      allowMultipleOrder: dish.allowMultipleOrder,
      ...cutOffInstants(cutOffRule ?? defaultCutOffRule, day, timeZone, (other) => closedDays.has(other)),
      pickupFrom: moment(dish.pickupFrom),
      pickupTo: moment(dish.pickupTo),
      position,
    },
    prices: { ...dish.prices },
    capacity: dish.capacity,
  };
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
  for (const { offeringId, priceLevel, unitPrice } of await queries
    .select()
    .from(offeringPrice)
    .where(
      inArray(
        offeringPrice.offeringId,
        found.map((row) => row.offering.id),
      ),
    )) {
    prices.set(offeringId, { ...prices.get(offeringId), [priceLevel]: unitPrice });
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
        capacity: row.stock.capacity,
      },
    };
  });
}

/** Takes dishes off the menu; answers how many were on it. */
async function takeOff(queries: Queries, gone: readonly Stored[]): Promise<number> {
  if (gone.length === 0) return 0;
  const ids = gone.map(({ id }) => id);
  // From here on no order of them can begin; those that have begun are seen below.
  await queries
    .select()
    .from(offering)
    .where(inArray(offering.id, ids))
    .orderBy(asc(offering.id))
    .for('update');
  const ordered = new Set(
    (
      await queries
        .selectDistinct({ id: orders.offeringId })
        .from(orders)
        .where(inArray(orders.offeringId, ids))
    ).map(({ id }) => id),
  );
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
  const closed = await queries
    .update(offering)
    .set({ state: 'closed' })
    .where(and(inArray(offering.id, ids), ne(offering.state, 'closed')))
    .returning({ id: offering.id });
  return unordered.length + closed.length;
}
