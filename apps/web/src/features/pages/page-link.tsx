import { localText } from '@refectory/domain/texts';

import { useLanguage } from '#platform/i18n/i18n-provider.tsx';
import { addressOf } from '#platform/routing/addresses.ts';
import { AddressLink } from '#platform/routing/link.tsx';

import type { PageEntry } from './static-pages.ts';

/** A link to a page of the configuration, or to another site, which opens in a tab of its own. */
export function PageLink({
  entry: { url, pathname = '', title },
  onFollow,
}: {
  entry: PageEntry;
  onFollow?: (address: string) => void;
}) {
  const language = useLanguage();
  const text = localText(title, language);
  if (url !== undefined)
    return (
      <a href={url} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    );
  return (
    <AddressLink address={addressOf('/pages/:pathname', { pathname })} onFollow={onFollow}>
      {text}
    </AddressLink>
  );
}
