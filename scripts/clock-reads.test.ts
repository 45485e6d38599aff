import { expect, test } from 'vitest';

import { clockReads } from './clock-reads.ts';

test.each([
  'const now = Date.now();',
  'const clock = Date.now;',
  'const { now } = Date;',
  'const now = globalThis.Date.now();',
  "const now = Date['now']();",
  'const now = new Date();',
  'const now = new Date;',
  'const now = Date();',
  'const make = (Clock = Date) => new Clock();',
  'const now = (clock = Date.now) => clock();',
])('%s asks the machine for the time', (text) => {
  expect(clockReads('some.ts', text)).toHaveLength(1);
});

test.each([
  'const day = new Date(moment).toISOString();',
  "const moment = Date.parse('2026-11-20');",
  'const moment = Date.UTC(2026, 10, 20);',
  'const isDay = (value: unknown): value is Date => value instanceof Date;',
  'const days = new Map<string, Date>();',
  'const since = performance.now();',
])('%s does not', (text) => {
  expect(clockReads('some.ts', text)).toEqual([]);
});

test('a place is told by its line', () => {
  expect(clockReads('some.ts', 'const one = 1;\nexport const clock = Date.now;\n')).toEqual(['2: Date.now']);
});
