import type { Instant } from './day.ts';
import type { FormField } from './form-field.ts';

const MINUTE_MS = 60_000;

/** The longest comment that a server takes, in characters, where the settings have no shorter one. */
export const LONGEST_COMMENT = 10_000;

/** The field of a comment: blanks around it do not count. */
export function commentField(maxLength: number | undefined): FormField {
  const most = Math.min(maxLength ?? LONGEST_COMMENT, LONGEST_COMMENT);
  return { id: 'comment', type: 'textarea', required: true, maxLength: most };
}

/** How many seconds a customer has to wait before the next comment, rounded up; 0 where they need not. */
export function secondsToNextComment(
  lastCommentAt: Instant | undefined,
  delayMinutes: number | undefined,
  now: Instant,
): number {
  if (lastCommentAt === undefined || delayMinutes === undefined) return 0;
  return Math.max(0, Math.ceil((lastCommentAt + delayMinutes * MINUTE_MS - now) / 1000));
}
