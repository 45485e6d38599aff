import { localText } from '@refectory/domain/texts';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';

import { PageLink } from '#features/pages/page-link.tsx';
import { shownEntries } from '#features/pages/static-pages.ts';
import { useLanguage } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useSnapshot } from '#platform/platform.ts';
import { looks } from '#platform/storage/snapshot.ts';
import { FooterChoice, FooterOutlets, FooterPages, FooterSocial } from '#ui/footer-parts.tsx';
import { CompactSelect } from '#ui/compact-select.tsx';

/** What the configuration says about the canteen: its pages, where it is, where else it can be followed; and the look. */
export function FooterContent() {
  const { pages, outlets, socialLinks } = usePlatform().settings;
  const t = useTranslations();
  const language = useLanguage();
  const entries = shownEntries(pages.footer);
  return (
    <>
      {outlets.length > 0 && (
        <FooterOutlets
          label={t('footer.outlets')}
          outlets={outlets.map(({ name, address, openingHours = [], ...outlet }) => ({
            ...outlet,
            name: localText(name, language),
            address: address && localText(address, language),
            openingHours: [openingHours].flat().map((line) => localText(line, language)),
          }))}
        />
      )}
      {entries.length > 0 && (
        <FooterPages
          label={t('shell.footer')}
          links={entries.map((entry, index) => (
            <PageLink key={index} entry={entry} />
          ))}
        />
      )}
      {socialLinks.length > 0 && (
        <FooterSocial
          label={t('footer.social')}
          links={socialLinks.map(({ type, url, label }) => ({
            url,
            text: localText(label ?? type.charAt(0).toLocaleUpperCase() + type.slice(1), language),
          }))}
        />
      )}
      <LookChoice />
    </>
  );
}

/** Light, dark, or as the device has it. */
function LookChoice() {
  const { snapshot } = usePlatform();
  const t = useTranslations('footer');
  const look = useSnapshot((state) => state.look);
  useEffect(() => {
    // The frame of the browser follows: each of its colours is for the look that the device prefers.
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      meta.dataset['look'] ??= /light|dark/.exec(meta.media)?.[0];
      const own = meta.dataset['look'];
      meta.media = look === undefined ? `(prefers-color-scheme: ${own})` : look === own ? 'all' : 'not all';
    }
  }, [look]);
  return (
    <FooterChoice>
      <CompactSelect
        label={t('look')}
        value={look ?? ''}
        options={[
          { value: '', label: t('lookOfDevice') },
          { value: 'light', label: t('lookLight') },
          { value: 'dark', label: t('lookDark') },
        ]}
        onChange={({ target }) => snapshot.setState({ look: looks.find((known) => known === target.value) })}
      />
    </FooterChoice>
  );
}
