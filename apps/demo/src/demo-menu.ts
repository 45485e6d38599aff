import { euAllergen } from '@refectory/domain/allergen';
import {
  addDays,
  daysFromTo,
  mondayOf,
  weekdayOf,
  type CalendarDay,
  type Weekday,
} from '@refectory/domain/day';
import type { DishFilter } from '@refectory/domain/dish-filter';
import type {
  PlannedDay,
  PlannedDish,
  PlannedModifierGroup,
  PlannedProperty,
} from '@refectory/domain/menu-plan';
import { unitPrice } from '@refectory/domain/money';
import type { Subsidy } from '@refectory/domain/price-level';
import { czechHoliday } from './czech-holidays.ts';
import { demoDishes, demoGroups, type DemoDish, type DemoGroup } from './demo-dishes.ts';
import type { DemoTexts } from './demo-texts.ts';
import type { DemoModifierGroup } from './demo-modifiers.ts';
import { numbersFrom, shuffled } from './seeded-numbers.ts';

/** The demo's canteens by key. */
export const demoCanteens = {
  main: { cs: 'Hlavní jídelna', en: 'Main canteen', pl: 'Stołówka główna', sk: 'Hlavná jedáleň' },
  garden: { cs: 'Zahradní bistro', en: 'Garden bistro', pl: 'Bistro w ogrodzie', sk: 'Záhradné bistro' },
} as const satisfies Record<string, DemoTexts>;

export type DemoCanteenKey = keyof typeof demoCanteens;

type OpenWeekday = Exclude<Weekday, 6 | 7>;
type Helpings = Readonly<Record<DemoGroup, number>>;

/** How many dishes of each group stand on the menu, by weekday; a week never asks for more than a group has. */
const helpings: Readonly<Record<DemoCanteenKey, Readonly<Record<OpenWeekday, Helpings>>>> = {
  main: {
    1: { soup: 2, main: 3, vegetarian: 2, pasta: 1, salad: 1, dessert: 1, drink: 1 },
    2: { soup: 2, main: 4, vegetarian: 2, pasta: 1, salad: 1, dessert: 2, drink: 1 },
    3: { soup: 2, main: 3, vegetarian: 2, pasta: 2, salad: 1, dessert: 1, drink: 2 },
    4: { soup: 2, main: 4, vegetarian: 2, pasta: 1, salad: 2, dessert: 2, drink: 1 },
    5: { soup: 2, main: 3, vegetarian: 1, pasta: 1, salad: 1, dessert: 1, drink: 1 },
  },
  garden: {
    1: { soup: 1, main: 1, vegetarian: 2, pasta: 1, salad: 1, dessert: 1, drink: 1 },
    2: { soup: 1, main: 1, vegetarian: 3, pasta: 1, salad: 1, dessert: 1, drink: 1 },
    3: { soup: 1, main: 1, vegetarian: 3, pasta: 1, salad: 1, dessert: 1, drink: 1 },
    4: { soup: 1, main: 1, vegetarian: 2, pasta: 1, salad: 2, dessert: 1, drink: 1 },
    5: { soup: 1, main: 1, vegetarian: 2, pasta: 1, salad: 1, dessert: 1, drink: 1 },
  },
};

/** Portions the kitchen makes of a dish, before the day's exceptions. */
const portions: Readonly<Record<DemoCanteenKey, Helpings>> = {
  main: { soup: 140, main: 90, vegetarian: 60, pasta: 60, salad: 40, dessert: 60, drink: 200 },
  garden: { soup: 60, main: 40, vegetarian: 40, pasta: 35, salad: 30, dessert: 30, drink: 100 },
};

/** The groups of which nobody eats two dishes at one time. */
export const demoMainGroups = [demoGroups.main.en, demoGroups.vegetarian.en, demoGroups.pasta.en];

const severalAtOnce: ReadonlySet<DemoGroup> = new Set(['dessert', 'drink']);
const groupsInOrder = Object.keys(demoGroups) as DemoGroup[];

const inventory: DemoTexts = {
  cs: 'Inventura, bistro je zavřené',
  en: 'Stocktaking, the bistro is closed',
  pl: 'Inwentaryzacja, bistro nieczynne',
  sk: 'Inventúra, bistro je zatvorené',
};

