import { expect, test } from 'vitest';

import { inCurrency } from './currency.ts';

test.each([
  ['{0} Kč', '3,50\u00a0Kč'],
  ['CZK {0}', 'CZK\u00a03,50'],
  ['%s Kč', '3,50\u00a0Kč'],
  ['Kč', '3,50\u00a0Kč'],
  ['$& {0}', '$&\u00a03,50'],
  ['{0}\u00a0Kč', '3,50\u00a0Kč'],
  ['{0}Kč', '3,50Kč'],
  ['{0} of your points', '3,50\u00a0of your points'],
  ['{0}', '3,50'],
  ['', '3,50'],
])('FMT-11, part of FMT-16: the currency format "%s" gives "%s"', (format, expected) => {
  expect(inCurrency(format, '3,50')).toBe(expected);
});
