import { allergenCodes, euAllergen } from '@refectory/domain/allergen';
import { addDays, daysBetween, mondayOf, weekdayOf, type CalendarDay } from '@refectory/domain/day';
import { DISH_FILTERS, type DishFilter } from '@refectory/domain/dish-filter';
import type { PlannedDay, PlannedDish } from '@refectory/domain/menu-plan';
import { isPaid, priceLevels, type PriceLevel } from '@refectory/domain/price-level';
import { textIn, type Texts } from '@refectory/domain/texts';

import type { MenuFileDay, MenuFileDish } from './menu-file.ts';
import { MenuFileError } from './menu-file-error.ts';
import { meaningOf, type NoteMapping, type NotesMeaning } from './note-mapping.ts';

type DishWarning = { readonly line: number; readonly day: CalendarDay; readonly name: string };
type DayWarning = { readonly line: number; readonly day: CalendarDay };

/** A warning about a file, with the line and the day in the file. */
export type ImportWarning =
  /** No price for any level: the dish is shown and cannot be ordered. */
  | (DishWarning & { readonly code: 'no-price' })
  /** No price for the level that stands in for others: these levels have none. */
  | (DishWarning & { readonly code: 'levels-without-price'; readonly levels: readonly PriceLevel[] })
  /** Something is paid beside a price that these levels do not have. */
  | (DishWarning & { readonly code: 'subsidy-without-price'; readonly levels: readonly PriceLevel[] })
  /** A price for a role that is no level of ours, such as pupils. */
  | (DishWarning & { readonly code: 'role-left-out'; readonly role: string })
  /** A dish that stands on its day once more; both are kept. */
  | (DishWarning & { readonly code: 'same-name' })
  /** A name, its own or its group's, of signs that nobody sees. */
  | (DishWarning & { readonly code: 'invisible-name' })
  /** Handed out until a time that comes before the one from which it is. */
  | (DishWarning & { readonly code: 'pickup-backwards' })
  /** A note the mapping does not know; it is shown as it is. */
  | (DishWarning & { readonly code: 'unknown-note'; readonly note: string })
  /** A day that is neither closed nor has dishes: what was planned for it goes. */
  | (DayWarning & { readonly code: 'empty-day' })
  /** A day of a weekend before the first open weekday, left out because it would come before the start. */
  | (DayWarning & { readonly code: 'before-start'; readonly dishes: number })
  /** The file may be cut off behind this text. */
  | (DayWarning & { readonly code: 'unended'; readonly found: string })
  /** A past day, which stays as it is. */
  | (DayWarning & { readonly code: 'past-day' })
  /** A day so far away that its year may be a mistake. */
  | (DayWarning & { readonly code: 'far-day' });

/** How a file becomes a plan. */
export type PlanOptions = {
  /** Day on which the file's first open weekday falls; a weekend counts as the Monday after it. Absent, days stay as they are. */
  readonly start?: CalendarDay | undefined;
  /** Today in the canteen: days before it are left out. */
  readonly today: CalendarDay;
  /** The level whose price stands in for levels a dish has none for. */
  readonly priceRole: PriceLevel;
  /** Portions of a dish whose file does not say how many. */
  readonly portions: number;
  readonly mapping: NoteMapping;
};

type Prices = PlannedDish['prices'];

function pricesOf({ prices }: MenuFileDish, priceRole: PriceLevel): Prices {
  return Object.fromEntries(
    priceLevels.flatMap((level) => {
      const price = prices[level] ?? prices[priceRole];
      return price === undefined ? [] : [[level, price]];
    }),
  );
}

/** The text that stands for all: the one without a language, else the first in the languages' order. */
const plainText = (texts: Texts) => texts.und ?? textIn(texts, 'cs');

/** Whether a text has nothing to see in it: white space, joiners, signs for nothing. */
const isInvisible = (text: string) =>
  /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\u2800]*$/u.test(text);

