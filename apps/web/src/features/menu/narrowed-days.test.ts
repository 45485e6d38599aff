import type { MenuItem } from '@refectory/contract/menu';
import { calendarDay } from '@refectory/domain/day';
import { groupMenu } from '@refectory/domain/menu';
import { expect, test } from 'vitest';

import { narrowedDays } from './narrowed-days.ts';

const dish = (name: string, date: string, group: string): MenuItem => ({
  mealId: 1,
  name,
  date: calendarDay(date),
  group,
  canteenId: 1,
  status: 'AVAILABLE',
});

test('OFFER-18 a menu that is narrowed keeps its order, days and groups left empty are left out', () => {
  const goulash = dish('goulash', '2026-11-24', 'Main');
  const broth = dish('broth', '2026-11-24', 'Soup');
  const schnitzel = dish('schnitzel', '2026-11-24', 'Main');
  const salad = dish('salad', '2026-11-24', 'Salad');
  const stew = dish('stew', '2026-11-25', 'Main');
  const wanted = new Set([schnitzel, broth]);
  const days = groupMenu([goulash, broth, schnitzel, salad, stew]).map(({ day, groups }) => ({
    day,
    groups,
    heading: day,
    isShown: day === '2026-11-24',
    isClosed: false,
    closedText: undefined,
    closedReason: undefined,
  }));
  expect(narrowedDays(days, wanted).map(({ day, groups }) => ({ day, groups }))).toEqual([
    {
      day: '2026-11-24',
      groups: [
        { group: 'Main', dishes: [schnitzel] },
        { group: 'Soup', dishes: [broth] },
      ],
    },
  ]);
});
