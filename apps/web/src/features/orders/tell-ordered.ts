import type { CalendarDay } from '@refectory/domain/day';
import type { Money } from '@refectory/domain/money';

import type { Formats } from '#platform/i18n/formats.ts';
import type { Platform } from '#platform/platform.ts';
import { aboutDish } from '#platform/toasts/about-dish.ts';

/** Says that a dish was ordered, for which day, and what was paid for it, where that is known. */
export function tellOrdered(
  { toasts }: Platform,
  formats: Formats,
  { paid, ...dish }: { readonly dish: string; readonly date: CalendarDay; readonly paid: Money | undefined },
): void {
  toasts.add({
    messageKey: 'Toasts.messageCreateOrderSucceeded',
    reason: aboutDish(formats, dish, paid === undefined ? '' : formats.amount(paid)),
    tone: 'success',
  });
}
