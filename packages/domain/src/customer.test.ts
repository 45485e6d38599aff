import { expect, test } from 'vitest';

import { mayShop } from './access.ts';
import { showsBalance } from './balance.ts';
import { displayName } from './customer.ts';
import { money } from './money.ts';
import { textIn } from './texts.ts';

test.each([
  ['Person', { firstName: 'Jana', lastName: 'Nováková', userName: 'jana' }, 'Jana Nováková'],
  ['Person', { userName: 'jana' }, 'jana'],
  ['Person', { firstName: ' ', userName: 'jana' }, 'jana'],
  ['Company', { companyName: 'Firma', firstName: 'Jana', userName: 'firma' }, 'Firma'],
  ['Company', { firstName: 'Jana', userName: 'firma' }, 'firma'],
  ['Person', {}, undefined],
  ['Person', { company: true, companyName: 'Firma', firstName: 'Jana' }, 'Jana'],
  [undefined, { company: true, companyName: 'Firma', firstName: 'Jana' }, 'Firma'],
  [undefined, { company: false, companyName: 'Firma', firstName: 'Jana' }, 'Jana'],
  [undefined, { companyName: 'Firma', firstName: 'Jana' }, 'Jana'],
] as const)('DATA-01 DATA-32 ROLE-05 a customer of type %s with %o is called %s', (type, names, expected) => {
  expect(displayName({ type, ...names })).toBe(expected);
});

test.each([
  [0, 500, false],
  [1, 500, true],
  [1, 0, false],
  [1, -500, true],
  [2, 0, true],
] as const)('FMT-12 FMT-13 balance display %i shows %i: %s', (display, balance, expected) => {
  expect(showsBalance(display, money(balance))).toBe(expected);
  expect(showsBalance(display, undefined)).toBe(false);
});

test.each([
  ['canteen', true, false, true, true],
  ['canteen', true, false, false, false],
  ['canteen', true, true, false, true],
  ['canteen', false, true, true, false],
  ['webcare', true, true, true, false],
  ['shop', true, false, true, true],
] as const)(
  'mode %s, shopping %s, guests %s, logged in %s: %s',
  (applicationMode, allowShopping, allowGuests, loggedIn, expected) => {
    expect(mayShop({ applicationMode, allowShopping, allowGuests }, loggedIn)).toBe(expected);
  },
);

test('a text is given in the reader’s language, else English, else whatever there is', () => {
  expect(textIn({ cs: 'Polévka', en: 'Soup' }, 'cs')).toBe('Polévka');
  expect(textIn({ cs: 'Polévka', en: 'Soup' }, 'pl')).toBe('Soup');
  expect(textIn({ und: 'Suppe' }, 'pl')).toBe('Suppe');
  expect(textIn({ sk: 'Polievka' }, 'pl')).toBe('Polievka');
  expect(textIn({}, 'pl')).toBe('');
});
