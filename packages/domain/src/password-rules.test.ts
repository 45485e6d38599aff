import { expect, test } from 'vitest';

import { brokenPasswordRules, passwordRulesInForce, type PasswordRules } from './password-rules.ts';

const none: PasswordRules = {
  minLength: 5,
  lowercase: false,
  uppercase: false,
  digit: false,
  special: false,
};
const all: PasswordRules = { minLength: 5, lowercase: true, uppercase: true, digit: true, special: true };

test.each([
  ['FORM-13', none, 'abcd', ['minLength']],
  ['FORM-13', none, 'abcde', []],
  ['FORM-13', { ...none, minLength: 8 }, 'abcdefg', ['minLength']],
  ['FORM-13', none, '🐎🐎🐎🐎', ['minLength']],
  ['FORM-13', none, 'čččč', ['minLength']],
  ['FORM-14', { ...none, lowercase: true }, 'ABCDE', ['lowercase']],
  ['FORM-14', { ...none, lowercase: true }, 'ABCDe', []],
  ['FORM-14', { ...none, lowercase: true }, 'ABCDč', []],
  ['FORM-15', { ...none, uppercase: true }, 'abcde', ['uppercase']],
  ['FORM-15', { ...none, uppercase: true }, 'abcdŽ', []],
  ['FORM-16', { ...none, digit: true }, 'abcde', ['digit']],
  ['FORM-16', { ...none, digit: true }, 'abcd1', []],
  ['FORM-17', { ...none, special: true }, 'abcd1', ['special']],
  ['FORM-17', { ...none, special: true }, 'abcd ', ['special']],
  ['FORM-17', { ...none, special: true }, 'abcdč', ['special']],
  ['FORM-17', { ...none, special: true }, 'abcdc\u030C', ['special']],
  ['FORM-17', { ...none, special: true }, 'abcd!', []],
  ['FORM-17', { ...none, special: true }, 'abcd_', []],
  ['FORM-17', { ...none, special: true }, 'abcd-', []],
  ['FORM-17', { ...none, special: true }, 'abcd€', []],
  ['FORM-17', { ...none, special: true }, 'abcd🐎', []],
  ['FORM-18', all, 'a', ['minLength', 'uppercase', 'digit', 'special']],
  ['FORM-18', all, 'aB1!x', []],
] as const)('part of %s: of %j the password %j breaks %j', (_, rules, password, broken) => {
  expect(brokenPasswordRules(password, rules)).toEqual(broken);
});

test('the rules in force are those that the settings ask for', () => {
  expect(passwordRulesInForce(none)).toEqual(['minLength']);
  expect(passwordRulesInForce({ ...none, minLength: 0, digit: true })).toEqual(['digit']);
});
