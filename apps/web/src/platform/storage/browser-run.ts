/**
 * The cookie that all tabs share and that ends with the browser: while it is there, the browser was not closed since
 * somebody logged in. It says nothing of who that was. Its path alone would let applications below another one see that
 * one's cookie, so the path is in its name too.
 */
const nameAt = (basePath: string) => `refectory-alive${basePath.slice(0, -1).replaceAll('/', '-')}`;

/** Notes that somebody logged in during this run of the browser. */
export function rememberBrowserRun(basePath: string): void {
  document.cookie = `${nameAt(basePath)}=1; path=${basePath}; samesite=strict`;
}

/** Whether the browser still runs in which somebody logged in. */
export function isSameBrowserRun(basePath: string): boolean {
  return document.cookie.split('; ').includes(`${nameAt(basePath)}=1`);
}

/** Forgets that somebody logged in. */
export function forgetBrowserRun(basePath: string): void {
  document.cookie = `${nameAt(basePath)}=; path=${basePath}; samesite=strict; max-age=0`;
}
