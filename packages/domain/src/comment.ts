import type { Instant } from './day.ts';

const MINUTE_MS = 60_000;

/** How many seconds a customer has to wait before the next comment, rounded up; 0 where they need not. */
export function secondsToNextComment(
  lastCommentAt: Instant | undefined,
  delayMinutes: number | undefined,
  now: Instant,
): number {
  if (lastCommentAt === undefined || delayMinutes === undefined) return 0;
  return Math.max(0, Math.ceil((lastCommentAt + delayMinutes * MINUTE_MS - now) / 1000));
}
