import { expect, test } from 'vitest';

import { calendarDay } from './day.ts';
import type { FieldValue } from './form-field.ts';
import {
  fieldErrors,
  formErrors,
  hasSupportedCharacters,
  ownErrorText,
  type CheckedField,
  type FormContext,
} from './form-validation.ts';

const context: FormContext = {
  today: calendarDay('2026-11-20'),
  // The patterns of these tests are harmless.
  matches: (pattern, text) => (pattern === '(' ? undefined : new RegExp(pattern, 'u').test(text)),
};

const messages = (
  field: Omit<CheckedField, 'id'>,
  value: FieldValue,
  others: Record<string, FieldValue> = {},
) => fieldErrors({ id: 'f', ...field }, { ...others, f: value }, context).map(({ message }) => message);

const choices = ['x', 'y', 'z'].map((value) => ({ value, label: value }));

test.each([
  ['FORM-07', { required: true }, '', 'messageRequired'],
  ['FORM-07', { required: true }, '   ', 'messageRequired'],
  ['FORM-07', { required: true }, 'a', undefined],
  ['FORM-07', { required: true, type: 'checkboxList', items: choices }, [], 'messageRequired'],
  ['FORM-07', { required: true, type: 'checkboxList', items: choices }, ['x'], undefined],
  ['FORM-07', { required: true, type: 'info' }, '', undefined],
  ['FORM-08', { type: 'email' }, '', undefined],
  ['FORM-08', { validationRegExp: '^x$', minLength: 3, notZero: true, positiveInteger: true }, '', undefined],
  ['FORM-08', { type: 'date', inThePast: true }, '', undefined],
  ['FORM-09', { type: 'email' }, 'a@b.cz', undefined],
  ['FORM-09', { type: 'email' }, ' a@b.cz ', undefined],
  ['FORM-09', { type: 'email' }, 'jana.novakova+obed@mail.example.co.uk', undefined],
  ['FORM-09', { type: 'email' }, 'a@b', 'messageEmail'],
  ['FORM-09', { type: 'email' }, 'a b@c.cz', 'messageEmail'],
  ['FORM-09', { type: 'email' }, 'a@', 'messageEmail'],
  ['FORM-09', { type: 'email' }, 'a@b@c.cz', 'messageEmail'],
  ['FORM-09', { type: 'email' }, 'a@b..cz', 'messageEmail'],
  ['FORM-09', { type: 'email' }, 'a@b.cz,c@d.cz', 'messageEmail'],
  ['FORM-09', { type: 'email' }, `${'a'.repeat(249)}@b.cz`, undefined],
  ['FORM-09', { type: 'email' }, `${'a'.repeat(250)}@b.cz`, 'messageEmail'],
  ['FORM-10', { type: 'number' }, '12.5', undefined],
  ['FORM-10', { type: 'number' }, '-12,5', undefined],
  ['FORM-10', { type: 'number' }, '+12.5', undefined],
  ['FORM-10', { type: 'number' }, '1x', 'messageNumber'],
  ['FORM-10', { type: 'number' }, 'Infinity', 'messageNumber'],
  ['FORM-10', { type: 'number' }, '1.2.3', 'messageNumber'],
  ['FORM-10', { type: 'number' }, '1e5', 'messageNumber'],
  ['FORM-10', { type: 'number' }, '9'.repeat(400), 'messageNumber'],
  ['FORM-11', { validationRegExp: '^\\d{5}$' }, '1234', 'messageRegexp'],
  ['FORM-11', { validationRegExp: '^\\d{5}$' }, '12345', undefined],
  ['FORM-11', { validationRegExp: '\\d{2}' }, 'a12345b', undefined],
  ['FORM-11', { validationRegExp: '(' }, 'anything', undefined],
  ['FORM-19', {}, 'Příliš žluťoučký kůň, zażółć gęślą jaźń 1+1=2', undefined],
  ['FORM-19', {}, 'Pr\u030Ci\u0301lis\u030C', undefined],
  ['FORM-19', {}, '„Ő“ – 5 § × 3…', undefined],
  ['FORM-19', {}, '°´¨€£”‚‘’«»—÷±µ', undefined],
  ['FORM-19', {}, 'lunch 🍲', 'messageUnsupportedCharacters'],
  ['FORM-19', {}, 'a\u0007b', 'messageUnsupportedCharacters'],
  ['FORM-19', {}, 'a\nb', 'messageUnsupportedCharacters'],
  ['FORM-19', {}, 'a\u200bb', 'messageUnsupportedCharacters'],
  ['FORM-19', { type: 'textarea' }, 'a\r\nb', undefined],
  ['FORM-19', { type: 'unheard-of' }, 'щ', 'messageUnsupportedCharacters'],
  ['FORM-19', { type: 'password' }, 'heslo 🐎', undefined],
  ['FORM-19', { type: 'password' }, 'a\u0000b', 'messageUnsupportedCharacters'],
  ['FORM-20', { positiveInteger: true }, '3', undefined],
  ['FORM-20', { positiveInteger: true }, '0', 'messagePositiveInteger'],
  ['FORM-20', { positiveInteger: true }, '-1', 'messagePositiveInteger'],
  ['FORM-20', { positiveInteger: true, type: 'number' }, '1.5', 'messagePositiveInteger'],
  ['FORM-21', { notZero: true }, '0', 'messageNotZero'],
  ['FORM-21', { notZero: true, type: 'number' }, '0,00', 'messageNotZero'],
  ['FORM-21', { notZero: true, type: 'number' }, '0.01', undefined],
  ['FORM-22', { type: 'date' }, '2026-02-31', 'messageDate'],
  ['FORM-22', { type: 'date' }, '2024-02-29', undefined],
  ['FORM-22', { type: 'date' }, '2023-02-29', 'messageDate'],
  ['FORM-22', { type: 'date' }, 'tomorrow', 'messageDate'],
  ['FORM-23', { type: 'date', inThePast: true }, '2026-11-21', 'messagePastDate'],
  ['FORM-23', { type: 'date', inThePast: true }, '2026-11-20', 'messagePastDate'],
  ['FORM-23', { type: 'date', inThePast: true }, '2026-11-19', undefined],
  ['FORM-24', { maxLength: 3 }, 'abcd', 'messageMaxLength'],
  ['FORM-24', { maxLength: 3 }, 'žšč', undefined],
  ['FORM-25', { minLength: 3 }, 'ab', 'messageMinLength'],
  ['FORM-25', { minLength: 3 }, 'abc', undefined],
  ['FORM-26', { type: 'checkbox', required: true }, false, 'messageChecked'],
  ['FORM-26', { type: 'checkbox', required: true }, true, undefined],
  ['FORM-26', { type: 'checkbox' }, false, undefined],
  ['FORM-27', { type: 'phone' }, '+420 123 456 789', undefined],
  ['FORM-27', { type: 'phone' }, '(02) 1234-56/78', undefined],
  ['FORM-27', { type: 'phone' }, '123456', undefined],
  ['FORM-27', { type: 'phone' }, '123456789012345', undefined],
  ['FORM-27', { type: 'phone' }, '123.456.789', undefined],
  ['FORM-27', { type: 'phone' }, '12ab', 'messagePhone'],
  ['FORM-27', { type: 'phone' }, '12345', 'messagePhone'],
  ['FORM-27', { type: 'phone' }, '1234567890123456', 'messagePhone'],
  ['FORM-27', { type: 'phone' }, '420+123456', 'messagePhone'],
  ['FORM-35', { type: 'dayMonth' }, '5-3', undefined],
  ['FORM-35', { type: 'dayMonth' }, '29-02', undefined],
  ['FORM-35', { type: 'dayMonth' }, '31-02', 'messageDayMonth'],
  ['FORM-35', { type: 'dayMonth' }, '5/3', 'messageDayMonth'],
  ['FORM-36', { type: 'date', daysAhead: 10 }, '2026-11-19', 'messageDayRange'],
  ['FORM-36', { type: 'date', daysAhead: 10 }, '2026-11-20', undefined],
  ['FORM-36', { type: 'date', daysAhead: 10 }, '2026-11-30', undefined],
  ['FORM-36', { type: 'date', daysAhead: 10 }, '2026-12-01', 'messageDayRange'],
  ['FORM-44', { type: 'select', options: choices }, 'x', undefined],
  ['FORM-44', { type: 'radio', options: choices }, 'w', 'messageChoice'],
  ['FORM-44', { type: 'select', multiple: true, options: choices }, ['x', 'z'], undefined],
  ['FORM-44', { type: 'select', multiple: true, options: choices }, ['x', 'w'], 'messageChoice'],
  ['FORM-44', { type: 'checkboxList', items: choices }, ['x', 'x'], 'messageChoice'],
  ['FORM-33', { type: 'counter' }, '999', undefined],
  ['FORM-33', { type: 'counter' }, '1000', 'messageAmount'],
  ['FORM-33', { type: 'counter', min: 2, max: 4 }, '1', 'messageAmount'],
  ['FORM-42', { required: true, disabled: true, validationRegExp: '^x$' }, 'y', undefined],
] as const)('part of %s: of %j the value %j is told: %s', (_, field, value, message) => {
  expect(messages(field, value)).toEqual(message === undefined ? [] : [message]);
});