/** Days from today after which a day is asked about; menus are planned weeks ahead, and next year's by mistake. */
const FAR_DAYS = 366;

/** The dish's own id, else group and name, and from the second of the same on a day its number. */
function sourceKeyOf({ id, group, name }: MenuFileDish, taken: Set<string>): string {
  const plain = id ?? `${plainText(group)}/${plainText(name)}`;
  let key = plain;
  for (let count = 2; taken.has(key); count += 1) key = `${plain}/${count}`;
  taken.add(key);
  return key;
}

function plannedDish(
  dish: MenuFileDish,
  {
    prices,
    notes,
    sourceKey,
    portions,
  }: { prices: Prices; notes: NotesMeaning; sourceKey: string; portions: number },
): PlannedDish {
  const healthIndex = dish.healthIndex ?? notes.healthIndex;
  const allergens = new Set([...(dish.allergens ?? []), ...notes.allergens]);
  const filters = new Set<DishFilter>([...(dish.filters ?? []), ...notes.filters]);
  if (healthIndex === 'HEALTHY') filters.add('healthy');
  return {
    sourceKey,
    name: dish.name,
    group: dish.group,
    ...(dish.description && { description: dish.description }),
    ...(dish.size && { size: dish.size }),
    ...(dish.image && { image: dish.image }),
    filters: (Object.keys(DISH_FILTERS) as DishFilter[]).filter((filter) => filters.has(filter)),
    ...(healthIndex && { healthIndex }),
    allergens: allergenCodes.filter((code) => allergens.has(code)).map(euAllergen),
    additionalData: notes.additionalData,
    ...(dish.modifierGroups?.length && { modifierGroups: dish.modifierGroups }),
    prices,
    ...(dish.subsidies && { subsidies: dish.subsidies }),
    capacity: dish.portions ?? portions,
    state: Object.keys(prices).length > 0 ? 'open' : 'readonly',
    allowMultipleOrder: dish.allowMultipleOrder ?? false,
    ...(dish.pickupFrom && { pickupFrom: dish.pickupFrom }),
    ...(dish.pickupTo && { pickupTo: dish.pickupTo }),
  };
}

/** Weekdays counted through, five to a week; a weekend's days have the number of their Friday. */
function workingDayNumber(day: CalendarDay, epoch: CalendarDay): number {
  return (daysBetween(epoch, mondayOf(day)) / 7) * 5 + Math.min(weekdayOf(day), 5) - 1;
}

/**
 * Where a file's days come to lie: the first open weekday on the start, every further weekday as
 * many weekdays later as in the file, so that weekdays stay weekdays. A weekend stays the weekend
 * of the week its Friday came to lie in. When the start is the same day of the week as the first
 * open weekday, all days keep their day of the week.
 */
function shiftTo(start: CalendarDay, firstOpen: CalendarDay): (day: CalendarDay) => CalendarDay {
  const epoch = mondayOf(start);
  const shift = Math.min(weekdayOf(start) - 1, 5) - workingDayNumber(firstOpen, epoch);
  return (day) => {
    const shifted = workingDayNumber(day, epoch) + shift;
    const week = Math.floor(shifted / 5);
    const placeInWeek = weekdayOf(day) > 5 ? weekdayOf(day) - 1 : shifted - week * 5;
    return addDays(epoch, week * 7 + placeInWeek);
  };
}

