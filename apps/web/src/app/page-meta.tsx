import { localText } from '@refectory/domain/texts';
import { useTranslations } from 'use-intl';

import { findStaticPage } from '#features/pages/static-pages.ts';
import { useLanguage } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform } from '#platform/platform.ts';
import { usePlace } from '#platform/routing/place.tsx';

/**
 * Description and keywords for search engines: those of the static page on screen, else those of the configuration,
 * else the general ones.
 */
export function PageMeta() {
  const { settings } = usePlatform();
  const language = useLanguage();
  const t = useTranslations('meta');
  const { path, params } = usePlace();
  const page = path === '/pages/:pathname' ? findStaticPage(settings, params['pathname']) : undefined;
  const textOf = (name: 'description' | 'keywords') =>
    localText(page?.[name] ?? settings.meta?.[name] ?? t(name), language);
  return (
    <>
      <meta name="description" content={textOf('description')} />
      <meta name="keywords" content={textOf('keywords')} />
    </>
  );
}
