import type { Failure } from '@refectory/contract/errors';
import type { MessageKey } from '@refectory/translations/messages';

import type { Message } from '#platform/i18n/message.ts';
import type { ToastStore } from '#platform/toasts/toast-store.ts';

const translated = (messageKey: MessageKey): Message => ({ messageKey, isFromServer: false });

function serverTextOr(message: string | undefined, messageKey: MessageKey): Message {
  return message ? { messageKey: message, isFromServer: true } : translated(messageKey);
}

/** Turns a failure into words; undefined where there is nothing to say. // spec §8 */
export function describeFailure(failure: Failure): Message | undefined {
  switch (failure.kind) {
    case 'unavailable':
      return translated('Toasts.messageServerUnavailable');
    case 'unauthorized':
      return translated('Error.messageUnauthorized');
    case 'offline':
      return translated('Error.offline');
    case 'refused':
      return serverTextOr(failure.message ?? failure.statusText, 'Error.generic');
    case 'stale-cart':
      return serverTextOr(failure.message, 'Error.generic');
    case 'confirmation':
      // The customer said no to the server's question: that needs no further words.
      return undefined;
    case 'session-ended':
      // It was said when the session ended.
      return undefined;
    case 'malformed':
      return translated('Error.generic');
  }
}

/** What a failed login says: the server's text, else the credentials' or the general one (OQ-52). */
export function describeLoginFailure(failure: Failure): Message {
  if ('message' in failure && failure.message) return { messageKey: failure.message, isFromServer: true };
  if (failure.kind === 'unauthorized') return translated('login.wrongCredentials');
  if (failure.kind === 'refused' || failure.kind === 'malformed') return translated('login.failed');
  return describeFailure(failure) ?? translated('login.failed');
}

/** Says a failure in a toast, where there is something to say. */
export function tellFailure(toasts: ToastStore, failure: Failure): void {
  const words = describeFailure(failure);
  if (words) toasts.add({ ...words, tone: 'error' });
}