type DealtDish = { readonly group: DemoGroup; readonly dish: DemoDish };

/**
 * The dishes of a canteen's week, dealt from one shuffled deck per group, so that none stands on
 * two days. A plate that is already on the day goes to the back of the queue.
 */
function dealWeek(canteenKey: DemoCanteenKey, monday: CalendarDay): Record<OpenWeekday, DealtDish[]> {
  const next = numbersFrom(`${canteenKey} ${monday}`);
  const week: Record<OpenWeekday, DealtDish[]> = { 1: [], 2: [], 3: [], 4: [], 5: [] };
  for (const group of groupsInOrder) {
    const deck = shuffled(demoDishes[group], next);
    for (const weekday of [1, 2, 3, 4, 5] as const) {
      const day = week[weekday];
      for (let left = helpings[canteenKey][weekday][group]; left > 0; left -= 1) {
        const fresh = deck.findIndex(({ plate }) => !day.some(({ dish }) => dish.plate === plate));
        for (const dish of deck.splice(Math.max(fresh, 0), 1)) day.push({ group, dish });
      }
    }
  }
  return week;
}

/** What makes a dish differ from a plain one on its day. */
type Exception = Partial<Pick<PlannedDish, 'capacity' | 'state'>>;

/** The day's exceptions by dish: a few nearly gone, mostly one sold out, sometimes one closed or only shown. */
function dealExceptions(
  canteenKey: DemoCanteenKey,
  day: CalendarDay,
  dishes: readonly DealtDish[],
): Map<string, Exception> {
  const next = numbersFrom(`${canteenKey} ${day} exceptions`);
  // Drinks do not run out, and every soup stays to be had.
  const candidates = shuffled(
    dishes.filter(({ group }) => group !== 'drink' && group !== 'soup'),
    next,
  );
  const exceptions: Exception[] = [
    { capacity: 2 + Math.floor(next() * 7) },
    { capacity: 2 + Math.floor(next() * 7) },
  ];
  if (next() < 0.8) exceptions.push({ capacity: 0 });
  const chance = next();
  if (chance < 0.25) exceptions.push({ state: 'closed' });
  else if (chance < 0.5) exceptions.push({ state: 'readonly' });
  return new Map(
    exceptions.flatMap((exception, index) => {
      const candidate = candidates[index];
      return candidate ? [[candidate.dish.id, exception]] : [];
    }),
  );
}

function filtersOf(dish: DemoDish): DishFilter[] {
  const filters: DishFilter[] = [];
  if (dish.diet) filters.push('vegetarian');
  if (dish.diet === 'vegan') filters.push('vegan');
  if (!dish.allergens.includes(1)) filters.push('glutenFree');
  if (!dish.allergens.includes(7)) filters.push('lactoseFree');
  if (dish.healthIndex === 'HEALTHY') filters.push('healthy');
  return filters;
}

function propertiesOf({ energyKcal, proteinGrams }: DemoDish): PlannedProperty[] {
  const properties: PlannedProperty[] = [];
  if (energyKcal !== undefined) {
    const value = `${energyKcal}\u00a0kcal`;
    properties.push({ variableId: 'energy', value: { cs: value, en: value, pl: value, sk: value } });
  }
  if (proteinGrams !== undefined) {
    const weight = `${proteinGrams}\u00a0g`;
    properties.push({
      variableId: 'protein',
      value: {
        cs: `${weight} bílkovin`,
        en: `${weight} protein`,
        pl: `${weight} białka`,
        sk: `${weight} bielkovín`,
      },
    });
  }
  return properties;
}

