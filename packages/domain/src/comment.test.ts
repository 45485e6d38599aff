import { expect, test } from 'vitest';

import { secondsToNextComment } from './comment.ts';

test.each([
  ['nothing was written before', undefined, 2, 1_000, 0],
  ['no delay is configured', 0, undefined, 1_000, 0],
  ['30 seconds have passed of 2 minutes', 0, 2, 30_000, 90],
  ['a part of a second is left', 0, 2, 119_001, 1],
  ['the time has just passed', 0, 2, 120_000, 0],
  ['the time has long passed', 0, 2, 900_000, 0],
])('PROF-19 when %s, the wait is the rest in whole seconds', (_, last, delay, now, seconds) => {
  expect(secondsToNextComment(last, delay, now)).toBe(seconds);
});
