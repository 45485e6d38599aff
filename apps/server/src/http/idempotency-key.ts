import { createHash } from 'node:crypto';

import { ownKey, type IdempotencyKey } from '@refectory/database/order-functions';

import { refuse } from './refusal.ts';

const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

/** JSON with the keys of every object in order, so that equal bodies give equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

/**
 * A fingerprint of what a call wants. `body` is what was understood of the call's: the rest means
 * nothing, and may be nested deeper than can be written again. Answers to questions are no part of the
 * intent, so `force` is left out (C2).
 */
export function requestHashOf(path: string, body: unknown): Buffer {
  // A call without data says nothing (OQ-54).
  const said = body ?? {};
  const asked = typeof said === 'object' && !Array.isArray(said) ? { ...said, force: undefined } : said;
  return createHash('sha256').update(path).update('\n').update(canonicalJson(asked)).digest();
}

/** The intent of a call by its `Idempotency-Key`, or by a key of its own where it has none. */
export function idempotencyOf(
  header: string | string[] | undefined,
  path: string,
  body: unknown,
): IdempotencyKey {
  const { key } = header === undefined ? ownKey() : { key: header };
  if (typeof key !== 'string' || !KEY_PATTERN.test(key))
    throw refuse('badRequest', { field: 'Idempotency-Key' });
  return { key, requestHash: requestHashOf(path, body) };
}

/** The answers to the server's questions so far, in order: of the header, else of the body's `force` (OQ-33). */
export function forceOf(header: string | string[] | undefined, body: unknown): readonly string[] {
  const texts = header ?? (typeof body === 'object' && body !== null && 'force' in body ? body.force : '');
  if (typeof texts !== 'string' || texts === '') return [];
  try {
    return texts.split(',').map((text) => decodeURIComponent(text.trim()));
  } catch {
    throw refuse('badRequest', { field: 'X-ASW-FORCE' });
  }
}
