import { expect, test } from 'vitest';

import { inCurrency } from './currency.ts';

test.each([
  ['{0} Kč', '3,50 Kč'],
  ['CZK {0}', 'CZK 3,50'],
  ['%s Kč', '3,50 Kč'],
  ['Kč', '3,50 Kč'],
  ['$& {0}', '$& 3,50'],
  ['{0}', '3,50'],
  ['', '3,50'],
])('FMT-11, part of FMT-16: the currency format "%s" gives "%s"', (format, expected) => {
  expect(inCurrency(format, '3,50')).toBe(expected);
});
