import * as z from 'zod/mini';

/** Where an entry of a configuration stands: names of entries, and places in lists from 0. */
export type EntryPath = readonly (string | number)[];

/** What is to be said of an entry. */
export type EntryFinding = { readonly path: EntryPath; readonly text: string };

/** A place as it is written in JavaScript: `pages.footer[2].pathname`. */
export function inWords(path: EntryPath): string {
  return z.core.toDotPath(path);
}
