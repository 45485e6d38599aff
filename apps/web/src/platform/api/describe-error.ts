import type { Failure, RefusalCode } from '@refectory/contract/errors';
import type { MessageKey } from '@refectory/translations/messages';

import type { Message } from '#platform/i18n/message.ts';
import { addressOf } from '#platform/routing/addresses.ts';
import type { ToastStore } from '#platform/toasts/toast-store.ts';

/** A message of our own. */
export const translated = (messageKey: MessageKey): Message => ({ messageKey, isFromServer: false });

function serverTextOr(message: string | undefined, messageKey: MessageKey): Message {
  return message ? { messageKey: message, isFromServer: true } : translated(messageKey);
}

/** Whether the current password, which a change asks for, was typed wrong. */
export const isWrongPassword = (failure: Failure): boolean =>
  failure.kind === 'unauthorized' && failure.code === ('wrongPassword' satisfies RefusalCode);

/** Turns a failure into words; undefined where there is nothing to say. */
export function describeFailure(failure: Failure): Message | undefined {
  switch (failure.kind) {
    case 'unavailable':
      return translated('Toasts.messageServerUnavailable');
    case 'unauthorized':
      // What was typed is wrong, and not who they are: the server says so, and the session goes on.
      return isWrongPassword(failure)
        ? serverTextOr(failure.message, 'Error.messageUnauthorized')
        : translated('Error.messageUnauthorized');
    case 'offline':
      return translated('Error.offline');
    case 'refused':
      return serverTextOr(failure.message ?? failure.statusText, 'Error.generic');
    case 'stale-cart':
      return serverTextOr(failure.message, 'Error.generic');
    case 'confirmation':
      // A no of the customer needs no further words. A question to a call that cannot ask it is told.
      return failure.isDeclined ? undefined : serverTextOr(failure.message, 'Error.generic');
    case 'session-ended':
      // It was said when the session ended.
      return undefined;
    case 'malformed':
      return translated('Error.generic');
  }
}

/** The address that helps after a failure: who has too little money can top up, where that is on. */
export function helpAfter(
  failure: Failure,
  { allowTopUp }: { readonly allowTopUp: boolean },
): string | undefined {
  const isShort = failure.kind === 'refused' && failure.code === 'insufficientFunds';
  return isShort && allowTopUp ? addressOf('/profile/:page?', { page: 'top-up' }) : undefined;
}

/** Says a failure in a toast, where there is something to say; a press on it leads to what helps. */
export function tellFailure(toasts: ToastStore, failure: Failure, link?: string): void {
  const words = describeFailure(failure);
  if (words) toasts.add({ ...words, tone: 'error', link });
}

/** Says that a read failed. Several reads that fail for the same reason are one message. */
export function tellFailedRead(toasts: ToastStore, failure: Failure): void {
  const words = describeFailure(failure);
  if (words) toasts.add({ ...words, tone: 'error', isOfRead: true });
}
