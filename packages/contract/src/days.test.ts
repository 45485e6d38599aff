import { instantOf } from '@refectory/domain/day';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { Moment } from './days.ts';

const half = Date.parse('2024-03-15T10:30:00Z');

test.each([
  ['2024-03-15T10:30:00Z', half],
  ['2024-03-15T11:30:00+01:00', half],
  [half, half],
  ['2024-03-15 11:30', '2024-03-15 11:30'],
  ['2024-03-15T11:30:00', '2024-03-15T11:30:00'],
  ['soon', 'soon'],
  ['', ''],
])('FMT-18 the moment %s is kept until the zone is known', (wire, expected) => {
  expect(z.decode(Moment, wire)).toBe(expected);
});

test('FMT-18 all ways to write a moment name the same one in the canteen', () => {
  const ways = ['2024-03-15T10:30:00Z', '2024-03-15 11:30', '2024-03-15T11:30:00', half];
  for (const wire of ways) expect(instantOf(z.decode(Moment, wire), 'Europe/Prague')).toBe(half);
});

test('a moment goes over the wire as ISO text, what could not be read as it came', () => {
  expect(z.encode(Moment, half)).toBe('2024-03-15T10:30:00.000Z');
  expect(z.encode(Moment, '2024-03-15 11:30')).toBe('2024-03-15 11:30');
});
