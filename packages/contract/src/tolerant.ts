import * as z from 'zod/mini';

/** A part of an answer that may be missing; one that is null or of the wrong shape counts as missing. */
export function tolerant<S extends z.core.$ZodType>(schema: S) {
  return z.catch(z.optional(schema), undefined);
}

/** A list that may be missing; entries that are null or of the wrong shape are left out. */
export function tolerantList<S extends z.core.$ZodType>(schema: S) {
  type Entry = z.input<S>;
  const list = z.codec(z.array(tolerant(schema)), z.array(schema), {
    // What is left is what the schema has read; reading it once more changes nothing of a schema without codecs.
    decode: (entries) => entries.filter((entry) => entry !== undefined) as Entry[],
    encode: (entries) => entries as z.output<S>[],
  });
  return tolerant(list);
}

/** An id that is only compared and sent back. */
export const AnyId = z.union([z.number(), z.string()]);
