import type { Failure } from '@refectory/contract/errors';

import { describeFailure } from '#platform/api/describe-error.ts';
import { useMessageText } from '#platform/i18n/message.ts';
import { ActionNote } from '#ui/action-note.tsx';

/** Why a call failed, under the button that made it: the toast is gone before some have read it. */
export function FailureNote({ failure }: { failure: Failure }) {
  const textOf = useMessageText();
  const message = describeFailure(failure);
  return message && <ActionNote>{textOf(message)}</ActionNote>;
}
