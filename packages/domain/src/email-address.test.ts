import { expect, test } from 'vitest';

import { isAnotherAddress, isEmailAddress, isSameAddress } from './email-address.ts';

test.each([
  'jana@example.org',
  'Jana.Mala+lunch@mail.example.org',
  "o'neill@example.org",
  'jídlo@jídelna.cz',
])('mail can be sent to %s', (text) => expect(isEmailAddress(text)).toBe(true));

test.each([
  ['no host', 'jana'],
  ['a host without a dot', 'jana@localhost'],
  ['an empty part of the host', 'jana@example..org'],
  ['two addresses', 'jana@example.org,eva@example.org'],
  ['a blank', 'jana mala@example.org'],
  ['a line', 'jana@example.org\nBcc: eva@example.org'],
  ['a blank of no width', 'ja\u200Bna@example.org'],
  ['a turn of the direction', 'ja\u202Ena@example.org'],
  ['the sign of Kelvin, which is a k without capitals', '\u212Aarta@example.org'],
  ['the sign of Angstrom', '\u212Bsa@example.org'],
  ['a letter of full width', '\uFF4Aana@example.org'],
  ['an accent apart from its letter', 'jana\u0301@example.org'],
  ['more than 254 characters', `${'a'.repeat(250)}@example.org`],
])('mail cannot be sent to what has %s', (_what, text) => expect(isEmailAddress(text)).toBe(false));

test('an address is the same with capitals and without, and no other is', () => {
  expect(isSameAddress('Jana@Example.org', 'jana@example.org')).toBe(true);
  expect(isSameAddress('jana@example.org', 'jana@example.com')).toBe(false);
  expect(isSameAddress(undefined, null)).toBe(true);
});

test.each([
  ['eva@example.org', 'jana@example.org', true],
  ['eva@example.org', null, true],
  ['JANA@example.org', 'jana@example.org', false],
  ['', 'jana@example.org', false],
  [undefined, 'jana@example.org', false],
  ['', undefined, false],
])('of %j, written by a customer who has %j, to be proven: %j', (written, own, isOther) =>
  expect(isAnotherAddress(written, own)).toBe(isOther),
);
