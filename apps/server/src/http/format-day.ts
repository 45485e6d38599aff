import type { CalendarDay } from '@refectory/domain/day';
import type { Language } from '@refectory/domain/texts';
import { languageEntry } from '@refectory/translations/languages';

/** A day as it is written in a language, `Wednesday, November 25`. */
export function formatDay(day: CalendarDay, language: Language): string {
  return new Intl.DateTimeFormat(languageEntry(language).locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T12:00:00Z`));
}
