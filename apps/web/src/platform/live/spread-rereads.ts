import type { QueryClient } from '@tanstack/react-query';

import type { ApiName } from '#platform/api/api.ts';
import { invalidate } from '#platform/api/query.ts';

/** All clients learn of a change at the same moment; they read it at random within this time, in ms. */
const SPREAD_MS = 500;

/** Has calls read again for what was told. */
export type Rereads = {
  /** Reads them in a moment, once however often that is asked for until then. */
  readonly reread: (...names: readonly ApiName[]) => void;
  /** Nothing is read any more. */
  readonly stop: () => void;
};

/** Spreads over a moment what everybody reads who follows a live stream. */
export function spreadRereads(queries: QueryClient): Rereads {
  const wanted = new Set<ApiName>();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return {
    reread: (...names) => {
      for (const name of names) wanted.add(name);
      waiting ??= setTimeout(() => {
        waiting = undefined;
        const read = [...wanted];
        wanted.clear();
        void invalidate(queries, ...read);
      }, Math.random() * SPREAD_MS);
    },
    stop: () => clearTimeout(waiting),
  };
}
