/**
 * The cookie that all tabs share and that ends with the browser: while it is there, the browser was not closed since
 * somebody logged in. It says nothing of who that was.
 */
const NAME = 'refectory-alive';

/** Notes that somebody logged in during this run of the browser. */
export function rememberBrowserRun(basePath: string): void {
  document.cookie = `${NAME}=1; path=${basePath}; samesite=strict`;
}

/** Whether the browser still runs in which somebody logged in. */
export function isSameBrowserRun(): boolean {
  return document.cookie.split('; ').includes(`${NAME}=1`);
}

/** Forgets that somebody logged in. */
export function forgetBrowserRun(basePath: string): void {
  document.cookie = `${NAME}=; path=${basePath}; samesite=strict; max-age=0`;
}
