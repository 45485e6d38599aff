import { useState, type ComponentType, type ReactNode } from 'react';

import { reloadHelped, reloadOnce } from '#platform/storage/reload-once.ts';

import { NoConnectionPage } from './error-pages.tsx';

/** A page with a chunk of its own. */
type LazyPage = (() => ReactNode) & {
  /** Fetches it before it is shown; the router waits for this. */
  readonly preload: () => Promise<void>;
  /** Fetches it for later, without a word when that fails. */
  readonly prefetch: () => Promise<void>;
};

/**
 * A page that is fetched when it is wanted. Without a connection it says so and goes on when there is one again
 * (C18); where the server answers without it, it is of an older build, and the application begins anew.
 */
export function lazyPage(load: () => Promise<{ readonly default: ComponentType }>): LazyPage {
  let Page: ComponentType | undefined;
  let failure: unknown;

  const prefetch = () =>
    load().then(
      (module) => {
        // What is on screen stays what it is.
        Page ??= module.default;
      },
      () => undefined,
    );
  const preload = async () => {
    try {
      Page ??= (await load()).default;
      failure = undefined;
      reloadHelped();
    } catch (error) {
      failure = (await isServerThere()) ? error : undefined;
      // Until it is left, the page stays as it is.
      if (failure !== undefined && reloadOnce()) await new Promise(() => {});
    }
  };

  function LazyPage() {
    const [, setTries] = useState(0);
    if (Page) return <Page />;
    if (failure !== undefined) throw failure;
    return <NoConnectionPage retry={() => preload().then(() => setTries((tries) => tries + 1))} />;
  }
  return Object.assign(LazyPage, { preload, prefetch });
}

/** Whether the server answers at the address of the page that is open. */
function isServerThere(): Promise<boolean> {
  return fetch(globalThis.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
