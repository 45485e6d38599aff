import { expect, test } from 'vitest';

import { testTitles } from './test-titles.ts';

test.each([
  ["test('A-01 it is so', () => {});", ['A-01 it is so']],
  ['it(`A-01 it is so`, () => {});', ['A-01 it is so']],
  ["describe('a group', () => { test('A-01 it is so', () => {}); });", ['A-01 it is so']],
  ["describe.each([1])('a group', () => { test('A-01 it is so', () => {}); });", ['A-01 it is so']],
  ["test('A-01 it is slow', { timeout: 1 }, () => {});", ['A-01 it is slow']],
  ["test.each([1, 2])('A-01 of %s', () => {});", ['A-01 of %s']],
  ["test.each([['A-01 one', 1], ['A-02 two', 2]])('%s', () => {});", ['A-01 one', 'A-02 two']],
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
