import type { Platform } from '#platform/platform.ts';

/**
 * Logs a guest in over the page, who is about to order a dish. Nothing is ordered by itself afterwards: the customer's
 * price may be another one.
 */
export async function askToLogIn(
  { dialogs, settings, toasts }: Platform,
  toOrder: { readonly dish: string; readonly price: string },
): Promise<void> {
  if (settings.allowPasswordLogin || settings.allowCardLogin) await dialogs.open('login', { toOrder });
  else toasts.add({ messageKey: 'Error.messageUnauthorized', tone: 'error' });
}
