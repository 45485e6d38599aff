import type { Failure } from '@refectory/contract/errors';

import type { Message } from '#platform/i18n/message.ts';

import { describeFailure, translated } from './describe-error.ts';

/** What a failed login says: the server's text, else the credentials' or the general one. */
export function describeLoginFailure(failure: Failure): Message {
  if ('message' in failure && failure.message) return { messageKey: failure.message, isFromServer: true };
  if (failure.kind === 'unauthorized') return translated('login.wrongCredentials');
  if (failure.kind === 'refused' || failure.kind === 'malformed') return translated('login.failed');
  return describeFailure(failure) ?? translated('login.failed');
}

/**
 * What a login by card that failed says: the server's text, else that it failed; undefined where that was said already, or
 * where the customer said no to the server's question.
 */
export function describeCardFailure(failure: Failure): Message | undefined {
  if (failure.kind === 'confirmation' && failure.isDeclined) return undefined;
  if ('message' in failure && failure.message) return { messageKey: failure.message, isFromServer: true };
  if (failure.kind === 'offline' || failure.kind === 'unavailable' || failure.kind === 'session-ended')
    return describeFailure(failure);
  return translated('login.failed');
}
