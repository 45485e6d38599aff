import type { Instant } from '@refectory/domain/day';

import { refuse } from './refusal.ts';

/** How many tries are let through within a time. */
export type TryLimit = { readonly most: number; readonly withinMs: number };

/** A limit, and when the try was made that is as many before as it lets through; nothing where there were fewer. */
export type Tried = { readonly limit: TryLimit; readonly nth: Instant | undefined };

/** Throws for one try too many by any of some limits, and says how long to wait until all of them let it through. */
export function refuseTry(tried: readonly Tried[], now: Instant): void {
  const waits = tried.map(({ limit, nth }) => (nth === undefined ? 0 : nth + limit.withinMs - now));
  const waitMs = Math.max(...waits);
  if (waitMs > 0) throw refuse('tooManyTries', { seconds: Math.ceil(waitMs / 1000) });
}
