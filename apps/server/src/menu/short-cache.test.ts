import { expect, test } from 'vitest';

import { createShortCache } from './short-cache.ts';

const NOW = Date.UTC(2026, 10, 20, 11);

/** A cache whose makings end when the test says so. */
function heldCache(kept = 10) {
  const cache = createShortCache<{ trueUntil: number; name: string }>(kept);
  const begun: { name: string; end: (error?: Error) => void }[] = [];
  const make = (key: string, since?: number) =>
    cache.make(
      key,
      1,
      NOW,
      () =>
        new Promise((resolve, reject) => {
          const name = `${key} ${begun.length + 1}`;
          begun.push({
            name,
            end: (error) => (error ? reject(error) : resolve({ name, trueUntil: Number.POSITIVE_INFINITY })),
          });
        }),
      since,
    );
  return { cache, begun, make };
}

test('what is begun is finished for those who wait, and whoever comes after a change shares the next', async () => {
  const { cache, begun, make } = heldCache();
  const before = [make('menu'), make('menu')];
  expect(begun).toHaveLength(1);
  cache.drop(1);
  const after = [make('menu'), make('menu'), make('menu')];
  begun[0]?.end();
  expect((await Promise.all(before)).map(({ name }) => name)).toEqual(['menu 1', 'menu 1']);
  // It is not fresh, since it may not have seen the change.
  expect(cache.fresh('menu', NOW)).toBeUndefined();
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.end();
  expect(new Set((await Promise.all(after)).map(({ name }) => name))).toEqual(new Set(['menu 2']));
  expect(cache.fresh('menu', NOW)?.name).toBe('menu 2');
});

test('a change of one reader is no change for the others', async () => {
  const { cache, begun, make } = heldCache();
  const first = make('menu');
  begun[0]?.end();
  await first;
  const change = cache.change();
  expect(cache.fresh('menu', NOW)?.name).toBe('menu 1');
  expect(cache.fresh('menu', NOW, change)).toBeUndefined();
  const own = make('menu', change);
  expect(cache.fresh('menu', NOW)?.name).toBe('menu 1');
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.end();
  expect((await own).name).toBe('menu 2');
  expect(cache.fresh('menu', NOW, change)?.name).toBe('menu 2');
});

test('what holds no longer by the clock is not fresh: after a second, past its limit, or set back', async () => {
  const cache = createShortCache<{ trueUntil: number }>(10);
  await cache.make('menu', 1, NOW, async () => ({ trueUntil: NOW + 500 }));
  expect(cache.fresh('menu', NOW + 500)).toBeDefined();
  expect(cache.fresh('menu', NOW + 501)).toBeUndefined();
  expect(cache.fresh('menu', NOW - 1)).toBeUndefined();
  await cache.make('other', 1, NOW, async () => ({ trueUntil: Number.POSITIVE_INFINITY }));
  expect(cache.fresh('other', NOW + 999)).toBeDefined();
  expect(cache.fresh('other', NOW + 1000)).toBeUndefined();
});

test('what fails fails for those who wait for it, and is tried again by the next', async () => {
  const { cache, begun, make } = heldCache();
  const failing = [make('menu'), make('menu')];
  begun[0]?.end(new Error('no room'));
  for (const one of failing) await expect(one).rejects.toThrow('no room');
  expect(cache.knows('menu')).toBe(false);
  const again = make('menu');
  begun[1]?.end();
  expect((await again).name).toBe('menu 2');
});

test('what is made again and again is not pushed out by what is asked for once', async () => {
  const cache = createShortCache<{ trueUntil: number }>(3);
  const make = (key: string, at: number) =>
    cache.make(key, 1, NOW + at, async () => ({ trueUntil: Number.POSITIVE_INFINITY }));
  for (let second = 0; second < 5; second += 1) {
    await make('hot', second * 1000);
    await make(`cold ${second}`, second * 1000);
    await make(`colder ${second}`, second * 1000);
  }
  expect(cache.knows('hot')).toBe(true);
  expect(cache.knows('cold 3')).toBe(false);
});
