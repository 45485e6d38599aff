import { type CalendarDate, GregorianCalendar, parseDate } from '@internationalized/date';
import { type ReactNode, useRef } from 'react';
import { I18nProvider } from 'react-aria/I18nProvider';
import { useCalendar } from 'react-aria/useCalendar';
import { useCalendarCell, useCalendarGrid, useRangeCalendar } from 'react-aria/useRangeCalendar';
import { type CalendarState, useCalendarState } from 'react-stately/useCalendarState';
import { type RangeCalendarState, useRangeCalendarState } from 'react-stately/useRangeCalendarState';
import { classNames } from './class-names.ts';
import styles from './day-calendar.module.css';
import { IconButton } from './icon-button.tsx';

/** What is known of a day, with its name ready to be heard. */
export type CalendarMark = {
  label: string;
  today: boolean;
  closed: boolean;
  hasOrder: boolean;
};

/** First and last day, both included, `yyyy-MM-dd`. */
export type CalendarRange = { start: string; end: string };

type CalendarProps = {
  /** The locale that names months and weekdays, e.g. `cs-CZ`. */
  locale: string;
  label: string;
  previousLabel: string;
  nextLabel: string;
  /** The first and the last day that can be chosen. */
  min: string;
  max: string;
  markOf: (day: string) => CalendarMark;
  /** Under the month from its first to its last day, e.g. why days of it are closed. */
  noteOf?: ((first: string, last: string) => ReactNode) | undefined;
};

/** Days are Gregorian whatever calendar the device uses. */
const gregorian = () => new GregorianCalendar();

const FIRST_DAY = 'mon';

/** A month of days, of which one is chosen: a grid with arrows, Page Up and Down, Home and End. */
export function DayCalendar({
  value,
  isAvailable,
  onChange,
  ...calendar
}: CalendarProps & {
  value: string | undefined;
  /** Other days can be reached and read, but not chosen. */
  isAvailable: (day: string) => boolean;
  onChange: (day: string) => void;
}) {
  return (
    <I18nProvider locale={calendar.locale}>
      <OneDay {...calendar} value={value} isAvailable={isAvailable} onChange={onChange} />
    </I18nProvider>
  );
}

function OneDay({ value, isAvailable, onChange, ...calendar }: Parameters<typeof DayCalendar>[0]) {
  const options = {
    value: value === undefined ? null : parseDate(value),
    onChange: (date: CalendarDate) => onChange(date.toString()),
    isDateUnavailable: (date: { toString(): string }) => !isAvailable(date.toString().slice(0, 10)),
    ...optionsOf(calendar),
  };
  const state = useCalendarState({ ...options, createCalendar: gregorian });
  const aria = useCalendar(options, state);
  return <Month {...calendar} state={state} aria={aria} />;
}

/** A month of days, of which the first and the last of a range are chosen one after the other. */
export function RangeCalendar({
  value,
  longest,
  longestNote,
  onChange,
  ...calendar
}: CalendarProps & {
  value: CalendarRange;
  /** The most days of a range. */
  longest: number;
  /** Says how long a range may be. */
  longestNote: string;
  onChange: (range: CalendarRange) => void;
}) {
  return (
    <I18nProvider locale={calendar.locale}>
      <DaysFromTo
        {...calendar}
        value={value}
        longest={longest}
        longestNote={longestNote}
        onChange={onChange}
      />
    </I18nProvider>
  );
}

function DaysFromTo({
  value,
  longest,
  longestNote,
  onChange,
  ...calendar
}: Parameters<typeof RangeCalendar>[0]) {
  const grid = useRef<HTMLDivElement>(null);
  const options = {
    value: { start: parseDate(value.start), end: parseDate(value.end) },
    onChange: ({ start, end }: { start: CalendarDate; end: CalendarDate }) =>
      onChange({ start: start.toString(), end: end.toString() }),
    isDateUnavailable: (date: { toString(): string }, anchor: CalendarDate | null) =>
      anchor !== null && Math.abs(parseDate(date.toString().slice(0, 10)).compare(anchor)) >= longest,
    ...optionsOf(calendar),
  };
  const state = useRangeCalendarState({ ...options, createCalendar: gregorian });
  const aria = useRangeCalendar(options, state, grid);
  return (
    <>
      <Month {...calendar} state={state} aria={aria} frame={grid} />
      <p className={styles.note}>{longestNote}</p>
    </>
  );
}

