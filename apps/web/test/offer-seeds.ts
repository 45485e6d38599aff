import { page } from 'vitest/browser';

import { PASSWORD } from './render-app.ts';

// Who and what most tests of the offer begin with.

const canteen = <Key extends string>(key: Key, name: string) =>
  ({ make: 'canteen', as: key, with: { key, name: { en: name } } }) as const;

export const main = canteen('main', 'Main canteen');
export const garden = canteen('garden', 'Garden canteen');
export const bistro = canteen('bistro', 'Bistro');

/** A customer with `PASSWORD`, whose user name is that. */
export const customer = (userName: string) =>
  ({ make: 'customer', as: userName, with: { userName, password: PASSWORD } }) as const;
export const jana = customer('jana');

/** The day on which the clock of the tests begins. */
export const FRIDAY = '2026-11-20';
export const SATURDAY = '2026-11-21';
export const SUNDAY = '2026-11-22';

/** A dish by its English name, of the Friday and the main canteen unless `more` says otherwise. */
export const dish = (name: string, more: object = {}) =>
  ({
    make: 'offering',
    as: name,
    with: { day: FRIDAY, canteenId: '$main', product: { name: { en: name } }, ...more },
  }) as const;

/** The names of the dishes on screen, in their order. */
export const shownDishes = () =>
  page
    .getByRole('article')
    .elements()
    .map((article) => article.querySelector('h3, h4')?.textContent);