test('part of FORM-19: of all characters there are, exactly those of the list are supported', () => {
  const marks = '§°´¨€£„“”‚‘’«»–—…×÷±µ';
  const all = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code));
  const supported = all.filter((character) => hasSupportedCharacters(character, { lineBreaks: false }));
  const between = (first: string, last: string) =>
    all.slice(first.codePointAt(0), (last.codePointAt(0) ?? 0) + 1);
  expect(new Set(supported)).toEqual(
    new Set([...between(' ', '~'), ...between('À', 'ſ'), ...Array.from(marks)]),
  );
});

test.each([
  ['password', 'abc', 'abc', []],
  ['password', 'abc', 'abd', ['messagePasswords']],
  ['password', 'abc', '', ['messagePasswords']],
  ['password', 'abc', 'abc ', ['messagePasswords']],
  ['text', 'abc', 'abc ', []],
  ['text', 'abc', 'x', ['messageEquals']],
] as const)('part of FORM-12: a %s that repeats %j as %j is told: %j', (type, value, repeated, expected) => {
  expect(messages({ type, repeats: 'g' }, repeated, { g: value })).toEqual(expected);
});

test('part of FORM-18: every rule that a password breaks is told at once', () => {
  const passwordRules = { minLength: 5, lowercase: true, uppercase: true, digit: true, special: true };
  const field = { id: 'f', type: 'password', required: true, passwordRules };
  expect(fieldErrors(field, { f: 'a' }, context)).toEqual([
    { message: 'messageAtLeastMinLength', limit: 5 },
    { message: 'messageAtLeastOneUppercase' },
    { message: 'messageAtLeastOneDigit' },
    { message: 'messageAtLeastOneSpecial' },
  ]);
  expect(fieldErrors(field, { f: '' }, context)).toEqual([{ message: 'messageRequired' }]);
});

