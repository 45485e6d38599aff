import type { Failure } from '@refectory/contract/errors';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

import { describeFailure, helpAfter } from '#platform/api/describe-error.ts';
import { useMessageText } from '#platform/i18n/message.ts';
import { usePlatform } from '#platform/platform.ts';
import { AddressLink } from '#platform/routing/link.tsx';
import { ActionNote } from '#ui/action-note.tsx';
import { useOnline } from '#ui/use-online.ts';

/** Why a call failed, under the button that made it, and where help is: the toast is gone before some have read it. */
export function FailureNote({ failure }: { failure: Failure }) {
  const { query, settings } = usePlatform();
  const t = useTranslations('pages');
  const tOrders = useTranslations('orderList');
  const textOf = useMessageText();
  const message = describeFailure(failure);
  const help = helpAfter(failure, settings);
  const isOnline = useOnline();
  // Disabled, since the page reads it.
  const { dataUpdatedAt } = useQuery({ ...query('listOrders', undefined), enabled: false });
  /** Of when the orders were that were known without a line. */
  const [readBefore, setReadBefore] = useState<number>();
  if (!isOnline && readBefore !== dataUpdatedAt) setReadBefore(dataUpdatedAt);
  // The orders that are read since tell whether it went through.
  if (failure.kind === 'offline' && isOnline && readBefore !== undefined && readBefore !== dataUpdatedAt)
    return null;
  return (
    message && (
      <ActionNote>
        {textOf(message)} {failure.kind === 'offline' && tOrders('shownOnceBack')}
        {help && <AddressLink address={help}>{t('top-up')}</AddressLink>}
      </ActionNote>
    )
  );
}
