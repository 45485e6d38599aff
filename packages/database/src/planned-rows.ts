import { cutOffInstants, defaultCutOffRule, isGroupCalled } from '@refectory/domain/cut-off';
import { instantAt, type CalendarDay, type TimeOfDay } from '@refectory/domain/day';
import type { PlannedDish } from '@refectory/domain/menu-plan';
import { isPaid, priceLevels } from '@refectory/domain/price-level';

import type { Canteen } from './canteens.ts';
import type { OfferingRows } from './offerings.ts';

/** The subsidies beside a price; none where there is no price. */
function paidSubsidies({ prices, subsidies = {} }: PlannedDish): OfferingRows['subsidies'] {
  return Object.fromEntries(
    priceLevels.flatMap((level) => {
      const { [level]: subsidy } = subsidies;
      return isPaid(subsidy) && prices[level] !== undefined ? [[level, subsidy]] : [];
    }),
  );
}

/** The rows that a planned dish becomes; `closedDays` are those that a cut-off skips. */
export function plannedRows(
  { cutOffRule, mainGroups, timeZone }: Canteen,
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
      modifierGroups: dish.modifierGroups ?? [],
      state: dish.state,
      allowMultipleOrder: dish.allowMultipleOrder,
      ...cutOffInstants(cutOffRule ?? defaultCutOffRule, { day, group: dish.group }, timeZone, (other) =>
        closedDays.has(other),
      ),
      pickupFrom: moment(dish.pickupFrom),
      pickupTo: moment(dish.pickupTo),
      position,
      isMain: mainGroups.some((name) => isGroupCalled(dish.group, name)),
    },
    prices: { ...dish.prices },
    subsidies: paidSubsidies(dish),
    capacity: dish.capacity,
  };
}
