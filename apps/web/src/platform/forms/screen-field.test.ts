import { expect, test } from 'vitest';

import { autoCompleteOf, keyboardOf } from './screen-field.ts';

test.each([
  [{ type: 'email' }, { type: 'email', inputMode: 'email' }, 'email'],
  [{ type: 'phone' }, { type: 'tel', inputMode: 'tel' }, 'tel'],
  [{ type: 'number' }, { type: 'text', inputMode: 'decimal' }, 'on'],
  [{ type: 'number', positiveInteger: true }, { type: 'text', inputMode: 'numeric' }, 'on'],
  [{ type: 'text' }, { type: 'text', inputMode: undefined }, 'on'],
  [{ type: 'text', inputMode: 'decimal' }, { type: 'text', inputMode: 'decimal' }, 'on'],
  [{ type: 'password' }, { type: 'text', inputMode: undefined }, 'new-password'],
  [{ type: 'text', autoComplete: 'postal-code' }, { type: 'text', inputMode: undefined }, 'postal-code'],
] as const)(
  'a field %j has the keyboard of a phone and what a browser may fill in',
  (field, keyboard, filled) => {
    const shown = { id: 'a', label: 'A', ...field };
    expect(keyboardOf(shown)).toEqual(keyboard);
    expect(autoCompleteOf(shown)).toBe(filled);
  },
);

test.each([
  ['firstName', 'given-name'],
  ['lastName', 'family-name'],
  ['companyName', 'organization'],
])('the field %s of a customer is filled in as %s', (id, filled) => {
  expect(autoCompleteOf({ id, label: id })).toBe(filled);
});
