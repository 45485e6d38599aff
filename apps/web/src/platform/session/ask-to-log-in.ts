import type { MessageKey } from '@refectory/translations/messages';

import type { Platform } from '#platform/platform.ts';

/**
 * Logs a guest in over the page, who is about to order a dish. Nothing is ordered by itself afterwards, since the
 * customer's price may be another one: it is said which button has to be pressed, by the key of its label.
 */
export async function askToLogIn(
  { dialogs, settings, toasts }: Platform,
  toOrder: { readonly dish: string; readonly price: string },
  label: MessageKey,
): Promise<void> {
  if (!settings.allowPasswordLogin && !settings.allowCardLogin)
    toasts.add({ messageKey: 'Error.messageUnauthorized', tone: 'error' });
  else if (await dialogs.open('login', { toOrder }))
    toasts.add({ messageKey: 'login.nowOrder', reason: { messageKey: label, isFromServer: false } });
}
