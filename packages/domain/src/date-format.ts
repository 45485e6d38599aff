import type { CalendarDay, CivilTime } from './day.ts';

/** The patterns dates are written in, the same in every language. */
export const datePatterns = [
  'yyyy-MM-dd HH:mm',
  'yyyy-MM-dd HH:mm:ss',
  'd. M. yyyy HH:mm',
  'd. M. yyyy',
  'dd. MM.',
  'yyyy-MM-dd',
  'd. MMMM yyyy',
  'd. MMMM',
  'dd-MM',
] as const;
export type DatePattern = (typeof datePatterns)[number];

const PARTS = /yyyy|MMMM|MM|M|dd|d|HH|mm|ss/g;

/**
 * A date in a pattern. `monthName` gives the name of the day's month as it stands beside a day: a
 * Slavic one in the genitive.
 */
export function formatDate(
  pattern: DatePattern,
  { day, time }: CivilTime,
  monthName: (day: CalendarDay) => string,
): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const [hours = '', minutes = '', seconds = ''] = time.split(':');
  const parts: Readonly<Record<string, () => string>> = {
    yyyy: () => year,
    MMMM: () => monthName(day),
    MM: () => month,
    M: () => String(Number(month)),
    dd: () => date,
    d: () => String(Number(date)),
    HH: () => hours,
    mm: () => minutes,
    ss: () => seconds,
  };
  return pattern.replace(PARTS, (part) => parts[part]?.() ?? part);
}
