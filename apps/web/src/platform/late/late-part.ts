import { ApiError } from '@refectory/contract/errors';
import type { LateArea } from '@refectory/translations/late-areas';

import { reloadOnce } from '#platform/storage/reload-once.ts';

/** A part of the application that is fetched when it is wanted: a page, a dialog, what an action needs. */
export type LatePart<Loaded> = {
  /** The areas of words that the part shows, besides those that every page has. */
  readonly words: readonly LateArea[];
  /** Fetches the code of the part, once; rejects as `fetchLate` does, and the next call tries again. */
  readonly load: () => Promise<Loaded>;
  /** Fetches the code of the part for later; nothing happens where that fails. */
  readonly prefetch: () => Promise<void>;
  /** The part, once its code is fetched. */
  readonly loaded: () => Loaded | undefined;
};

/** Declares a part that has a chunk of its own; `fetchPart` is an `import()`. */
export function latePart<Loaded>(
  fetchPart: () => Promise<Loaded>,
  { words = [] }: { readonly words?: readonly LateArea[] } = {},
): LatePart<Loaded> {
  let part: { readonly loaded: Loaded } | undefined;
  const fetchOnce = async () => {
    // A part that is on screen keeps its code.
    part ??= { loaded: await fetchPart() };
    return part.loaded;
  };
  return {
    words,
    loaded: () => part?.loaded,
    prefetch: () => fetchOnce().then(noop, noop),
    load: () => fetchLate(fetchOnce),
  };
}

/**
 * Fetches a file of this build. Without a connection it rejects with an `ApiError` of kind `offline`. Where the server
 * is there but the file is gone, this page is of an older build: it is loaded anew, once.
 */
export async function fetchLate<Loaded>(fetchFile: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await fetchFile();
  } catch (error) {
    if (!(await isServerThere())) throw new ApiError({ kind: 'offline' }, { cause: error });
    // The promise stays open: whoever waits for the part is gone with the page.
    if (reloadOnce()) return new Promise<Loaded>(() => {});
    throw error;
  }
}

/** A server that does not answer for so long is one that cannot be reached. */
const PATIENCE_MS = 10_000;

const noop = () => undefined;

/** Whether the server answers at the address of the page that is open. */
function isServerThere(): Promise<boolean> {
  return fetch(globalThis.location.href, {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).then(
    ({ ok }) => ok,
    () => false,
  );
}
