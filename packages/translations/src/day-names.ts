import type { CalendarDay } from '@refectory/domain/day';
import type { Language } from '@refectory/domain/texts';

import { languageEntry } from './languages.ts';

/** Noon on the UTC line stands for a civil day, so that no zone shifts it. */
const noon = (day: CalendarDay) => new Date(`${day}T12:00:00Z`);

/** How the weekday and the month of a day are called. */
export type DayNames = {
  readonly weekday: (day: CalendarDay) => string;
  readonly weekdayShort: (day: CalendarDay) => string;
  /** As it stands beside a day: a Slavic name in the genitive. */
  readonly month: (day: CalendarDay) => string;
};

/** The names of days in a language. */
export function dayNamesIn(language: Language): DayNames {
  const { locale } = languageEntry(language);
  const long = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const short = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  // With the day beside it, a Slavic month name stands in the genitive.
  const dayAndMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return {
    weekday: (day) => long.format(noon(day)),
    weekdayShort: (day) => short.format(noon(day)),
    month: (day) => dayAndMonth.formatToParts(noon(day)).find((part) => part.type === 'month')?.value ?? '',
  };
}
