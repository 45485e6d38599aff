import { instantOf, type Moment } from '@refectory/domain/day';
import { useEffect, useRef } from 'react';

import type { ApiName } from '#platform/api/api.ts';
import { invalidate } from '#platform/api/query.ts';
import { usePlatform } from '#platform/platform.ts';

/** Moments further away than this wait for a later tick of the clock, which may be set right meanwhile. */
const NEAR_MS = 60_000;

/**
 * Reads calls again as soon as the server's clock has passed one of these moments: what holds then
 * is for the server to say.
 */
export function useRereadAfter(moments: readonly (Moment | undefined)[], ...names: readonly ApiName[]): void {
  const { clock, queries, zone } = usePlatform();
  const lookedAt = useRef(clock.now());

  // Without dependencies: moments are a new list at every drawing, and looking at them costs nothing.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const before = lookedAt.current;
      const now = clock.now();
      lookedAt.current = now;
      const known = moments.map((moment) => instantOf(moment, zone)).filter((moment) => moment !== undefined);
      if (known.some((moment) => moment >= before && moment < now)) void invalidate(queries, ...names);
      const left = Math.min(...known.filter((moment) => moment >= now)) - now;
      if (left < NEAR_MS) timer = setTimeout(look, left + 1);
    };
    look();
    const stop = clock.ticks.subscribe(look);
    return () => {
      clearTimeout(timer);
      stop();
    };
  });
}
