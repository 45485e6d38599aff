import type { Settings } from '@refectory/contract/settings';

/** An entry of one of the lists of pages: a page of text, or a link to another site. */
export type PageEntry = Settings['pages']['header'][number];

/** The page of text with a pathname: the first one in the three lists. */
export function findStaticPage({ pages }: Settings, pathname: string | undefined): PageEntry | undefined {
  return [...pages.header, ...pages.mainMenu, ...pages.footer].find(
    (entry) => entry.url === undefined && entry.pathname !== undefined && entry.pathname === pathname,
  );
}

/** The entries of a list that lead somewhere. */
export function shownEntries(list: readonly PageEntry[]): PageEntry[] {
  return list.filter(({ pathname, url }) => pathname !== undefined || url !== undefined);
}
