import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  addDays,
  calendarDay,
  daysFromTo,
  mondayOf,
  weekdayOf,
  type CalendarDay,
} from '@refectory/domain/day';
import type { PlannedDay, PlannedDish } from '@refectory/domain/menu-plan';
import { priceLevels } from '@refectory/domain/price-level';
import { languages, type Texts } from '@refectory/domain/texts';
import { expect, test } from 'vitest';
import { czechHoliday } from './czech-holidays.ts';
import { demoDishes, demoGroups, type DemoDish } from './demo-dishes.ts';
import { demoCanteens, planDemoDay, planDemoMenu, type DemoCanteenKey } from './demo-menu.ts';

const canteenKeys = ['main', 'garden'] as const satisfies readonly DemoCanteenKey[];
/** Every 13th day of three years. It falls on each weekday in turn. `npm run test:full` tries every day. */
const threeYears = daysFromTo(calendarDay('2026-01-01'), calendarDay('2028-12-31')).filter(
  (_, index) => index % (process.env['THOROUGH'] ? 1 : 13) === 0,
);
const allDishes = Object.values(demoDishes).flat();

function dishesOf(day: PlannedDay): readonly PlannedDish[] {
  return 'dishes' in day ? day.dishes : [];
}

function openWithStock(day: PlannedDay): number {
  return dishesOf(day).filter((dish) => dish.state === 'open' && dish.capacity > 0).length;
}

/** Every open day of three years, planned once: the plan of a day does not depend on where one stands. */
const openDays = Object.fromEntries(
  canteenKeys.map((key) => [
    key,
    threeYears.flatMap((day) => {
      const planned = planDemoDay(key, day);
      return planned && 'dishes' in planned ? [planned] : [];
    }),
  ]),
);

const modifierTextsOf = ({ modifierGroups = [] }: DemoDish) =>
  modifierGroups.flatMap(({ name, options }) => [name, ...options.map((option) => option.name)]);

test('every text of a dish, a group, a canteen and a closed day is there in all four languages', () => {
  const texts: [string, Texts | undefined][] = [
    ...Object.entries(demoCanteens),
    ...Object.entries(demoGroups),
    ...allDishes.flatMap((dish): [string, Texts][] => [
      [`${dish.id} name`, dish.name],
      [`${dish.id} description`, dish.description],
      [`${dish.id} size`, dish.size],
      ...modifierTextsOf(dish).map((text): [string, Texts] => [`${dish.id} modifiers`, text]),
    ]),
    ...threeYears.flatMap((day): [string, Texts][] => {
      const planned = planDemoDay('garden', day);
      return planned && 'closed' in planned ? [[day, planned.closed.reason]] : [];
    }),
  ];
  const missing = texts.flatMap(([of, text]) =>
    languages.filter((language) => !text?.[language]?.trim()).map((language) => `${of} ${language}`),
  );
  expect(missing).toEqual([]);
});

test('a name is another in each language unless it is the same word everywhere', () => {
  const sameEverywhere = allDishes.filter(
    (dish) => dish.name.cs === dish.name.en || dish.name.pl === dish.name.en,
  );
  expect(sameEverywhere.map((dish) => dish.id)).toEqual(['espresso', 'cappuccino']);
});

test('no letter of another language has slipped into a text', () => {
  const foreign = {
    cs: /[ąćęłńśźżľĺŕôä]/i,
    en: /[ąćęłńśźżčďěňřšťůžľ]/i,
    pl: /[áčďéěíňřšťúůýžľĺŕôä]/i,
    sk: /[ąęłśźżěřů]/i,
  };
  const slips = allDishes.flatMap((dish) =>
    [dish.name, dish.description, ...modifierTextsOf(dish)].flatMap((texts) =>
      languages
        .filter((language) => foreign[language].test(texts[language].replace('Svíčková', '')))
        .map((language) => texts[language]),
    ),
  );
  expect(slips).toEqual([]);
});

test('a dish is known by one id, and a vegan or vegetarian one has no allergen that contradicts it', () => {
  expect(new Set(allDishes.map((dish) => dish.id)).size).toBe(allDishes.length);
  const contradictions = allDishes.filter(({ diet, allergens }) =>
    allergens.some(
      (number) => (diet && [2, 4, 14].includes(number)) || (diet === 'vegan' && [3, 7].includes(number)),
    ),
  );
  expect(contradictions.map((dish) => dish.id)).toEqual([]);
});

