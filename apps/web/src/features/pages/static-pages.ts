import type { Settings } from '@refectory/contract/settings';
import { isPageAt, pageLists } from '@refectory/domain/pages';

/** An entry of one of the lists of pages: a page of text, or a link to another site. */
export type PageEntry = Settings['pages']['header'][number];

/** The page of text with a pathname: the first one in the three lists. */
export function findStaticPage({ pages }: Settings, pathname: string | undefined): PageEntry | undefined {
  return pageLists.flatMap((list) => pages[list]).find((entry) => isPageAt(entry, pathname));
}

/** The entries of a list that lead somewhere. */
export function shownEntries(list: readonly PageEntry[]): PageEntry[] {
  return list.filter(({ pathname, url }) => pathname !== undefined || url !== undefined);
}
