import type * as z from 'zod/mini';

import type { MenuFileReason } from './menu-file-error.ts';

const MAXIMUM_QUOTED = 60;

/** What a schema found wrong with a value, and the path of what is to blame. */
export function reasonOf(
  issue: z.core.$ZodIssue,
  whole: unknown,
): { path: readonly PropertyKey[]; reason: MenuFileReason } {
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    return { path: [...issue.path, key], reason: { code: 'unknown-field', field: key } };
  }
  const { path } = issue;
  const found = path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown>)[key], whole);
  const field = path.findLast((key) => typeof key === 'string') ?? '';
  if (found === undefined) return { path, reason: { code: 'missing-field', field } };
  return { path, reason: { code: 'bad-field', field, expected: issue.message, found: quoted(found) } };
}

/** A value short enough for a line. */
function quoted(found: unknown): string {
  const text = typeof found === 'string' ? found : JSON.stringify(found);
  return text.length > MAXIMUM_QUOTED ? `${text.slice(0, MAXIMUM_QUOTED)}…` : text;
}
