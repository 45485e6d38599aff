import { expect, test } from 'vitest';

import type { FieldValue, FormField } from './form-field.ts';
import { fieldsInCircles, visibleFields } from './form-visibility.ts';

const shown = (fields: readonly FormField[], values: Record<string, FieldValue>) =>
  visibleFields(fields, values).map(({ id }) => id);

const rules = {
  equals: { visibleIfThisEquals: { id: 'a', value: 'x' } },
  differs: { visibleIfThisNotEquals: { id: 'a', value: 'x' } },
  oneOf: { visibleIfThisOneOf: { id: 'a', values: ['x', 'y'] } },
  filled: { visibleIfFilled: 'a' },
} as const;

test.each([
  ['equals', 'x', true],
  ['equals', ' x ', true],
  ['equals', 'z', false],
  ['equals', '', false],
  ['differs', 'x', false],
  ['differs', 'z', true],
  ['differs', '', true],
  ['oneOf', 'x', true],
  ['oneOf', 'y', true],
  ['oneOf', 'z', false],
  ['filled', '', false],
  ['filled', ' ', false],
  ['filled', 'q', true],
] as const)(
  'FORM-37 FORM-38 FORM-39 FORM-40 a field shown by the rule %s while the other is %j: %s',
  (rule, value, expected) => {
    expect(shown([{ id: 'a' }, { id: 'b', ...rules[rule] }], { a: value }).includes('b')).toBe(expected);
  },
);

test.each([
  ['a ticked box', { type: 'checkbox' }, true, { visibleIfThisEquals: { id: 'a', value: 'true' } }, true],
  ['a box that is not ticked', { type: 'checkbox' }, false, { visibleIfFilled: 'a' }, false],
  ['one of several choices', { type: 'checkboxList' }, ['x', 'y'], rules.equals, true],
  ['no choice', { type: 'checkboxList' }, [], rules.filled, false],
  ['no choice that could be it', { type: 'checkboxList' }, [], rules.differs, true],
] as const)('%s decides too', (_, other, value, rule, expected) => {
  expect(
    shown(
      [
        { id: 'a', ...other },
        { id: 'b', ...rule },
      ],
      { a: value },
    ).includes('b'),
  ).toBe(expected);
});

test('part of FORM-37 FORM-40: several rules must all hold', () => {
  const field: FormField = {
    id: 'c',
    visibleIfThisEquals: { id: 'a', value: 'x' },
    visibleIfFilled: 'b',
  };
  const fields = [{ id: 'a' }, { id: 'b' }, field];
  expect(shown(fields, { a: 'x', b: '1' })).toContain('c');
  expect(shown(fields, { a: 'x' })).not.toContain('c');
  expect(shown(fields, { b: '1' })).not.toContain('c');
});

test('part of FORM-38 FORM-40: a rule whose field is hidden does not hold, also the rule that a value differs', () => {
  const fields: FormField[] = [
    { id: 'c', ...rules.differs, visibleIfThisNotEquals: { id: 'b', value: 'q' } },
    { id: 'b', ...rules.filled },
    { id: 'a' },
  ];
  expect(shown(fields, { b: 'typed before' })).toEqual(['a']);
  expect(shown(fields, { a: '1' })).toEqual(['c', 'b', 'a']);
});

test('the type of customer can be asked for without being a field', () => {
  const field: FormField = { id: 'vat', visibleIfThisEquals: { id: 'type', value: 'Company' } };
  expect(shown([field], { type: 'Company' })).toEqual(['vat']);
  expect(shown([field], { type: 'Person' })).toEqual([]);
});

test('fields whose rules go in a circle are found and shown, and those that follow them as the rules say', () => {
  const fields: FormField[] = [
    { id: 'a', visibleIfFilled: 'b' },
    { id: 'b', visibleIfThisEquals: { id: 'c', value: 'x' } },
    { id: 'c', visibleIfFilled: 'a' },
    { id: 'self', visibleIfFilled: 'self' },
    { id: 'after', visibleIfFilled: 'a' },
  ];
  expect([...fieldsInCircles(fields)]).toEqual(['a', 'b', 'c', 'self']);
  expect(shown(fields, {})).toEqual(['a', 'b', 'c', 'self']);
  expect(shown(fields, { a: '1' })).toEqual(['a', 'b', 'c', 'self', 'after']);
});

test('a field may have any word as its id', () => {
  const fields: FormField[] = [
    { id: '__proto__' },
    { id: 'constructor' },
    { id: 'b', visibleIfFilled: 'constructor' },
    { id: 'c', visibleIfFilled: '__proto__' },
  ];
  expect(shown(fields, {})).toEqual(['__proto__', 'constructor']);
});

test('a thousand fields that depend on each other are no burden', () => {
  const fields: FormField[] = Array.from({ length: 1_000 }, (_, index) => ({
    id: `f${index}`,
    ...(index > 0 && { visibleIfFilled: `f${index - 1}` }),
  }));
  expect(shown(fields, { f0: '1', f1: '1' })).toEqual(['f0', 'f1', 'f2']);
});
