import type { Messages } from '@refectory/translations/messages';
import { useTranslations } from 'use-intl';

import { usePlatform } from '#platform/platform.ts';

/** A page that has a title of its own. */
export type PageName = keyof Messages['pages'];

/** The title of the document on a page of the application. */
export function PageTitle({ page }: { page: PageName }) {
  return <DocumentTitle title={useTranslations('pages')(page)} />;
}

/** The title of the document: application, separator, page. */
export function DocumentTitle({ title }: { title: string }) {
  const { settings } = usePlatform();
  return <title>{`${settings.applicationName}${settings.titleSeparator}${title}`}</title>;
}
