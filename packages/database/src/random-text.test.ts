import { expect, test } from 'vitest';

import { randomText } from './random-text.ts';

test('random text is no option of a command, whatever is drawn', () => {
  // One text in 64 would begin with `-`: that none of 5,000 does by chance has a likelihood of 10⁻³⁴.
  const texts = Array.from({ length: 5_000 }, () => randomText(24));
  expect(texts.filter((text) => !/^\w[\w-]{31}$/.test(text))).toEqual([]);
  expect(new Set(texts).size).toBe(texts.length);
});
