const KEY = 'refectory.reloaded';

/** The storage of this tab; undefined where it is denied. */
function tabStorage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

/**
 * Loads the page that is open anew, so that it gets the files of the newest build. False, and nothing happens, when
 * it was loaded anew already and `reloadHelped` was not said since: it would go on for ever.
 */
export function reloadOnce(): boolean {
  const storage = tabStorage();
  if (!storage || storage.getItem(KEY) !== null) return false;
  storage.setItem(KEY, '');
  globalThis.location.reload();
  return true;
}

/** Whatever the page was loaded anew for is there. */
export function reloadHelped(): void {
  tabStorage()?.removeItem(KEY);
}
