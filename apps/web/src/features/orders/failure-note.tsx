import type { Failure } from '@refectory/contract/errors';
import { useTranslations } from 'use-intl';

import { describeFailure } from '#platform/api/describe-error.ts';
import { ActionNote } from '#ui/action-note.tsx';

/** Why a call failed, under the button that made it: the toast is gone before some have read it. */
export function FailureNote({ failure }: { failure: Failure }) {
  const t = useTranslations();
  const words = describeFailure(failure);
  if (!words) return null;
  const { isFromServer, messageKey } = words;
  // A key is one of our own; a text from the server is shown as received.
  return <ActionNote>{isFromServer ? messageKey : t(messageKey as Parameters<typeof t>[0])}</ActionNote>;
}
