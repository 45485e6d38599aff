import { hash } from 'node:crypto';

import { ownKey, type IdempotencyKey } from '@refectory/database/order-functions';

import { refuse } from './refusal.ts';

const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

/** A value with the names in its objects in one order. */
function withNamesInOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNamesInOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, held]) => [name, withNamesInOrder(held)] as const);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** A body with the values of the canteen's own fields, which no schema puts in order, in one order. */
function inOrder(body: object): object {
  if (!('additionalData' in body)) return body;
  return { ...body, additionalData: withNamesInOrder(body.additionalData) };
}

/**
 * A fingerprint of what a call wants. `body` is what was understood of the call's, whose fields stand in the order of its
 * schema however they were sent; the rest of the body means nothing. Answers to questions are no part of the intent, so
 * `force` is left out; nor is the moment at which a cart was sent, so `orderDate` is.
 */
export function requestHashOf(path: string, body: unknown): Buffer {
  // A call without data says nothing.
  const said = typeof body === 'object' && body !== null ? inOrder(body) : (body ?? {});
  const isAsked = typeof said === 'object' && ('force' in said || 'orderDate' in said);
  const asked = isAsked ? { ...said, force: undefined, orderDate: undefined } : said;
  return hash('sha256', `${path}\n${JSON.stringify(asked)}`, 'buffer');
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

/** The answers to the server's questions so far, in order: of the header, else of the body's `force`. */
export function forceOf(header: string | string[] | undefined, body: unknown): readonly string[] {
  const texts = header ?? (typeof body === 'object' && body !== null && 'force' in body ? body.force : '');
  if (typeof texts !== 'string' || texts === '') return [];
  try {
    return texts.split(',').map((text) => decodeURIComponent(text.trim()));
  } catch {
    throw refuse('badRequest', { field: 'X-ASW-FORCE' });
  }
}
