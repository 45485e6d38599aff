import { expect, test } from 'vitest';

import { money } from './money.ts';
import { topUpGateway, topUpLimits, typedTopUp } from './top-up.ts';

const limits = { least: money(100), most: money(1_000_000) };

test.each([
  ['', 'nothing'],
  ['  ', 'nothing'],
  ['0', 'nothing'],
  ['0,00', 'nothing'],
  ['100', 10_000],
  ['49,90', 4_990],
  ['49.9', 4_990],
  ['1 000', 100_000],
  ['1 000,50', 100_050],
  ['10000', 1_000_000],
  ['1', 100],
  ['-1', 'no-number'],
  ['abc', 'no-number'],
  ['1e308', 'no-number'],
  ['1 0', 'no-number'],
  ['1,5,0', 'no-number'],
  ['Infinity', 'no-number'],
  ['+5', 'no-number'],
  ['49.999', 'too-many-decimals'],
  ['1.500', 'too-many-decimals'],
  ['0.99', 'outside-limits'],
  ['10000.01', 'outside-limits'],
  ['9'.repeat(40), 'outside-limits'],
])('part of TOP-03: %j is %s', (text, expected) => {
  const typed = typedTopUp(text, limits);
  expect(typed.kind === 'amount' ? typed.amount : typed.kind).toBe(expected);
});

test.each([
  ['1,000', 100_000],
  ['1,000.50', 100_050],
  ['1,000.00', 100_000],
  [' 9,999.9 ', 999_990],
  ['12,345', 'outside-limits'],
  ['1,234,567', 'outside-limits'],
  ['1,5', 150],
  ['49,90', 4_990],
  ['1 000', 100_000],
  ['1\u00a0000,50', 100_050],
  ['0,000', 'too-many-decimals'],
  ['1,0000', 'too-many-decimals'],
  ['1,000,5', 'no-number'],
  ['1,00,000', 'no-number'],
  ['1,000.505', 'too-many-decimals'],
  ['1.000', 'too-many-decimals'],
  ['1.000,50', 'no-number'],
  ['-1,000', 'no-number'],
])('part of TOP-03: where a comma parts the thousands, %j is %s', (text, expected) => {
  const typed = typedTopUp(text, limits, ',');
  expect(typed.kind === 'amount' ? typed.amount : typed.kind).toBe(expected);
});

test.each(['\u00a0', ' ', '.', undefined])(
  'part of TOP-03: where %j parts the thousands, a comma is that of the decimals',
  (groupSign) => {
    expect(typedTopUp('1,5', limits, groupSign)).toEqual({ kind: 'amount', amount: 150 });
    expect(typedTopUp('1,500', limits, groupSign)).toEqual({ kind: 'too-many-decimals' });
    expect(typedTopUp('1,500.50', limits, groupSign)).toEqual({ kind: 'no-number' });
    for (const space of [' ', '\u00a0', '\u202f'])
      expect(typedTopUp(`1${space}000,50`, limits, groupSign)).toEqual({ kind: 'amount', amount: 100_050 });
  },
);

test.each([
  ['0.01', 1],
  ['10000.01', 1_000_001],
  ['9999999999.99', 999_999_999_999],
  ['10000000000.01', 'outside-limits'],
])('part of TOP-03: without limits in the settings %j is %s', (text, expected) => {
  const typed = typedTopUp(text, topUpLimits({}));
  expect(typed.kind === 'amount' ? typed.amount : typed.kind).toBe(expected);
});

test('the limits of the settings are whole units', () => {
  expect(topUpLimits({ topUpLeast: 19.99, topUpMost: 5_000 })).toEqual({ least: 1_999, most: 500_000 });
});

const gateways = [{ id: 'card' }, { id: 'bank' }];

test.each([
  ['card', 'card'],
  ['bank', 'bank'],
  [['bank', 'card'], 'card'],
  [['bank'], 'bank'],
  ['cash', undefined],
  ['', undefined],
  [[], undefined],
  [undefined, undefined],
])('part of TOP-04, part of TOP-06: a customer who supports %j is topped up by %s', (supported, expected) => {
  expect(topUpGateway(gateways, supported)?.id).toBe(expected);
});