function optionsOf({ locale, label, min, max }: CalendarProps) {
  return {
    locale,
    'aria-label': label,
    minValue: parseDate(min),
    maxValue: parseDate(max),
    firstDayOfWeek: FIRST_DAY,
    autoFocus: true,
  } as const;
}

type State = CalendarState | RangeCalendarState;

function Month({
  state,
  aria,
  frame,
  markOf,
  noteOf,
  previousLabel,
  nextLabel,
}: CalendarProps & {
  state: State;
  aria: Pick<ReturnType<typeof useCalendar>, 'calendarProps' | 'title'>;
  frame?: React.RefObject<HTMLDivElement | null> | undefined;
}) {
  const { gridProps, headerProps, weekDays, weeksInMonth } = useCalendarGrid(
    { weekdayStyle: 'short', firstDayOfWeek: FIRST_DAY },
    state,
  );
  const { start, end } = state.visibleRange;
  const note = noteOf?.(start.toString(), end.toString());
  return (
    <div {...aria.calendarProps} ref={frame} className={styles.calendar}>
      {/* At the first and the last month the button stays focusable: disabled, it would lose the keyboard's focus. */}
      <div className={styles.head}>
        <IconButton
          icon="chevron-left"
          label={previousLabel}
          aria-disabled={state.isPreviousVisibleRangeInvalid() || undefined}
          onClick={() => {
            if (!state.isPreviousVisibleRangeInvalid()) state.focusPreviousPage();
          }}
        />
        <h3 className={styles.month}>{aria.title}</h3>
        <IconButton
          icon="chevron-right"
          label={nextLabel}
          aria-disabled={state.isNextVisibleRangeInvalid() || undefined}
          onClick={() => {
            if (!state.isNextVisibleRangeInvalid()) state.focusNextPage();
          }}
        />
      </div>
      <table {...gridProps} className={styles.grid}>
        <thead {...headerProps}>
          <tr>
            {weekDays.map((weekday) => (
              <th key={weekday} scope="col" className={styles.weekday}>
                {weekday}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: weeksInMonth }, (_, week) => (
            <tr key={week}>
              {state
                .getDatesInWeek(week)
                .filter((date) => date !== null)
                .map((date) => (
                  <Day key={date.toString()} date={date} state={state} mark={markOf(date.toString())} />
                ))}
            </tr>
          ))}
        </tbody>
      </table>
      {note !== undefined && <div className={styles.note}>{note}</div>}
    </div>
  );
}

function Day({ date, state, mark }: { date: CalendarDate; state: State; mark: CalendarMark }) {
  const button = useRef<HTMLDivElement>(null);
  const { cellProps, buttonProps, isSelected, isDisabled, isUnavailable, isOutsideVisibleRange } =
    useCalendarCell({ date }, state, button);
  const range = 'highlightedRange' in state ? state.highlightedRange : undefined;
  const isEnd =
    range === undefined || range === null
      ? isSelected
      : date.compare(range.start) * date.compare(range.end) === 0;
  return (
    <td {...cellProps} className={classNames(styles.cell, isSelected && styles.within)}>
      <div
        {...buttonProps}
        // The library's own label takes today from the device's clock.
        aria-label={mark.label}
        aria-current={mark.today ? 'date' : undefined}
        ref={button}
        hidden={isOutsideVisibleRange}
        title={mark.closed ? mark.label : undefined}
        className={classNames(
          styles.day,
          isSelected && isEnd && styles.selected,
          (isDisabled || isUnavailable) && styles.gone,
          mark.today && styles.today,
          mark.closed && styles.closed,
          mark.hasOrder && styles.ordered,
        )}
      >
        {date.day}
      </div>
    </td>
  );
}