const platesFolder = join(import.meta.dirname, '../../server/plates');

test('every picture a dish names is a drawn plate, and every plate but the neutral one is on the menu', () => {
  const named = new Set(allDishes.flatMap(({ plate }) => plate ?? []));
  const drawn = readdirSync(platesFolder).map((file) => file.replace(/\.svg$/, ''));
  expect([...named].toSorted()).toEqual(drawn.filter((plate) => plate !== 'plate').toSorted());
});

test('a plate is a picture alone: no script, no style sheet, nothing from elsewhere', () => {
  for (const file of readdirSync(platesFolder)) {
    const svg = readFileSync(join(platesFolder, file), 'utf8');
    expect(svg, file).toMatch(/^<svg [^>]*viewBox="0 0 240 240"/);
    expect(svg, file).not.toMatch(/<(script|style|image|foreignObject|text)|\son\w+=|javascript:/i);
    expect(svg.replaceAll('http://www.w3.org/2000/svg', ''), file).not.toMatch(/(https?:|data:|\/\/)/);
    expect(svg.match(/href="(?!#)/g), file).toBeNull();
    expect(svg.length, file).toBeLessThan(10_000);
  }
});

test('there is something to choose with a dish on most days of each canteen, and every order can be made', () => {
  const ids = allDishes.flatMap(({ modifierGroups = [] }) => modifierGroups);
  for (const { min, max, options } of ids) {
    expect(min).toBeLessThanOrEqual(max);
    expect(max).toBeLessThanOrEqual(options.length);
  }
  for (const key of canteenKeys) {
    const days = openDays[key] ?? [];
    const withChoice = days.filter(({ dishes }) => dishes.some(({ modifierGroups }) => modifierGroups));
    expect(withChoice.length).toBeGreaterThan(days.length / 2);
  }
});

test('who studies pays least and a guest pays most', () => {
  for (const day of openDays['main']?.slice(0, 20) ?? []) {
    for (const { prices } of day.dishes) {
      expect(Object.keys(prices).sort()).toEqual([...priceLevels].sort());
      expect(prices.student).toBeLessThan(prices.employee ?? 0);
      expect(prices.employee).toBeLessThan(prices.other ?? 0);
    }
  }
});

test('a dish answers to the filters its allergens, diet and health index allow', () => {
  const filtersOf = (id: string) =>
    openDays['main']?.flatMap((day) => day.dishes).find((dish) => dish.sourceKey === id)?.filters;
  expect(filtersOf('chickpea-curry')).toEqual([
    'vegetarian',
    'vegan',
    'glutenFree',
    'lactoseFree',
    'healthy',
  ]);
  expect(filtersOf('fried-cheese')).toEqual(['vegetarian']);
  expect(filtersOf('roast-duck')).toEqual(['lactoseFree']);
  expect(filtersOf('panna-cotta')).toEqual(['glutenFree']);
});

test('the number of crowns is kept as 1/10,000', () => {
  const svickova = openDays['main']
    ?.flatMap((day) => day.dishes)
    .find((dish) => dish.sourceKey === 'svickova');
  expect(svickova?.prices).toEqual({ other: 1_550_000, employee: 1_350_000, student: 1_120_000 });
});

test.each(canteenKeys)('the same day has the same menu in %s wherever the window lies', (canteenKey) => {
  const first = planDemoMenu({ canteenKey, today: calendarDay('2026-11-20') });
  expect(planDemoMenu({ canteenKey, today: calendarDay('2026-11-20') })).toEqual(first);
  const later = new Map(
    planDemoMenu({ canteenKey, today: calendarDay('2026-12-03') }).map((planned) => [planned.day, planned]),
  );
  const both = first.filter((planned) => later.has(planned.day));
  expect(both.length).toBeGreaterThan(15);
  for (const planned of both) expect(later.get(planned.day)).toEqual(planned);
});

test('the two canteens and two weeks do not have the same menu', () => {
  const names = (key: DemoCanteenKey, day: string) => {
    const planned = planDemoDay(key, calendarDay(day));
    return planned && dishesOf(planned).map((dish) => dish.sourceKey);
  };
  expect(names('main', '2026-11-24')).not.toEqual(names('garden', '2026-11-24'));
  expect(names('main', '2026-11-24')).not.toEqual(names('main', '2026-12-01'));
});

test('a day of the main canteen has 8 to 14 dishes of every group, one of the garden 8 or 9, mostly without meat', () => {
  for (const day of openDays['main'] ?? []) {
    expect(day.dishes.length).toBeGreaterThanOrEqual(8);
    expect(day.dishes.length).toBeLessThanOrEqual(14);
    expect([...new Set(day.dishes.map((dish) => dish.group.en))]).toEqual(
      Object.values(demoGroups).map(({ en }) => en),
    );
  }
  for (const day of openDays['garden'] ?? []) {
    expect([8, 9]).toContain(day.dishes.length);
    expect(day.dishes.filter((dish) => dish.filters.includes('vegetarian')).length).toBeGreaterThanOrEqual(3);
  }
});

test.each(canteenKeys)('no dish stands twice in a week of %s', (canteenKey) => {
  const weeks = new Map<CalendarDay, string[]>();
  for (const { day, dishes } of openDays[canteenKey] ?? []) {
    weeks.set(mondayOf(day), [...(weeks.get(mondayOf(day)) ?? []), ...dishes.map((dish) => dish.sourceKey)]);
  }
  for (const keys of weeks.values()) expect(new Set(keys).size).toBe(keys.length);
});

test('only drinks and desserts can be ordered several at once', () => {
  for (const day of openDays['main'] ?? []) {
    for (const dish of day.dishes) {
      expect(dish.allowMultipleOrder).toBe(['Drinks', 'Desserts'].includes(dish.group.en ?? ''));
    }
  }
});

test.each(canteenKeys)(
  'a day of %s has few portions of two dishes, and most days one is sold out',
  (canteenKey) => {
    const days = openDays[canteenKey] ?? [];
    for (const day of days) {
      const few = day.dishes.filter(({ capacity }) => capacity > 0 && capacity <= 8);
      expect(few).toHaveLength(2);
      expect(few.every(({ state }) => state === 'open')).toBe(true);
    }
    const share = (has: (dish: PlannedDish) => boolean) =>
      days.filter(({ dishes }) => dishes.some(has)).length / days.length;
    expect(share(({ capacity }) => capacity === 0)).toBeGreaterThan(0.7);
    expect(share(({ state }) => state === 'closed')).toBeGreaterThan(0.15);
    expect(share(({ state }) => state === 'readonly')).toBeGreaterThan(0.15);
  },
);

test('a menu stands on weekdays only, and a public holiday is a closed day that says which', () => {
  for (const day of threeYears) {
    const planned = planDemoDay('main', day);
    expect(planned === undefined).toBe(weekdayOf(day) > 5);
    if (planned) expect('closed' in planned ? planned.closed.reason : undefined).toEqual(czechHoliday(day));
  }
});

test('the garden is closed for stocktaking once a month', () => {
  const planned = planDemoDay('garden', calendarDay('2026-12-02'));
  expect(planned && 'closed' in planned && planned.closed.reason.en).toBe(
    'Stocktaking, the bistro is closed',
  );
  expect(planDemoDay('main', calendarDay('2026-12-02'))).toHaveProperty('dishes');
});

test('the plan has 25 open days, ten of them before today or the next open day', () => {
  for (const today of threeYears) {
    const plan = planDemoMenu({ canteenKey: 'main', today });
    const open = plan.filter((planned) => 'dishes' in planned);
    expect(open).toHaveLength(25);
    expect(open.filter((planned) => planned.day < today)).toHaveLength(10);
    expect(plan.map((planned) => planned.day)).toEqual(plan.map((planned) => planned.day).toSorted());
  }
});

test('from days all over three years, five later days have at least five dishes to order', () => {
  const poorest = canteenKeys.map((canteenKey) => {
    const counts = threeYears.map((today) => {
      const ahead = planDemoMenu({ canteenKey, today }).filter(({ day }) => day >= addDays(today, 1));
      return ahead.filter((day) => openWithStock(day) >= 5).length;
    });
    return Math.min(...counts);
  });
  expect(Math.min(...poorest)).toBeGreaterThanOrEqual(5);
});

test('every open day has at least five dishes to order', () => {
  for (const day of canteenKeys.flatMap((key) => openDays[key] ?? []))
    expect(openWithStock(day)).toBeGreaterThanOrEqual(5);
});
