import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createServerClock } from './server-clock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a clock ticks every five seconds with the time of the server, and no more after it is stopped', () => {
  const clock = createServerClock(() => Date.now(), 'Europe/Prague');
  const told: number[] = [];
  clock.observe(Date.now() + 3_600_000);
  clock.ticks.subscribe(({ now }) => told.push(now - Date.now()));
  vi.advanceTimersByTime(10_000);
  expect(told).toEqual([3_600_000, 3_600_000]);
  clock.stop();
  vi.advanceTimersByTime(60_000);
  expect(told).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});
