import * as z from 'zod/mini';

/** A part of an answer that may be missing; one that is null or of the wrong shape counts as missing. */
export function tolerant<S extends z.core.$ZodType>(schema: S) {
  return z.catch(z.optional(schema), undefined);
}

/** An id that is only compared and sent back. */
export const AnyId = z.union([z.number(), z.string()]);
