import { expect, test } from 'vitest';

import { claimOf, testTitles } from './test-titles.ts';

test.each([
  ["test('A-01 it is so', () => {});", ['A-01 it is so']],
  ['it(`A-01 it is so`, () => {});', ['A-01 it is so']],
  ["describe('a group', () => { test('A-01 it is so', () => {}); });", ['A-01 it is so']],
  ["describe.each([1])('a group', () => { test('A-01 it is so', () => {}); });", ['A-01 it is so']],
  ["test('A-01 it is slow', { timeout: 1 }, () => {});", ['A-01 it is slow']],
  ["test.each([1, 2])('A-01 of %s', () => {});", ['A-01 of %s']],
  ["test.each([['A-01 one', 1], ['A-02 two', 2]])('%s', () => {});", ['A-01 one', 'A-02 two']],
  ["test.each([['A-01', 1], ['A-02', 2]])('%s is so', () => {});", ['A-01 is so', 'A-02 is so']],
  ["const rows = [{ title: 'A-01 one' }] as const; test.for(rows)('$title', () => {});", ['A-01 one']],
])('%s proves what it begins with', (text, titles) => {
  expect(testTitles('some.test.ts', text)).toEqual(titles);
});

test.each([
  "test.skip('A-01 it is so', () => {});",
  "test.todo('A-01 it is so');",
  "test.fails('A-01 it is so', () => {});",
  "test.fixme('A-01 it is so', () => {});",
  "test.runIf(process.platform === 'win32')('A-01 it is so', () => {});",
  "test.skipIf(true)('A-01 it is so', () => {});",
  "test.skipIf(true).each([1])('A-01 it is so', () => {});",
  "test('A-01 it is so', { skip: true }, () => {});",
  "describe.skip('a group', () => { test('A-01 it is so', () => {}); });",
  "describe.skip('a group', () => { describe('another', () => { test('A-01 it is so', () => {}); }); });",
  "describe.runIf(false)('a group', () => { test('A-01 it is so', () => {}); });",
  "describe('a group', { skip: true }, () => { test('A-01 it is so', () => {}); });",
  "test.describe.skip('a group', () => { test('A-01 it is so', () => {}); });",
])('%s proves nothing', (text) => {
  expect(testTitles('some.test.ts', text)).toEqual([]);
});

test.each([
  ['ORD-14 an order', ['ORD-14'], []],
  ['ORD-14 ORD-17 an order', ['ORD-14', 'ORD-17'], []],
  ['ORD-14, ORD-17 an order', ['ORD-14', 'ORD-17'], []],
  ['part of NAV-18: an address', [], ['NAV-18']],
  ['part of NAV-18 ERR-01: an address', [], ['NAV-18', 'ERR-01']],
  ['part of NAV-18, ERR-01: an address', [], ['NAV-18', 'ERR-01']],
  ['ORD-14 part of NAV-18: an address', ['ORD-14'], ['NAV-18']],
  ['ORD-14, part of NAV-18 ERR-01: an address', ['ORD-14'], ['NAV-18', 'ERR-01']],
  ['an order, as ORD-14 has it', [], []],
  ['an order is part of NAV-18: it', [], []],
])('%s claims what it begins with', (title, whole, inPart) => {
  expect(claimOf(title)).toEqual({ whole, inPart });
});
