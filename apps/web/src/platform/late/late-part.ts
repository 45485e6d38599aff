import { ApiError } from '@refectory/contract/errors';

import { reloadHelped, reloadOnce } from '#platform/storage/reload-once.ts';

/** A part of the application that is fetched when it is wanted: a page, a dialog, what an action needs. */
export type LatePart<Loaded> = {
  /**
   * Fetches the part, once. Without a connection it rejects with an `ApiError` of kind `offline`, and the next call
   * tries again. Where the server is there but the part is gone, this page is of an older build: it is loaded anew.
   */
  readonly load: () => Promise<Loaded>;
  /** Fetches the part for later; nothing happens where that fails. */
  readonly prefetch: () => Promise<void>;
  /** The part, once it is fetched. */
  readonly loaded: () => Loaded | undefined;
};

/** Declares a part that has a chunk of its own; `fetchPart` is an `import()`. */
export function latePart<Loaded>(fetchPart: () => Promise<Loaded>): LatePart<Loaded> {
  let part: { readonly loaded: Loaded } | undefined;
  const fetchOnce = async () => {
    // What is on screen stays what it is.
    part ??= { loaded: await fetchPart() };
    return part.loaded;
  };
  return {
    loaded: () => part?.loaded,
    prefetch: () => fetchOnce().then(noop, noop),
    load: async () => {
      try {
        const loaded = await fetchOnce();
        reloadHelped();
        return loaded;
      } catch (error) {
        if (!(await isServerThere())) throw new ApiError({ kind: 'offline' }, { cause: error });
        // The promise stays open: whoever waits for the part is gone with the page.
        if (reloadOnce()) return new Promise<Loaded>(() => {});
        throw error;
      }
    },
  };
}

const noop = () => undefined;

/** Whether the server answers at the address of the page that is open. */
function isServerThere(): Promise<boolean> {
  return fetch(globalThis.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
