import type { CalendarDay } from '@refectory/domain/day';

import type { Formats } from '#platform/i18n/formats.ts';
import type { Message } from '#platform/i18n/message.ts';

/** What a notification is about: a dish, its day, and what else is known, which is left out where it is empty. */
export function aboutDish(
  formats: Formats,
  { dish, date }: { readonly dish: string; readonly date: CalendarDay },
  more = '',
): Message {
  return {
    messageKey: [dish, formats.dayBrief(date), more].filter(Boolean).join(', '),
    isFromServer: true,
  };
}
