import type { Menu } from '@refectory/contract/menu';
import { addDays, calendarDay, type CalendarDay } from '@refectory/domain/day';
import { LONGEST_RANGE_DAYS, type DayRange, type Period } from '@refectory/domain/period';
import { languageEntry } from '@refectory/translations/languages';
import { useTranslations } from 'use-intl';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useToday } from '#platform/platform.ts';
import { DayCalendar, RangeCalendar } from '#ui/day-calendar.tsx';
import { Dialog } from '#ui/dialog.tsx';

/** What the calendar of the offer shows, and what it changes. */
export type OfferCalendarProps = {
  readonly period: Period;
  readonly day: CalendarDay | undefined;
  readonly range: DayRange;
  readonly menu: Menu | undefined;
  /** Days with orders of the customer. */
  readonly ordered: ReadonlySet<CalendarDay>;
  readonly onDay: (day: CalendarDay) => void;
  readonly onRange: (range: DayRange) => void;
  readonly onClose: () => void;
};

/** Chooses the day, or the first and the last day of a custom period, from a month. */
export function OfferCalendar({
  period,
  day: selected,
  range,
  menu,
  ordered,
  onDay,
  onRange,
  onClose,
}: OfferCalendarProps) {
  const platform = usePlatform();
  const t = useTranslations('menu');
  const tDialogs = useTranslations('dialogs');
  const formats = useFormats();
  const today = useToday();
  const available = new Set(menu?.availableDays);
  const closed = new Map(menu?.closedDays?.map(({ date, reason }) => [date, reason]));
  const whyClosed = (day: CalendarDay) => [t('dayClosed'), closed.get(day)].filter(Boolean).join(': ');
  const title = tDialogs(period === 'TIMESPAN' ? 'chooseDays' : 'chooseDay');

  const shared = {
    locale: languageEntry(platform.language()).locale,
    label: t('calendar'),
    previousLabel: tDialogs('previousMonth'),
    nextLabel: tDialogs('nextMonth'),
    min: today,
    max: addDays(today, platform.settings.maxDaysAhead),
    markOf: (text: string) => {
      const day = calendarDay(text);
      const notes = [
        day === today && t('today'),
        ordered.has(day) && t('dayOrdered'),
        closed.has(day) ? whyClosed(day) : menu && !available.has(day) && t('dayEmpty'),
      ].filter((note) => typeof note === 'string');
      return {
        label: [formats.dayHeading(day, today), ...notes].join(', '),
        today: day === today,
        closed: closed.has(day),
        hasOrder: ordered.has(day),
      };
    },
    noteOf: (first: string, last: string) => {
      const days = [...closed.keys()].filter((day) => day >= first && day <= last && day >= today);
      if (days.length === 0) return undefined;
      return days.map((day) => `${formats.dayBrief(day)} ${whyClosed(day)}`).join(', ');
    },
  };

  return (
    <Dialog open closable closeLabel={tDialogs('close')} title={title} onClose={onClose}>
      {period === 'TIMESPAN' ? (
        <RangeCalendar
          {...shared}
          value={{ start: range.from, end: range.to }}
          longest={LONGEST_RANGE_DAYS}
          longestNote={tDialogs('longestSpan', { days: LONGEST_RANGE_DAYS })}
          onChange={({ start, end }) => onRange({ from: calendarDay(start), to: calendarDay(end) })}
        />
      ) : (
        <DayCalendar
          {...shared}
          value={selected}
          isAvailable={(day) => !menu || available.has(calendarDay(day))}
          onChange={(day) => onDay(calendarDay(day))}
        />
      )}
    </Dialog>
  );
}
