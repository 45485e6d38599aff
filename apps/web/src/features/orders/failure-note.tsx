import type { Failure } from '@refectory/contract/errors';
import { useTranslations } from 'use-intl';

import { describeFailure, helpAfter } from '#platform/api/describe-error.ts';
import { useMessageText } from '#platform/i18n/message.ts';
import { usePlatform } from '#platform/platform.ts';
import { AddressLink } from '#platform/routing/link.tsx';
import { ActionNote } from '#ui/action-note.tsx';

/** Why a call failed, under the button that made it, and where help is: the toast is gone before some have read it. */
export function FailureNote({ failure }: { failure: Failure }) {
  const { settings } = usePlatform();
  const t = useTranslations('orderList');
  const textOf = useMessageText();
  const message = describeFailure(failure);
  const help = helpAfter(failure, settings);
  return (
    message && (
      <ActionNote>
        {textOf(message)} {failure.kind === 'offline' && t('shownOnceBack')}
        {help && <AddressLink address={help}>{t('topUp')}</AddressLink>}
      </ActionNote>
    )
  );
}
