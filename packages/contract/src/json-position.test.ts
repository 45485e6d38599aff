import { expect, test } from 'vitest';

import { positionOfMistake, positionsIn, repeatedIn } from './json-position.ts';

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

test('of a name that stands twice the last one counts, and names that every object has are not there', () => {
  const positionOf = positionsIn('{ "a": { "toString": 1, "a": 2,\n"a": [3, 4] } }');
  expect(positionOf(['a', 'a'])).toEqual({ line: 2, column: 1 });
  expect(positionOf(['a', 'toString'])).toEqual({ line: 1, column: 10 });
  expect(positionOf(['a', 'valueOf'])).toEqual({ line: 1, column: 3 });
  expect(positionOf(['a', 0])).toEqual({ line: 1, column: 3 });
});

test('an entry is found by its path, and where it is missing what it would stand in', () => {
  const text = '{\n  "a": [\n    { "b": 1 }\n  ]\n}';
  expect(positionsIn(text)(['a', 0, 'b'])).toEqual({ line: 3, column: 7 });
  expect(positionsIn(text)(['a', 0, 'c'])).toEqual({ line: 3, column: 5 });
  expect(positionsIn(text)(['a'])).toEqual({ line: 2, column: 3 });
  expect(positionsIn(text)([])).toEqual({ line: 1, column: 1 });
});

test('an entry that is written once more in the same object is told with both its places', () => {
  const text = `{
  "a": { "b": 1, "b": 2, "c": [{ "b": 3 }, { "b": 4, "d": 5,
    "b": 6 }] },
  "b": 7,
  "a": 8, "toString": 9
}`;
  expect(repeatedIn(text)).toEqual([
    { path: ['a', 'b'], at: { line: 2, column: 10 }, counts: { line: 2, column: 18 } },
    { path: ['a', 'c', 1, 'b'], at: { line: 2, column: 46 }, counts: { line: 3, column: 5 } },
    { path: ['a'], at: { line: 2, column: 3 }, counts: { line: 5, column: 3 } },
  ]);
});