function plannedDish(
  canteenKey: DemoCanteenKey,
  { group, dish }: DealtDish,
  exception: Exception | undefined,
): PlannedDish {
  return {
    sourceKey: dish.id,
    name: dish.name,
    description: dish.description,
    size: dish.size,
    group: demoGroups[group],
    filters: filtersOf(dish),
    ...(dish.healthIndex && { healthIndex: dish.healthIndex }),
    allergens: dish.allergens.map(euAllergen),
    additionalData: propertiesOf(dish),
    ...(dish.plate && { image: `/plates/${dish.plate}.svg` }),
    ...(dish.modifierGroups && { modifierGroups: dish.modifierGroups.map(plannedGroup) }),
    prices: {
      other: unitPrice(dish.crowns.other * 10_000),
      employee: unitPrice(dish.crowns.employee * 10_000),
      student: unitPrice(dish.crowns.student * 10_000),
    },
    subsidies: { employee: employerSubsidy(dish) },
    capacity: portions[canteenKey][group],
    state: 'open',
    allowMultipleOrder: severalAtOnce.has(group),
    pickupFrom: '11:00',
    pickupTo: '14:30',
    ...exception,
  };
}

function plannedGroup({ options, ...group }: DemoModifierGroup): PlannedModifierGroup {
  return {
    ...group,
    options: options.map(({ id, name, crowns }) => ({ id, name, price: unitPrice(crowns * 10_000) })),
  };
}

/** What the employer pays beside the price of employees, up to what guests pay: a third of it outside the tax relief. */
function employerSubsidy({ crowns }: DemoDish): Subsidy {
  const crownsPaid = Math.max(0, crowns.other - crowns.employee);
  const nonTax = Math.floor(crownsPaid / 3);
  return { tax: unitPrice((crownsPaid - nonTax) * 10_000), nonTax: unitPrice(nonTax * 10_000) };
}

/** Why a canteen is closed on a weekday, if it is: public holidays, and in the garden the month's first Wednesday. */
function closedFor(canteenKey: DemoCanteenKey, day: CalendarDay): DemoTexts | undefined {
  const holiday = czechHoliday(day);
  if (holiday) return holiday;
  const isFirstWednesday = weekdayOf(day) === 3 && Number(day.slice(8)) <= 7;
  return canteenKey === 'garden' && isFirstWednesday ? inventory : undefined;
}

/** A canteen's plan for one day, the same however often it is asked for; undefined on weekends. */
export function planDemoDay(canteenKey: DemoCanteenKey, day: CalendarDay): PlannedDay | undefined {
  const weekday = weekdayOf(day);
  if (weekday === 6 || weekday === 7) return undefined;
  const reason = closedFor(canteenKey, day);
  if (reason) return { day, closed: { reason } };
  const dealt = dealWeek(canteenKey, mondayOf(day))[weekday];
  const exceptions = dealExceptions(canteenKey, day, dealt);
  return { day, dishes: dealt.map((dish) => plannedDish(canteenKey, dish, exceptions.get(dish.dish.id))) };
}

const OPEN_DAYS_BEFORE = 10;
const OPEN_DAYS_AFTER = 14;

/**
 * A canteen's plan around a day: today, or the next day it is open, with ten open days before and
 * fourteen after it, and the closed weekdays that lie between.
 */
export function planDemoMenu({
  canteenKey,
  today,
}: {
  canteenKey: DemoCanteenKey;
  today: CalendarDay;
}): PlannedDay[] {
  return [
    ...planUntilOpen(canteenKey, addDays(today, -1), -1, OPEN_DAYS_BEFORE).toReversed(),
    ...planUntilOpen(canteenKey, today, 1, 1 + OPEN_DAYS_AFTER),
  ];
}

/** A canteen's plan from the first to the last of these days. */
export function planDemoDays(
  canteenKey: DemoCanteenKey,
  first: CalendarDay,
  last: CalendarDay,
): PlannedDay[] {
  return daysFromTo(first, last).flatMap((day) => planDemoDay(canteenKey, day) ?? []);
}

/** The days from one on, forwards or backwards, until so many of them are open. */
function planUntilOpen(
  canteenKey: DemoCanteenKey,
  from: CalendarDay,
  step: 1 | -1,
  openDays: number,
): PlannedDay[] {
  const plan: PlannedDay[] = [];
  for (let day = from, left = openDays; left > 0; day = addDays(day, step)) {
    const planned = planDemoDay(canteenKey, day);
    if (!planned) continue;
    plan.push(planned);
    if ('dishes' in planned) left -= 1;
  }
  return plan;
}
