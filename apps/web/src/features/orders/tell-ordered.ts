import type { Platform } from '#platform/platform.ts';

/** Says that a dish was ordered, and what was paid for it, where that is known. */
export function tellOrdered({ toasts }: Platform, dish: string, price: string | undefined): void {
  toasts.add({
    messageKey: 'Toasts.messageCreateOrderSucceeded',
    reason: { messageKey: [dish, price].filter(Boolean).join(', '), isFromServer: true },
    tone: 'success',
  });
}
