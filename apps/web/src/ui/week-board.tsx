import { type ReactNode, useId } from 'react';
import { MenuHeading } from './menu-heading.tsx';
import styles from './week-board.module.css';

/** One day of the board: its groups of dishes, or what stands there instead. */
export type WeekBoardDay = {
  /** The calendar day, `yyyy-MM-dd`. */
  day: string;
  heading: string;
  note?: ReactNode;
  /** Each group with its DishList. */
  groups: readonly { name: string; children: ReactNode }[];
  /** Instead of groups, e.g. why the day is closed. */
  empty?: ReactNode;
};

/**
 * The days of a week: under each other on the phone, as columns on a wide screen, where a group stands in the same
 * row on every day, like on a printed menu.
 */
export function WeekBoard({ days, label }: { days: readonly WeekBoardDay[]; label: string }) {
  const names = [...new Set(days.flatMap((day) => day.groups.map((group) => group.name)))];
  return (
    <section className={styles.frame} aria-label={label}>
      <div
        className={styles.board}
        ref={(board) => board?.style.setProperty('--groups', String(Math.max(1, names.length)))}
      >
        {days.map((day) => (
          <Day key={day.day} day={day} names={names} />
        ))}
      </div>
    </section>
  );
}

function Day({ day, names }: { day: WeekBoardDay; names: readonly string[] }) {
  const headingId = useId();
  return (
    <section className={styles.day} aria-labelledby={headingId}>
      <MenuHeading of="day" level={2} id={headingId} note={day.note}>
        {day.heading}
      </MenuHeading>
      {day.groups.length === 0
        ? day.empty !== undefined && <div className={styles.empty}>{day.empty}</div>
        : names.map((name) => {
            const group = day.groups.find((candidate) => candidate.name === name);
            // An empty cell keeps the rows of the columns level.
            return group === undefined ? (
              <div key={name} className={styles.gap} />
            ) : (
              <div key={name} className={styles.group}>
                <MenuHeading of="group" level={3}>
                  {name}
                </MenuHeading>
                {group.children}
              </div>
            );
          })}
    </section>
  );
}
