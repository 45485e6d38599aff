import { useTranslations } from 'use-intl';

import { ActionNote } from '#ui/action-note.tsx';

/** The way on to the other system, where the browser let no tab be opened for it. */
export function OtherSystemLink({ address }: { readonly address: string | undefined }) {
  const t = useTranslations('pairing');
  return (
    address !== undefined && (
      <ActionNote>
        {t('tabBlocked')}{' '}
        <a href={address} target="_blank" rel="noopener noreferrer">
          {t('goOn')}
        </a>
      </ActionNote>
    )
  );
}
