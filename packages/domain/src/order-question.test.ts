import fc from 'fast-check';
import { expect, test } from 'vitest';

import { money } from './money.ts';
import { agreementOf, isYes, yesTo, type OrderQuestion } from './order-question.ts';

const question = fc.oneof(
  fc.record({ about: fc.constant('price' as const), price: fc.nat().map(money) }),
  fc.record({ about: fc.constant('portions' as const), portions: fc.nat(999_999_999) }),
  fc.record({ about: fc.constant('mains' as const), mains: fc.nat(999_999_999) }),
  fc.record({ about: fc.constant('giveUp' as const), giveUp: fc.nat() }),
) satisfies fc.Arbitrary<OrderQuestion>;

test('a yes agrees to what its question asked, and to nothing else', () => {
  fc.assert(
    fc.property(question, (asked) => {
      const { about: _, ...agreed } = asked;
      expect(agreementOf([yesTo(asked)])).toEqual(agreed);
      expect(isYes(yesTo(asked))).toBe(true);
    }),
  );
});

test('C27 of several answers of a kind the latest counts, and those of another kind beside it', () => {
  expect(agreementOf(['price-10000', 'portions-2', 'price-11000'])).toEqual({
    price: 11_000,
    portions: 2,
  });
});

test.each([
  '',
  'yes',
  'price',
  'price-',
  'price--1',
  'price-1.5',
  'price-1e9',
  ' price-1',
  'price-9999999999999999',
  'portions-two',
  'portions-1000000000',
  'mains-1000000000',
  '__proto__-1',
  'giveup-1',
])('the answer %j answers no question', (answer) => {
  expect(agreementOf([answer])).toEqual({});
  expect(isYes(answer)).toBe(false);
});
