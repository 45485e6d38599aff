import type { Settings } from '@refectory/contract/settings';
import { isPageAt, pageLists } from '@refectory/domain/pages';

import { inWords, type EntryFinding, type EntryPath } from './config-entry.ts';

type Page = Settings['pages']['header'][number];
type PlacedPage = { readonly page: Page; readonly path: EntryPath };

/** The pages of a configuration in the order in which the application looks for them. */
function pagesIn({ pages }: Settings): PlacedPage[] {
  return pageLists.flatMap((list) =>
    pages[list].map((page, index) => ({ page, path: ['pages', list, index] })),
  );
}

/** What keeps pages of a configuration from being found or read as they are meant. */
export function pageNotes(settings: Settings): EntryFinding[] {
  const pages = pagesIn(settings);
  /** What is shown at each pathname: the first page that has it. */
  const shownAt = new Map(
    pages
      .filter(({ page }) => isPageAt(page, page.pathname))
      .toReversed()
      .map((shown) => [shown.page.pathname, shown]),
  );
  return pages.flatMap(({ page, path }) => {
    const at = (entry: keyof Page, text: string): EntryFinding => ({ path: [...path, entry], text });
    if (page.url !== undefined)
      // With an address of another site the entry is a link and no page.
      return (['body', 'bodyUrl'] as const)
        .filter((entry) => page[entry] !== undefined)
        .map((entry) => at(entry, 'it is never shown, because the entry is a link by its url'));
    const shown = shownAt.get(page.pathname);
    if (shown && shown.page !== page)
      return [
        at('pathname', `${inWords(shown.path)} has the same, and its page is shown in place of this one`),
      ];
    return [
      ...(page.pathname === undefined
        ? [at('pathname', 'without it, or a url, the entry is shown nowhere')]
        : []),
      ...(page.pathname === '' ? [at('pathname', 'it is empty, so that the link leads to no page')] : []),
      ...contentNotes(page, path),
    ];
  });
}

function contentNotes({ body, bodyUrl }: Page, path: EntryPath): EntryFinding[] {
  if (bodyUrl === undefined)
    return body === undefined
      ? [{ path, text: 'it has no body, no bodyUrl and no url, so that the page is empty' }]
      : [];
  if (body !== undefined)
    return [{ path: [...path, 'bodyUrl'], text: 'it is never read, because the entry has a body' }];
  const files: readonly (readonly [path: EntryPath, address: string])[] =
    typeof bodyUrl === 'string'
      ? [[[...path, 'bodyUrl'], bodyUrl]]
      : Object.entries(bodyUrl).map(([language, address]) => [[...path, 'bodyUrl', language], address]);
  return files
    .filter(([, address]) => /^(?:https?:)?\/\//i.test(address))
    .map(([where]) => ({
      path: where,
      text: "a file of another origin than the page's own is not shown; write it like /files/about.html",
    }));
}
