import { ApiError, type Failure } from '@refectory/contract/errors';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { repeatRereads } from './repeat-rereads.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A cache with reads that are on screen. Those that are `down` fail. */
async function withReads(...names: readonly string[]) {
  const fails: { with: Failure } = { with: { kind: 'offline' } };
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const down = new Set<string>();
  const made: string[] = [];
  const stop = repeatRereads({ queries });
  onTestFinished(() => {
    stop();
    queries.clear();
  });
  const stops = names.map((name) =>
    new QueryObserver(queries, {
      queryKey: [name],
      queryFn: () => {
        made.push(name);
        if (down.has(name)) throw new ApiError(fails.with);
        return `${name} ${made.length}`;
      },
    }).subscribe(() => undefined),
  );
  await vi.advanceTimersByTimeAsync(0);
  made.length = 0;
  return { queries, down, fails, made, stop, leave: () => stops.forEach((one) => one()) };
}

test('what is put in place meanwhile is no answer: the read is still made again', async () => {
  const { queries, down, made } = await withReads('menu');
  down.add('menu');
  await queries.invalidateQueries();
  // As a live event does, which changes a part of what is on screen.
  const query = queries.getQueryCache().find({ queryKey: ['menu'] });
  const failed = query?.state ?? {};
  queries.setQueryData(['menu'], 'with one portion less');
  query?.setState(failed);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(made).toHaveLength(2);
});

test('a reread that failed is made again, later each time, until it succeeds', async () => {
  const { queries, down, made } = await withReads('orders');
  down.add('orders');
  await queries.invalidateQueries();
  expect(made).toHaveLength(1);
  for (const waitMs of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    const before = made.length;
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    expect(made).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(made).toHaveLength(before + 1);
  }
  down.clear();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queries.getQueryState(['orders'])?.status).toBe('success');
  const read = made.length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(made).toHaveLength(read);
  // The next failure is waited for as the first one was.
  down.add('orders');
  await queries.invalidateQueries();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(made).toHaveLength(read + 2);
});

test('once one that failed succeeds, the others that failed are made at once', async () => {
  const { queries, down, made } = await withReads('menu', 'orders', 'balance');
  for (const name of ['menu', 'orders', 'balance']) down.add(name);
  await queries.invalidateQueries();
  down.clear();
  made.length = 0;
  await queries.refetchQueries({ queryKey: ['menu'] });
  await vi.advanceTimersByTimeAsync(0);
  expect(made.toSorted()).toEqual(['balance', 'menu', 'orders']);
});

test('a read that succeeds beside one that fails says nothing of it', async () => {
  const { queries, down, made } = await withReads('menu', 'orders');
  down.add('menu');
  await queries.invalidateQueries();
  await queries.refetchQueries({ queryKey: ['orders'] });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(made.filter((name) => name === 'menu')).toHaveLength(1);
});

test('a read that never succeeded, or that nobody shows any more, is not repeated', async () => {
  const { queries, down, made, leave } = await withReads('orders');
  down.add('first').add('orders');
  const stop = new QueryObserver(queries, {
    queryKey: ['first'],
    queryFn: () => Promise.reject(new ApiError({ kind: 'offline' })),
  }).subscribe(() => undefined);
  await queries.invalidateQueries();
  leave();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(made).toEqual(['orders']);
  expect(queries.getQueryState(['first'])?.errorUpdateCount).toBe(1);
  stop();
});

test.each<[Failure, number]>([
  [{ kind: 'unavailable' }, 2],
  [{ kind: 'malformed' }, 2],
  [{ kind: 'refused', status: 502, code: undefined, message: undefined, statusText: undefined }, 2],
  [{ kind: 'refused', status: 404, code: undefined, message: undefined, statusText: undefined }, 1],
  [{ kind: 'session-ended' }, 1],
])('a reread that fails with %o is made %i times', async (failure, times) => {
  const { queries, down, fails, made } = await withReads('orders');
  fails.with = failure;
  down.add('orders');
  await queries.invalidateQueries();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(made).toHaveLength(times);
});

test('nothing is repeated after it was stopped', async () => {
  const { queries, down, made, stop } = await withReads('orders');
  down.add('orders');
  await queries.invalidateQueries();
  stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(made).toEqual(['orders']);
});
