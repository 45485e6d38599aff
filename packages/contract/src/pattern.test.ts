import { expect, test } from 'vitest';

import { matches, whyUnusable } from './pattern.ts';

test.each([
  ['^\\d{5}$', '12345', true],
  ['^\\d{5}$', '1234', false],
  ['\\d{2}', 'a123b', true],
  ['^[\\u0100-\\u017f]+$', 'čžš', true],
  ['^\\p{Lu}', 'Žofie', true],
  ['^(?<code>CZ|SK)\\d+$', 'SK12', true],
  ['^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$', 'jana@example.cz', true],
])('part of FORM-11: the pattern %s is looked for in %j as it is written: %s', (pattern, text, found) => {
  expect(matches(pattern, text)).toBe(found);
  expect(whyUnusable(pattern)).toBeUndefined();
});

test.each([
  ['(', 'it cannot be read: missing closing ): `(`'],
  ['^(?=.*x)', 'it looks ahead or behind, as in (?=…)'],
  ['(?<!x)y', 'it looks ahead or behind, as in (?=…)'],
  ['(a)\\1', 'it refers to what a group has matched, as in \\1'],
  ['((a{1000}){1000}){10}', 'it repeats something more than 1,000 times'],
  ['x'.repeat(1_001), 'it is longer than 1000 characters'],
])('part of FORM-11: the pattern %.20s cannot be used, and why is said', (pattern, why) => {
  expect(matches(pattern, 'anything')).toBeUndefined();
  expect(whyUnusable(pattern)).toBe(why);
});

test.each(['(a+)+$', '(a|a)*$', '^(([a-z])+.)+[A-Z]([a-z])+$', '(.*)*x', '(a?){50}a{50}', '(.*){1,1000}'])(
  'a pattern that makes others run for years ends: %s',
  (pattern) => {
    const started = performance.now();
    matches(pattern, `${'a'.repeat(1_999)}!`);
    matches(pattern, `${'a'.repeat(1_000_000)}!`);
    expect(performance.now() - started).toBeLessThan(3_000);
  },
);
