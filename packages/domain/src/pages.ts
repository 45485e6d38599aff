/** The lists of pages, in the order in which the page of an address is looked for. */
export const pageLists = ['header', 'mainMenu', 'footer'] as const;

/** Whether an entry is the page of text at a pathname, where no entry before it is. */
export function isPageAt(
  entry: { readonly pathname?: string | undefined; readonly url?: unknown },
  pathname: string | undefined,
): boolean {
  return entry.url === undefined && pathname !== undefined && entry.pathname === pathname;
}
