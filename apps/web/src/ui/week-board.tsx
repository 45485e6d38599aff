import { type ReactNode, useId, useState } from 'react';
import { MenuHeading } from './menu-heading.tsx';
import { ShowMore } from './show-more.tsx';
import styles from './week-board.module.css';

/** A group of dishes: several may have one name, the same one has its `id` on every day. */
export type WeekBoardGroup = { id: string; name: string; children: ReactNode };

/** One day of the board: its groups of dishes, or what stands there instead. */
export type WeekBoardDay = {
  /** The calendar day, `yyyy-MM-dd`. */
  day: string;
  heading: string;
  note?: ReactNode;
  /** Each group with its DishList. */
  groups: readonly WeekBoardGroup[];
  /** Instead of groups, e.g. why the day is closed. */
  empty?: ReactNode;
};

/**
 * The days of a week: under each other on the phone, as columns on a wide screen, where a group stands in the same
 * row on every day, like on a printed menu.
 */
export function WeekBoard({
  days,
  label,
  moreLabel,
}: {
  days: readonly WeekBoardDay[];
  label: string;
  /** What extends the rows of groups. */
  moreLabel: string;
}) {
  const [count, setCount] = useState(ROWS_AT_ONCE);
  const all = [...new Set(days.flatMap((day) => day.groups.map(({ id }) => id)))];
  const rows = all.slice(0, count);
  return (
    <section className={styles.frame} aria-label={label}>
      <div
        className={styles.board}
        ref={(board) => board?.style.setProperty('--groups', String(Math.max(1, rows.length)))}
      >
        {days.map((day) => (
          <Day key={day.day} day={day} rows={rows} />
        ))}
      </div>
      {count < all.length && (
        <ShowMore
          label={moreLabel}
          shown={count}
          // After each day's heading come its rows.
          firstOf={(board) =>
            [...board.children]
              .map((day) => day.children[1 + count])
              .find((row) => row && !row.matches(`.${styles.gap}`))
          }
          onMore={() => setCount(count + ROWS_AT_ONCE)}
        />
      )}
    </section>
  );
}

/** Rows of groups drawn at first, and each time more of them are wanted. */
const ROWS_AT_ONCE = 20;

function Day({ day, rows }: { day: WeekBoardDay; rows: readonly string[] }) {
  const headingId = useId();
  return (
    <section className={styles.day} aria-labelledby={headingId}>
      <MenuHeading of="day" level={2} id={headingId} note={day.note}>
        {day.heading}
      </MenuHeading>
      {day.groups.length === 0
        ? day.empty !== undefined && <div className={styles.empty}>{day.empty}</div>
        : rows.map((id) => {
            const group = day.groups.find((candidate) => candidate.id === id);
            // An empty cell keeps the rows of the columns level.
            return group === undefined ? (
              <div key={id} className={styles.gap} />
            ) : (
              <div key={id} className={styles.group}>
                <MenuHeading of="group" level={3}>
                  {group.name}
                </MenuHeading>
                {group.children}
              </div>
            );
          })}
    </section>
  );
}
