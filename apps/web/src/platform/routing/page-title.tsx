import type { Messages } from '@refectory/translations/messages';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';

import { usePlatform } from '#platform/platform.ts';

/** A page that has a title of its own. */
export type PageName = keyof Messages['pages'];

/** Sets the title of the document: application, separator, page. // spec §2 */
export function PageTitle({ page }: { page: PageName }) {
  const { settings } = usePlatform();
  const title = useTranslations('pages')(page);
  useEffect(() => {
    document.title = `${settings.applicationName}${settings.titleSeparator}${title}`;
  }, [settings, title]);
  return null;
}
