import { expect, test } from 'vitest';

import { positionOf, positionOfMistake } from './json-position.ts';

test.each([
  ['a missing comma', '{\n  "a": 1\n  "b": 2\n}', 2, 9],
  ['a comma too many', '{\n  "a": 1,\n}', 3, 1],
  ['a missing colon', '{\n  "a" 1\n}', 2, 6],
  ['a text that does not end', '{ "a": "b', 1, 8],
  ['a file that is cut off', '{\n  "a": 1', 2, 9],
  ['a comment', '{\n  // why\n  "a": 1\n}', 2, 3],
  ['a word', '{\r\n  "a": yes\r\n}', 2, 8],
  ['nothing', '', 1, 1],
])('CFG-58 %s is found', (_, text, line, column) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(positionOfMistake(text)).toEqual({ line, column });
});

test('an entry is found by its path, and where it is missing what it would stand in', () => {
  const text = '{\n  "a": [\n    { "b": 1 }\n  ]\n}';
  expect(positionOf(text, ['a', 0, 'b'])).toEqual({ line: 3, column: 7 });
  expect(positionOf(text, ['a', 0, 'c'])).toEqual({ line: 3, column: 5 });
  expect(positionOf(text, ['a'])).toEqual({ line: 2, column: 3 });
  expect(positionOf(text, [])).toEqual({ line: 1, column: 1 });
});