test('part of FORM-41: fields that are hidden are not checked', () => {
  const fields = [{ id: 'a' }, { id: 'b', required: true, visibleIfFilled: 'a' }];
  expect([...formErrors(fields, { a: '' }, context).keys()]).toEqual([]);
  expect([...formErrors(fields, { a: '1' }, context).keys()]).toEqual(['b']);
});

test('part of FORM-11: the text of an error is that of the settings, where there is one', () => {
  const text = { cs: 'Jen číslice', en: 'Digits only' };
  const field = { id: 'f', validationRegExp: '^\\d$', validationErrorMessage: text };
  expect(fieldErrors(field, { f: 'x' }, context)).toEqual([{ message: 'messageRegexp', text }]);
});

test.each([
  [{ cs: 'č', en: 'e' }, 'cs', 'č'],
  [{ cs: 'č', en: 'e' }, 'pl', 'e'],
  [{ pl: '', en: 'e' }, 'pl', 'e'],
  [{ cs: 'č' }, 'pl', undefined],
  [{ pl: '', en: '' }, 'pl', undefined],
  [{}, 'en', undefined],
  ['for all', 'pl', 'for all'],
] as const)('part of FORM-30: of %j a reader of %s is told %j', (text, language, expected) => {
  expect(ownErrorText(text, language)).toBe(expected);
});
