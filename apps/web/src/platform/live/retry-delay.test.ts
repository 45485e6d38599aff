import { expect, test } from 'vitest';

import { retryDelayMs } from './retry-delay.ts';

test.each([
  [1, 0, 500],
  [1, 0.5, 1_000],
  [2, 0.5, 2_000],
  [3, 0.5, 4_000],
  [7, 0.5, 60_000],
  [1_000, 0.5, 60_000],
  [1_000, 1, 90_000],
])(
  'API-62 after %i failures and by chance %d the next try comes after %d ms',
  (failures, random, delayMs) => {
    expect(retryDelayMs(failures, random)).toBe(delayMs);
  },
);
