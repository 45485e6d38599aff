import type { ToOrder } from '#platform/dialogs/dialog-store.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * Logs a guest in over the page, who is about to order or take a dish. Nothing is ordered by itself afterwards, since the
 * customer's price may be another one: it is said that the button has to be pressed once more.
 */
export async function askToLogIn({ dialogs, settings, toasts }: Platform, toOrder: ToOrder): Promise<void> {
  // Whoever presses again before the dialog is there, on a slow line, is asked once, about what they pressed last.
  for (const { type, close } of dialogs.getState()) if (type === 'login') close(undefined);
  if (!settings.allowPasswordLogin && !settings.allowCardLogin)
    toasts.add({ messageKey: 'Error.messageUnauthorized', tone: 'error' });
  else if (await dialogs.open('login', { toOrder })) toasts.add({ messageKey: 'login.nowOrder' });
}
