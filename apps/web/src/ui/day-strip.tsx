import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './day-strip.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** One day as the strip draws it; the texts are ready to read. */
export type DayStripDay = {
  /** The calendar day, `yyyy-MM-dd`. */
  day: string;
  weekday: string;
  /** Day and month. */
  date: string;
  /** The full name, for screen readers. */
  label: string;
  selected: boolean;
  today: boolean;
  available: boolean;
  closed?: boolean | undefined;
  closedReason?: string | undefined;
  hasOrder?: boolean | undefined;
};

const steps: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => Math.max(0, index - 1),
  ArrowRight: (index, last) => Math.min(last, index + 1),
  Home: () => 0,
  End: (_index, last) => last,
};

/**
 * The days to choose from in one row: a dot where something is ordered, a dash where the canteen is closed. One
 * stop for the keyboard, arrows inside. A day that cannot be chosen is reached and pressed too, so that its reason can be
 * told.
 */
export function DayStrip({
  days,
  onSelect,
  onUnavailable,
  label,
  beside,
}: {
  days: readonly DayStripDay[];
  onSelect: (day: string) => void;
  /** A day was pressed that cannot be chosen. On touch there is no tooltip, so its reason has to be told in another way. */
  onUnavailable?: ((day: string) => void) | undefined;
  label: string;
  /** Beside the strip: the way to further days. */
  beside?: ReactNode;
}) {
  const strip = useRef<HTMLFieldSetElement>(null);
  const selected = days.findIndex((day) => day.selected);
  const entry = selected === -1 ? days.findIndex((day) => day.available) : selected;

  useLayoutEffect(() => {
    const row = strip.current;
    const button = row?.querySelectorAll('button')[selected];
    if (!row || !button) return;
    // Scrolls the strip alone: scrollIntoView would scroll the page too.
    row.scrollTo({ left: button.offsetLeft - (row.clientWidth - button.offsetWidth) / 2 });
  }, [selected]);

  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
    const step = steps[event.key];
    if (step === undefined || strip.current === null) return;
    const buttons = [...strip.current.querySelectorAll('button')];
    const index = buttons.findIndex((button) => button === document.activeElement);
    event.preventDefault();
    buttons[step(index, buttons.length - 1)]?.focus();
  }

  return (
    <div className={styles.whole} data-sticky-days="row">
      <fieldset ref={strip} className={styles.strip} aria-label={label}>
        {days.map((day, index) => {
          const reason = day.closed === true ? day.closedReason : undefined;
          const name = reason === undefined ? day.label : `${day.label}, ${reason}`;
          return (
            <button
              key={day.day}
              type="button"
              className={classNames(
                styles.day,
                day.today && styles.today,
                day.closed && styles.closed,
                day.hasOrder && styles.ordered,
              )}
              aria-pressed={day.selected}
              aria-current={day.today ? 'date' : undefined}
              aria-disabled={day.available ? undefined : true}
              title={reason}
              tabIndex={index === Math.max(0, entry) ? 0 : -1}
              onKeyDown={onKeyDown}
              onClick={() => (day.available ? onSelect(day.day) : onUnavailable?.(day.day))}
            >
              <VisuallyHidden>{name}</VisuallyHidden>
              <span className={styles.weekday} aria-hidden="true">
                {day.weekday}
              </span>
              <span className={styles.date} aria-hidden="true">
                {day.date}
              </span>
              <span className={styles.mark} />
            </button>
          );
        })}
      </fieldset>
      {beside}
    </div>
  );
}
