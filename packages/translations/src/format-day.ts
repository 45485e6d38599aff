import { formatDate } from '@refectory/domain/date-format';
import type { CalendarDay } from '@refectory/domain/day';
import type { Language } from '@refectory/domain/texts';

import { dayNamesIn } from './day-names.ts';

/** A day as the headings of the menu write it, `Wednesday 25. November`. */
export function formatDay(day: CalendarDay, language: Language): string {
  const { weekday, month } = dayNamesIn(language);
  return `${weekday(day)} ${formatDate('d. MMMM', { day, time: '00:00:00' }, month)}`;
}
