import { addDays, daysBetween, mondayOf, weekdayOf, type CalendarDay } from '@refectory/domain/day';
import { healthIndexes, type HealthIndex } from '@refectory/domain/dish';
import type { DishFilter } from '@refectory/domain/dish-filter';
import type { PlannedDay, PlannedDish } from '@refectory/domain/menu-plan';
import type { UnitPrice } from '@refectory/domain/money';
import { priceLevels, type PriceLevel } from '@refectory/domain/price-level';
import { MenuFileError } from './menu-file-error.ts';
import { readOpenMensaFeed, type FeedDay, type FeedMeal } from './open-mensa-feed.ts';

/** What an import did not take as it stands in the file, with the line and the file's own day. */
export type ImportWarning =
  /** No price for any level: the dish is shown and cannot be ordered. */
  | { readonly code: 'no-price'; readonly line: number; readonly day: CalendarDay; readonly name: string }
  /** A price for pupils, who are no level of ours. */
  | { readonly code: 'pupil-price'; readonly line: number; readonly day: CalendarDay; readonly name: string }
  /** No price for the level that stands in for others: these levels have none. */
  | {
      readonly code: 'levels-without-price';
      readonly line: number;
      readonly day: CalendarDay;
      readonly name: string;
      readonly levels: readonly PriceLevel[];
    }
  /** A day of a weekend before the first open weekday, left out because it would come before the start. */
  | {
      readonly code: 'before-start';
      readonly line: number;
      readonly day: CalendarDay;
      readonly dishes: number;
    };

/** How a feed becomes a plan. */
export type OpenMensaOptions = {
  /** Day on which the feed's first open weekday falls; a weekend counts as the Monday after it. */
  readonly start: CalendarDay;
  /** The level whose price stands in for levels a dish has none for. */
  readonly priceRole: PriceLevel;
  /** Portions of each dish, which a feed does not say; 100 when left out. */
  readonly capacity?: number;
};

const CAPACITY = 100;

const closedReason = { cs: 'Zavřeno', en: 'Closed', pl: 'Zamknięte', sk: 'Zatvorené' };

const trafficLights: ReadonlyMap<string, HealthIndex> = new Map([
  ['grün (Ampel)', 'HEALTHY'],
  ['gelb (Ampel)', 'NORMAL'],
  ['rot (Ampel)', 'UNHEALTHY'],
]);

/** The traffic light among the notes; of several the least healthy. */
function healthIndexOf(notes: readonly string[]): HealthIndex | undefined {
  const lights = notes.flatMap((note) => trafficLights.get(note) ?? []);
  return healthIndexes.find((index) => lights.includes(index));
}

function filtersOf(notes: readonly string[], healthIndex: HealthIndex | undefined): DishFilter[] {
  const filters: DishFilter[] = [];
  if (notes.includes('vegetarisch') || notes.includes('vegan')) filters.push('vegetarian');
  if (notes.includes('vegan')) filters.push('vegan');
  if (healthIndex === 'HEALTHY') filters.push('healthy');
  return filters;
}

type Prices = Partial<Record<PriceLevel, UnitPrice>>;

function pricesOf(meal: FeedMeal, priceRole: PriceLevel): Prices {
  const prices: Prices = {};
  for (const level of priceLevels) {
    const price = meal.prices.get(level) ?? meal.prices.get(priceRole);
    if (price !== undefined) prices[level] = price;
  }
  return prices;
}

/** Category and name, and from the second of the same on a day its number. */
function sourceKeyOf(meal: FeedMeal, taken: Set<string>): string {
  const plain = `${meal.category}/${meal.name}`;
  let key = plain;
  for (let count = 2; taken.has(key); count += 1) key = `${plain}/${count}`;
  taken.add(key);
  return key;
}

function plannedDish(meal: FeedMeal, sourceKey: string, prices: Prices, capacity: number): PlannedDish {
  const healthIndex = healthIndexOf(meal.notes);
  return {
    sourceKey,
    name: { und: meal.name },
    group: { und: meal.category },
    filters: filtersOf(meal.notes, healthIndex),
    ...(healthIndex && { healthIndex }),
    allergens: [],
    additionalData: meal.notes.map((note) => ({ variableId: 'note', value: { und: note } })),
    prices,
    capacity,
    state: Object.keys(prices).length > 0 ? 'open' : 'readonly',
    allowMultipleOrder: false,
  };
}

/** Weekdays counted through, five to a week; a weekend's days have the number of their Friday. */
function workingDayNumber(day: CalendarDay, epoch: CalendarDay): number {
  return (daysBetween(epoch, mondayOf(day)) / 7) * 5 + Math.min(weekdayOf(day), 5) - 1;
}

/**
 * Where a feed's days come to lie: the first open weekday on the start, every further weekday as
 * many weekdays later as in the feed, so that weekdays stay weekdays. A weekend stays the weekend
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

function isOpen(day: FeedDay): boolean {
  return !day.closed && day.meals.length > 0;
}

/**
 * The plan an OpenMensa feed (version 2) holds, its days moved to a start, in the order of the days.
 * All or nothing: throws MenuFileError for a file that is not in every part as the format has it.
 * Names stay as they are, in no language; categories are groups; every note is kept. Closed days
 * before the start are left out.
 */
export function parseOpenMensa(
  xml: string,
  { start, priceRole, capacity = CAPACITY }: OpenMensaOptions,
): { days: PlannedDay[]; warnings: ImportWarning[] } {
  const feed = readOpenMensaFeed(xml).toSorted((one, other) => (one.date < other.date ? -1 : 1));
  const firstOpen = feed.find((day) => isOpen(day) && weekdayOf(day.date) <= 5);
  if (!firstOpen) throw new MenuFileError(1, { code: 'no-open-weekday' });

  const shifted = shiftTo(start, firstOpen.date);
  const warnings: ImportWarning[] = [];
  const days: PlannedDay[] = [];
  for (const { date, closed, meals } of feed) {
    const day = shifted(date);
    if (date < firstOpen.date) {
      const [first] = meals;
      if (first) warnings.push({ code: 'before-start', line: first.line, day: date, dishes: meals.length });
      continue;
    }
    if (closed) {
      days.push({ day, closed: { reason: closedReason } });
      continue;
    }
    const taken = new Set<string>();
    const dishes = meals.map((meal) => {
      const prices = pricesOf(meal, priceRole);
      const levels = priceLevels.filter((level) => prices[level] === undefined);
      const at = { line: meal.line, day: date, name: meal.name };
      if (levels.length === priceLevels.length) warnings.push({ code: 'no-price', ...at });
      else if (levels.length > 0) warnings.push({ code: 'levels-without-price', ...at, levels });
      if (meal.prices.has('pupil')) warnings.push({ code: 'pupil-price', ...at });
      return plannedDish(meal, sourceKeyOf(meal, taken), prices, capacity);
    });
    days.push({ day, dishes });
  }
  return { days: days.toSorted((one, other) => (one.day < other.day ? -1 : 1)), warnings };
}
