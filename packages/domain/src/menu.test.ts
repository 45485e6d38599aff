import { describe, expect, test } from 'vitest';

import { calendarDay } from './day.ts';
import {
  filtersOn,
  groupMenu,
  isOfferOld,
  pastLast,
  timesOfDay,
  withFilters,
  type DishTimes,
} from './menu.ts';

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

describe('with filters chosen', () => {
  const soup = { name: 'soup', filter: 'a' };
  const salad = { name: 'salad', filter: ['b', 'c', 'vegan'] };
  const roast = { name: 'roast', filter: ['c', 'glutenFree'] };
  const rice = { name: 'rice', filter: ['a', 'vegan', 'glutenFree'] };
  const water = { name: 'water' };
  const dishes: readonly { name: string; filter?: string | string[] }[] = [soup, salad, roast, rice, water];
  const filters = [
    { id: 'a' },
    { id: 'b' },
    { id: 'c' },
    { id: 'vegan', kind: 'diet' },
    { id: 'glutenFree', kind: 'diet' },
  ];

  test.each([
    [[], dishes],
    [['a'], [soup, rice]],
    [
      ['a', 'b'],
      [soup, salad, rice],
    ],
    [['d'], []],
    [['vegan'], [salad, rice]],
    [['vegan', 'glutenFree'], [rice]],
    [['c', 'vegan'], [salad]],
    [['b', 'c', 'glutenFree'], [roast]],
    [['b', 'vegan', 'glutenFree'], []],
  ])(
    'OFFER-18 DATA-05 as %j those dishes stay that have all of diet and any of the others',
    (chosen, stay) => {
      expect(withFilters(dishes, filters, chosen)).toEqual(stay);
    },
  );
});

test('OFFER-17 those filters of a menu are on that are chosen, one that it does not know is off', () => {
  const filters = [{ id: 'vegan' }, { id: 'fish' }, { id: 'hot' }];
  expect(filtersOn(filters, undefined)).toEqual([]);
  expect(filtersOn(filters, [])).toEqual([]);
  expect(filtersOn(filters, ['hot', 'vegan'])).toEqual(['vegan', 'hot']);
  expect(filtersOn(filters, ['unknown', 'fish'])).toEqual(['fish']);
  expect(filtersOn([], ['fish'])).toEqual([]);
});

test.each([
  [119_999, false],
  [120_000, false],
  [120_001, true],
])('LIMIT-06 an offer that was read %i ms ago is old: %s', (age, isOld) => {
  expect(isOfferOld(1_700_000_000_000, 1_700_000_000_000 + age)).toBe(isOld);
});

describe('what holds for a whole day', () => {
  const soup = { orderUntil: '10:00', pickupFrom: '11:00', pickupTo: '14:30' };
  const none = { orderUntil: undefined, pickupFrom: undefined, pickupTo: undefined };

  test.each([
    ['of no dish', [], none],
    ['of one dish alone', [soup], none],
    ['of two alike', [soup, soup], soup],
    ['of most', [{ ...soup, orderUntil: '09:00' }, soup, soup], soup],
    ['where all differ', [soup, { orderUntil: '09:00', pickupFrom: '11:00', pickupTo: '12:00' }], none],
    ['where nothing is said', [{}, {}], none],
    [
      'of a limit to cancel that all have',
      [
        { ...soup, cancelUntil: '07:00' },
        { orderUntil: '09:00', cancelUntil: '07:00' },
        { ...soup, cancelUntil: '07:00' },
      ],
      { ...soup, cancelUntil: '07:00' },
    ],
    [
      'of a limit to cancel that one has not',
      [{ ...soup, cancelUntil: '07:00' }, { ...soup, cancelUntil: '07:00' }, soup],
      soup,
    ],
    [
      'of a cut-off alone',
      [{ orderUntil: '10:00' }, { orderUntil: '10:00', pickupFrom: '11:00' }],
      { ...none, orderUntil: '10:00' },
    ],
  ])('%s', (_, dishes, times) => {
    const open = dishes.map((shown: DishTimes) => ({ ...shown, status: 'AVAILABLE' as const }));
    expect(timesOfDay(open)).toEqual({ ...times, isOver: false });
  });

  test.each([
    [['CLOSED', 'CLOSED'], true],
    [['CLOSED', 'EXCHANGE'], true],
    [['CLOSED', 'SOLD_OUT', 'READONLY'], true],
    [['CLOSED', 'AVAILABLE'], false],
    [['SOLD_OUT', 'EXCHANGE'], false],
  ] as const)('of dishes that are %s ordering is over: %s', (statuses, isOver) => {
    const later = { ...soup, orderUntil: '12:00', status: 'AVAILABLE' as const };
    const dishes = [...statuses.map((status) => ({ ...soup, status })), later];
    expect(timesOfDay(dishes)).toEqual({ ...soup, isOver });
  });

  test('without a shared cut-off ordering is not over', () => {
    expect(timesOfDay([{ status: 'CLOSED' }, { status: 'CLOSED' }]).isOver).toBe(false);
  });
});

test.each([
  ['2026-11-22', ['23', '24', '25']],
  ['2026-11-23', ['23', '24', '25']],
  ['2026-11-25', ['25', '23', '24']],
  ['2026-11-26', ['23', '24', '25']],
])('on %s the days that are past come after the others', (today, ordered) => {
  const days = ['23', '24', '25'].map((day) => ({ day: calendarDay(`2026-11-${day}`) }));
  expect(pastLast(days, calendarDay(today)).map(({ day }) => day.slice(-2))).toEqual(ordered);
});