/** Where the days of a file come to lie, and what would come before the start. */
function placed(days: readonly MenuFileDay[], start: CalendarDay | undefined, warnings: ImportWarning[]) {
  const inOrder = days.toSorted((one, other) => (one.date < other.date ? -1 : 1));
  if (start === undefined) return inOrder.map((day) => ({ day: day.date, from: day }));
  const firstOpen = inOrder.find((day) => dishesOf(day).length > 0 && weekdayOf(day.date) <= 5)?.date;
  if (firstOpen === undefined) throw new MenuFileError(1, { code: 'no-open-weekday' });
  const shifted = shiftTo(start, firstOpen);
  for (const day of inOrder) {
    const [first] = day.date < firstOpen ? dishesOf(day) : [];
    if (first)
      warnings.push({ code: 'before-start', line: first.line, day: day.date, dishes: dishesOf(day).length });
  }
  return inOrder
    .filter(({ date }) => date >= firstOpen)
    .map((from) => ({ day: shifted(from.date), from }))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

const dishesOf = (day: MenuFileDay) => ('dishes' in day ? day.dishes : []);

/**
 * The plan a menu file holds, in the order of the days: moved to a start when one is given, without
 * days that are over. Throws MenuFileError when no day is left. The warnings say what of the file
 * is not taken, or not understood.
 */
export function planMenu(
  file: readonly MenuFileDay[],
  options: PlanOptions,
): { days: PlannedDay[]; warnings: ImportWarning[] } {
  const warnings: ImportWarning[] = [];
  const days: PlannedDay[] = [];
  const places = placed(file, options.start, warnings);
  for (const { day, from } of places) {
    if (from.unended) warnings.push({ code: 'unended', day, ...from.unended });
    if (day < options.today) {
      warnings.push({ code: 'past-day', line: from.line, day });
      continue;
    }
    if (daysBetween(options.today, day) > FAR_DAYS) warnings.push({ code: 'far-day', line: from.line, day });
    if ('closed' in from) days.push({ day, closed: { reason: from.closed } });
    else days.push({ day, dishes: plannedDishes(from, options, warnings) });
  }
  const last = places.at(-1);
  if (last === undefined) throw new MenuFileError(1, { code: 'no-days' });
  if (days.length === 0) throw new MenuFileError(last.from.line, { code: 'all-past', last: last.day });
  return { days, warnings };
}

function plannedDishes(
  { line, date, dishes }: Extract<MenuFileDay, { dishes: unknown }>,
  { priceRole, portions, mapping }: PlanOptions,
  warnings: ImportWarning[],
): PlannedDish[] {
  if (dishes.length === 0) warnings.push({ code: 'empty-day', line, day: date });
  const keys = new Set<string>();
  const ids = new Set<string>();
  const names = new Set<string>();
  return dishes.map((dish) => {
    const at = { line: dish.line, day: date, name: plainText(dish.name) };
    if (dish.id !== undefined && ids.has(dish.id))
      throw new MenuFileError(dish.line, { code: 'duplicate-id', id: dish.id, date });
    if (dish.id !== undefined) ids.add(dish.id);

    const prices = pricesOf(dish, priceRole);
    const levels = priceLevels.filter((level) => prices[level] === undefined);
    if (levels.length === priceLevels.length) warnings.push({ code: 'no-price', ...at });
    else if (levels.length > 0) warnings.push({ code: 'levels-without-price', ...at, levels });
    const unpaid = levels.filter((level) => isPaid(dish.subsidies?.[level]));
    if (unpaid.length > 0) warnings.push({ code: 'subsidy-without-price', ...at, levels: unpaid });
    for (const role of dish.otherRoles ?? []) warnings.push({ code: 'role-left-out', ...at, role });

    if ([dish.name, dish.group].some((texts) => Object.values(texts).some(isInvisible)))
      warnings.push({ code: 'invisible-name', ...at });
    if (dish.pickupFrom && dish.pickupTo && dish.pickupTo < dish.pickupFrom)
      warnings.push({ code: 'pickup-backwards', ...at });

    const called = `${plainText(dish.group)}/${at.name}`;
    if (names.has(called)) warnings.push({ code: 'same-name', ...at });
    names.add(called);

    const notes = meaningOf(dish.notes, mapping);
    for (const note of notes.unknown) warnings.push({ code: 'unknown-note', ...at, note });
    return plannedDish(dish, { prices, notes, sourceKey: sourceKeyOf(dish, keys), portions });
  });
}
