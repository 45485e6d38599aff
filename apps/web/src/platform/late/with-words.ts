import type { Words } from '#platform/i18n/words.ts';

import type { LatePart } from './late-part.ts';

// A part is only drawn once these functions have loaded it, so that it is never on screen without its words.

/** Fetches a part and its words. */
export async function loadWithWords<Loaded>(part: LatePart<Loaded>, words: Words): Promise<Loaded> {
  // Both at the same time. Where the code cannot be fetched, the second load says why.
  await Promise.all([words.load(part.words), part.prefetch()]);
  return part.load();
}

/** Fetches a part and its words for later; nothing happens where that fails. */
export async function prefetchWithWords(part: LatePart<unknown>, words: Words): Promise<void> {
  await Promise.all([words.prefetch(part.words), part.prefetch()]);
}

/** The part, once it and its words are there. */
export function loadedWithWords<Loaded>(part: LatePart<Loaded>, words: Words): Loaded | undefined {
  return words.has(part.words) ? part.loaded() : undefined;
}
