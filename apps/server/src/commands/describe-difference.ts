import { isDeepStrictEqual } from 'node:util';
import type { Canteen } from '@refectory/database/canteens';
import type { OfferingRows } from '@refectory/database/offerings';
import type { DishChange, MenuDifference } from '@refectory/database/store-menu';
import { unitPriceToDecimal, type UnitPrice } from '@refectory/domain/money';
import { priceLevels } from '@refectory/domain/price-level';
import { textIn } from '@refectory/domain/texts';

import { table } from './table.ts';

/** What a menu changes as a table: a line for each dish and day. */
export function differenceTable({ dishes, closed, opened }: MenuDifference): string[] {
  const days = [
    ...closed.map(({ day, reason }) => [day, '', `closed: ${textIn(reason, 'en')}`, '']),
    ...opened.map((day) => [day, '', 'open again', '']),
  ];
  const rows = dishes.map((change) => [
    change.day,
    nameOf(change),
    changeOf(change),
    change.ordered > 0 ? String(change.ordered) : '',
  ]);
  const byDay = [...days, ...rows].toSorted(([one = ''], [other = '']) =>
    one < other ? -1 : one > other ? 1 : 0,
  );
  return byDay.length === 0 ? [] : table(['Day', 'Dish', 'What changes', 'Ordered'], byDay);
}

/** What a menu changes as numbers, and whether it changes anything. */
export function differenceCounts({ dishes, unchanged, closed, opened }: MenuDifference) {
  const count = (wanted: DishChange['change']) => dishes.filter(({ change }) => change === wanted).length;
  return {
    isNothing: dishes.length + closed.length + opened.length === 0,
    text:
      `${count('added')} new, ${count('changed')} changed, ${count('removed')} off the menu, ` +
      `${unchanged} unchanged dishes; days: ${closed.length} closed, ${opened.length} open again`,
  };
}

/**
 * What customers have ordered of dishes that change, and what becomes of it: where orders stay, somebody has to look after
 * them.
 */
export function orderedNotes(
  { dishes }: MenuDifference,
  { givesBack }: Pick<Canteen, 'givesBack'>,
): string[] {
  return dishes.flatMap((change) => {
    const { ordered, waiting, held, after } = change;
    const dish = `"${nameOf(change)}" on ${change.day}`;
    if (after === undefined) {
      const goes = `${dish} goes off the menu, and`;
      return [
        ...(waiting > 0
          ? [
              `${goes} ${portionsAre(waiting)} ordered: the orders ${
                givesBack ? 'are given back' : 'stay paid, so cook it, or ask the customers to cancel'
              }`,
            ]
          : []),
        ...(held > 0 ? [`${goes} ${portionsAre(held)} being paid by card: the carts are released`] : []),
      ];
    }
    if (ordered + held === 0) return [];
    const portions = [
      ...(ordered > 0 ? [`${portionsAre(ordered)} ordered`] : []),
      ...(held > 0 ? [`${portionsAre(held)} being paid by card`] : []),
    ].join(', and ');
    const stay = `the ${[...(ordered > 0 ? ['orders'] : []), ...(held > 0 ? ['carts'] : [])].join(' and ')} stay`;
    return after.capacity < ordered + held
      ? `${dish} has ${after.capacity} portions from now on, and ${portions}: ${stay}, so cook them all`
      : `${dish} changes (${changeOf(change)}), and ${portions}: ${stay}, at the price they were made for`;
  });
}

const portionsAre = (portions: number) => (portions === 1 ? '1 portion is' : `${portions} portions are`);

const nameOf = ({ before, after }: DishChange) => textIn((after ?? before)?.product.name ?? {}, 'en');

function changeOf({ before, after }: DishChange): string {
  if (!after) return 'off the menu';
  const price = pricesText(after);
  if (!before) return `new, ${after.capacity} portions, ${price}`;
  const changes = [
    ...(isDeepStrictEqual(before.prices, after.prices) ? [] : [`${pricesText(before)} → ${price}`]),
    ...(isDeepStrictEqual(before.subsidies, after.subsidies) ? [] : ['subsidies']),
    ...(before.capacity === after.capacity ? [] : [`portions ${before.capacity} → ${after.capacity}`]),
    ...fieldsThatDiffer(before.product, after.product),
    ...fieldsThatDiffer(before.offering, after.offering),
  ];
  return changes.join('; ');
}

/** What the rows call it, and what a canteen manager does. */
const fieldNames = {
  name: 'name',
  description: 'description',
  size: 'size',
  image: 'picture',
  healthIndex: 'health mark',
  additionalData: 'notes',
  allergens: 'allergens',
  sourceKey: 'id',
  day: 'day',
  mealGroup: 'group',
  filters: 'filters',
  modifierGroups: 'what can be chosen',
  state: 'can be ordered',
  allowMultipleOrder: 'several portions',
  orderUntil: 'order until',
  cancelUntil: 'cancel until',
  exchangeUntil: 'exchange until',
  pickupFrom: 'handed out from',
  pickupTo: 'handed out to',
  position: 'place on the menu',
  isMain: 'main dish',
} satisfies Record<keyof OfferingRows['product'] | keyof OfferingRows['offering'], string>;

function fieldsThatDiffer<T extends OfferingRows['product'] | OfferingRows['offering']>(
  before: T,
  after: T,
): string[] {
  return (Object.keys(after) as (keyof T & keyof typeof fieldNames)[])
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => fieldNames[field]);
}

function pricesText({ prices }: OfferingRows): string {
  const texts = priceLevels
    .map((level) => prices[level])
    .map((price) => (price === undefined ? '-' : priceText(price)));
  const [first = '-'] = texts;
  return texts.every((text) => text === first) ? (first === '-' ? 'no price' : first) : texts.join('/');
}

/** Two decimals, and up to four where the price has them. */
function priceText(price: UnitPrice): string {
  return unitPriceToDecimal(price)
    .toFixed(4)
    .replace(/0{1,2}$/, '');
}
