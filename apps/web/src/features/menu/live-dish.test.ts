import type { LiveDish } from '@refectory/contract/live';
import type { Menu, MenuItem } from '@refectory/contract/menu';
import { calendarDay } from '@refectory/domain/day';
import { unitPrice } from '@refectory/domain/money';
import { expect, test } from 'vitest';

import { withLiveDish } from './live-dish.ts';

const date = calendarDay('2026-11-20');
const dish: MenuItem = {
  mealId: 1,
  canteenId: 1,
  date,
  name: 'Broth',
  group: 'Soup',
  status: 'AVAILABLE',
  remaining: 3,
  quantity: 3,
  price: unitPrice(390_000),
};
const menu: Menu = { canteenId: 1, filters: [], availableDays: [date], menu: [{ ...dish, mealId: 7 }, dish] };
const told: LiveDish = { event: 'dish', mealId: 1, canteenId: 1, date, status: 'SOLD_OUT', remaining: 0 };

test('OFFER-40 the dish that was told of has its new status and portions, and no other changes', () => {
  const changed = withLiveDish(menu, told);
  expect(changed.menu[1]).toEqual({ ...dish, status: 'SOLD_OUT', remaining: 0, quantity: 0 });
  expect(changed.menu[0]).toBe(menu.menu[0]);
});

test('OFFER-40 portions that are not told are not known', () => {
  const changed = withLiveDish(menu, { ...told, status: 'AVAILABLE', remaining: undefined });
  expect(changed.menu[1]).toMatchObject({ remaining: undefined, quantity: undefined });
});

test.each([
  ['another dish', { mealId: 2 }],
  ['another canteen', { canteenId: 2 }],
  ['another day', { date: calendarDay('2026-11-21') }],
  ['what is known', { status: 'AVAILABLE', remaining: 3 }],
] as const)('OFFER-40 of %s the menu stays the same', (_, more) => {
  expect(withLiveDish(menu, { ...told, ...more })).toBe(menu);
});

test('OFFER-40 a dish without a price for the reader stays what it is', () => {
  const readOnly: Menu = { ...menu, menu: [{ ...dish, status: 'READONLY', price: undefined }] };
  expect(withLiveDish(readOnly, { ...told, status: 'AVAILABLE', remaining: 1 })).toBe(readOnly);
});

test('C118 what others offer is named and priced as on the menu, and what is no longer on it counts as chosen', () => {
  const dill = { id: 'dill', name: 'Dill', price: unitPrice(50_000) };
  const modifierGroups = [{ id: 'sauces', name: 'Sauces', options: [dill] }];
  const chosen: Menu = { ...menu, menu: [{ ...dish, product: { name: 'Fish', modifierGroups } }] };
  const offers = [
    { portions: 2, modifiers: ['dill'] },
    { portions: 1, modifiers: ['dill', 'gone'] },
  ];
  const exchange = { ...told, status: 'EXCHANGE', offers } as const;
  const [changed] = withLiveDish(chosen, exchange).menu;
  expect(changed?.offers).toEqual([
    { portions: 2, modifiers: [dill] },
    { portions: 1, modifiers: [dill, { id: 'gone', name: '' }] },
  ]);
  // Fewer are offered, and nothing else of the dish changed.
  const [fewer] = withLiveDish(
    { ...chosen, menu: [{ ...dish, ...changed }] },
    { ...exchange, offers: offers.slice(0, 1) },
  ).menu;
  expect(fewer?.offers).toEqual([{ portions: 2, modifiers: [dill] }]);
});
