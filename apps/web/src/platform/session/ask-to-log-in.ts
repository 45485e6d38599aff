import type { ToOrder } from '#platform/dialogs/dialog-store.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * Logs a guest in over the page, who is about to order or take a dish. Nothing is ordered by itself afterwards, since the
 * customer's price may be another one: it is said that the button has to be pressed once more.
 */
export async function askToLogIn({ dialogs, settings, toasts }: Platform, toOrder: ToOrder): Promise<void> {
  if (!settings.allowPasswordLogin && !settings.allowCardLogin)
    toasts.add({ messageKey: 'Error.messageUnauthorized', tone: 'error' });
  else if (await dialogs.open('login', { toOrder })) toasts.add({ messageKey: 'login.nowOrder' });
}
