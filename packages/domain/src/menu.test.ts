import { expect, test } from 'vitest';

import { calendarDay } from './day.ts';
import { filtersOn, groupMenu, withAnyFilter } from './menu.ts';

const dish = (name: string, date: string, group: string) => ({ name, date: calendarDay(date), group });

test('days ascend, groups stand in the order of their first appearance, dishes keep theirs', () => {
  const days = groupMenu([
    dish('goulash', '2026-11-25', 'Main'),
    dish('broth', '2026-11-24', 'Soup'),
    dish('schnitzel', '2026-11-24', 'Main'),
    dish('lentil', '2026-11-24', 'Soup'),
  ]);
  expect(
    days.map(({ day, groups }) => [
      day,
      groups.map(({ group, dishes }) => [group, dishes.map(({ name }) => name)]),
    ]),
  ).toEqual([
    [
      '2026-11-24',
      [
        ['Soup', ['broth', 'lentil']],
        ['Main', ['schnitzel']],
      ],
    ],
    ['2026-11-25', [['Main', ['goulash']]]],
  ]);
  expect(groupMenu([])).toEqual([]);
});

test('OFFER-18 a menu that is narrowed keeps its order, groups left empty are not wanted', () => {
  const goulash = dish('goulash', '2026-11-24', 'Main');
  const broth = dish('broth', '2026-11-24', 'Soup');
  const schnitzel = dish('schnitzel', '2026-11-24', 'Main');
  const salad = dish('salad', '2026-11-24', 'Salad');
  const stew = dish('stew', '2026-11-25', 'Main');
  const days = groupMenu([goulash, broth, schnitzel, salad, stew], [broth, schnitzel]);
  const main = { group: 'Main', dishes: [goulash, schnitzel], wanted: [schnitzel] };
  const soups = { group: 'Soup', dishes: [broth], wanted: [broth] };
  const salads = { group: 'Salad', dishes: [salad], wanted: [] };
  expect(days).toEqual([
    { day: '2026-11-24', groups: [main, soups, salads], wanted: [main, soups] },
    { day: '2026-11-25', groups: [{ group: 'Main', dishes: [stew], wanted: [] }], wanted: [] },
  ]);
});

test('OFFER-18 DATA-05 with filters chosen those dishes stay that answer to at least one of them', () => {
  const soup = { name: 'soup', filter: 'a' };
  const salad = { name: 'salad', filter: ['b', 'c'] };
  const roast = { name: 'roast', filter: ['c'] };
  const water = { name: 'water' };
  const dishes: readonly { name: string; filter?: string | string[] }[] = [soup, salad, roast, water];
  expect(withAnyFilter(dishes, [])).toEqual(dishes);
  expect(withAnyFilter(dishes, ['a'])).toEqual([soup]);
  expect(withAnyFilter(dishes, ['a', 'b'])).toEqual([soup, salad]);
  expect(withAnyFilter(dishes, ['d'])).toEqual([]);
});

test('OFFER-17 those filters of a menu are on that are chosen, one that it does not know is off', () => {
  const filters = [{ id: 'vegan' }, { id: 'fish' }, { id: 'hot' }];
  expect(filtersOn(filters, undefined)).toEqual([]);
  expect(filtersOn(filters, [])).toEqual([]);
  expect(filtersOn(filters, ['hot', 'vegan'])).toEqual(['vegan', 'hot']);
  expect(filtersOn(filters, ['unknown', 'fish'])).toEqual(['fish']);
  expect(filtersOn([], ['fish'])).toEqual([]);
});
