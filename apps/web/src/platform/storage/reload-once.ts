const KEY = 'refectory.reloaded';

/** The storage of this tab; undefined where it is denied. */
function tabStorage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

let isReloading = false;

/** Names the build of this page: the address of its entry changes with every file that it reaches. */
function buildOfPage(): string {
  return document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';
}

/**
 * Loads the page that is open anew, so that it gets the files of the newest build. False, and nothing happens, when
 * this build was loaded anew already: what it lacks stays away, and it would go on for ever.
 */
export function reloadOnce(): boolean {
  // Several files may be missed at once: all who want one wait for the new page.
  if (isReloading) return true;
  const storage = tabStorage();
  const build = buildOfPage();
  if (!storage || storage.getItem(KEY) === build) return false;
  storage.setItem(KEY, build);
  isReloading = true;
  globalThis.location.reload();
  return true;
}
