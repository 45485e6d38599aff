import { expect, test } from 'vitest';

import { waitOf } from './wait.ts';

test.each([
  [1, { unit: 'seconds', hours: 0, minutes: 0, seconds: 1 }],
  [90, { unit: 'seconds', hours: 0, minutes: 0, seconds: 90 }],
  [91, { unit: 'minutes', hours: 0, minutes: 1, seconds: 31 }],
  [120, { unit: 'minutes', hours: 0, minutes: 2, seconds: 0 }],
  [3599, { unit: 'minutes', hours: 0, minutes: 59, seconds: 59 }],
  [3600, { unit: 'hours', hours: 1, minutes: 0, seconds: 0 }],
  [3601, { unit: 'hours', hours: 1, minutes: 1, seconds: 0 }],
  [86_399, { unit: 'hours', hours: 24, minutes: 0, seconds: 0 }],
] as const)('a wait of %i seconds is said as %j', (seconds, expected) => {
  expect(waitOf(seconds)).toEqual(expected);
});
