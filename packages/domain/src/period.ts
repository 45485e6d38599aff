import { addDays, mondayOf, type CalendarDay } from './day.ts';

/** How much of the menu is asked for. */
export const timeSpans = ['day', 'week', 'custom'] as const;
export type TimeSpan = (typeof timeSpans)[number];

/** The same choice as it stands in the address of the offer. */
export const periods = ['DAY', 'WEEK', 'TIMESPAN'] as const;
export type Period = (typeof periods)[number];

const timeSpanOf = { DAY: 'day', WEEK: 'week', TIMESPAN: 'custom' } satisfies Record<Period, TimeSpan>;
const periodOf = { day: 'DAY', week: 'WEEK', custom: 'TIMESPAN' } satisfies Record<TimeSpan, Period>;

/** The time span that belongs to a period of the address. */
export function timeSpanOfPeriod(period: Period): TimeSpan {
  return timeSpanOf[period];
}

/** The period of the address that belongs to a time span. */
export function periodOfTimeSpan(timeSpan: TimeSpan): Period {
  return periodOf[timeSpan];
}

/** True for a period that exists. */
export function isPeriod(text: string | undefined): text is Period {
  return (periods as readonly (string | undefined)[]).includes(text);
}

/** First and last day, both included. */
export type DayRange = { readonly from: CalendarDay; readonly to: CalendarDay };

/** A custom period begins as today and the 13 days after it. */
const CUSTOM_DAYS = 14;

/** The days a period covers around the selected day. */
export function rangeOf(timeSpan: TimeSpan, selected: CalendarDay): DayRange {
  switch (timeSpan) {
    case 'day':
      return { from: selected, to: selected };
    case 'week': {
      const monday = mondayOf(selected);
      return { from: monday, to: addDays(monday, 6) };
    }
    case 'custom':
      return { from: selected, to: addDays(selected, CUSTOM_DAYS - 1) };
  }
}

/** The longest custom period, in days; a server answers for no more at once. */
export const LONGEST_RANGE_DAYS = 62;

/**
 * The days of a custom period as far as they were chosen: it begins today unless another day was, ends 13 days
 * later unless another day was, and never before it began; one that is too long is cut.
 */
export function customRange(
  chosen: { readonly start?: CalendarDay | undefined; readonly end?: CalendarDay | undefined },
  today: CalendarDay,
): DayRange {
  const { from, to } = rangeOf('custom', chosen.start ?? today);
  const end = chosen.end ?? to;
  const last = addDays(from, LONGEST_RANGE_DAYS - 1);
  if (end < from) return { from, to: from };
  return { from, to: end < last ? end : last };
}

/** Whether a custom period that was chosen is longer than the one that is shown. */
export function isShortened(chosen: { readonly end?: CalendarDay | undefined }, shown: DayRange): boolean {
  return chosen.end !== undefined && chosen.end > shown.to;
}

/**
 * The day to select when the wanted one may be unavailable: the wanted one if it is available, else
 * the earliest available day from today on, else the earliest of all, else the wanted one after all.
 * A week stays the one that was wanted as long as one of its days is available (C35).
 */
export function availableDayFor(
  timeSpan: TimeSpan,
  wanted: CalendarDay,
  available: readonly CalendarDay[],
  today: CalendarDay,
): CalendarDay {
  if (available.includes(wanted)) return wanted;
  const { from, to } = rangeOf(timeSpan, wanted);
  const near = available.filter((day) => day >= from && day <= to);
  const ascending = (near.length > 0 ? near : [...available]).sort();
  return ascending.find((day) => day >= today) ?? ascending[0] ?? wanted;
}
