import { failureOf } from '@refectory/contract/errors';
import { focusManager, type Query } from '@tanstack/react-query';

import type { Platform } from '#platform/platform.ts';

import { saysNothing } from './says-nothing.ts';

/** How long after a failed reread it is made again, in milliseconds: twice as long each time, up to the most. */
const FIRST_WAIT_MS = 5_000;
const MOST_WAIT_MS = 60_000;

/** Says that nobody pressed anything for a read, so that its failure is told once. */
const REPEAT = { isRepeat: true } as NonNullable<NonNullable<Parameters<Query['fetch']>[1]>['meta']>;

/** A read whose answer is on screen, and which got none when it was made again. A refusal would be one. */
const isStale = ({ state, observers }: Query) =>
  state.status === 'error' &&
  state.data !== undefined &&
  saysNothing(failureOf(state.error) ?? { kind: 'malformed' }) &&
  // Who asks by the clock asks again anyway.
  !observers.some(({ options }) => Boolean(options.refetchInterval));

/**
 * Makes failed rereads again until they succeed: what is on screen may be out of date, since an answer was lost. A browser
 * only tells of its own line, and not of what lies behind it. Once one of them succeeds the others are made at once. Gives
 * how to stop.
 */
export function repeatRereads({ queries }: Pick<Platform, 'queries'>): () => void {
  const cache = queries.getQueryCache();
  const waits = new WeakMap<Query, number>();
  const timers = new Map<Query, ReturnType<typeof setTimeout>>();
  const settle = (query: Query) => {
    clearTimeout(timers.get(query));
    timers.delete(query);
  };
  const repeat = (query: Query) => {
    settle(query);
    if (!isStale(query) || !query.isActive()) return;
    // Nobody looks at it: it is tried again when somebody may.
    if (focusManager.isFocused()) void query.fetch(undefined, { meta: REPEAT }).catch(() => undefined);
    else wait(query);
  };
  const wait = (query: Query) => {
    settle(query);
    const waitMs = waits.get(query) ?? FIRST_WAIT_MS;
    waits.set(query, Math.min(waitMs * 2, MOST_WAIT_MS));
    timers.set(
      query,
      setTimeout(() => repeat(query), waitMs),
    );
  };
  const unsubscribe = cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (action.type === 'error' && isStale(query)) wait(query);
    // What a live event puts in place was not read. Of a server that answers one read and fails another nothing is back.
    if (action.type !== 'success' || action.manual || !waits.delete(query)) return;
    settle(query);
    // Those that wait on are not come to a second time.
    const waiting = Array.from(timers.keys());
    for (const other of waiting) repeat(other);
  });
  return () => {
    unsubscribe();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}
