import { formatDate } from '@refectory/domain/date-format';
import type { CalendarDay } from '@refectory/domain/day';
import type { Language } from '@refectory/domain/texts';

import { dayNamesIn, type DayNames } from './day-names.ts';

/** A day with its weekday, `Wednesday 25. November`, and with its year where that is not plain. */
export function dayHeading(day: CalendarDay, { weekday, month }: DayNames, hasYear = false): string {
  const pattern = hasYear ? 'd. MMMM yyyy' : 'd. MMMM';
  return `${weekday(day)} ${formatDate(pattern, { day, time: '00:00:00' }, month)}`;
}

/** A day as the headings of the menu write it, without a year: it is near. */
export function formatDay(day: CalendarDay, language: Language): string {
  return dayHeading(day, dayNamesIn(language));
}
